// The part of the Link header that every answer of the API has: where the service is described, for machines and for
// people (RFC 8631).
import { DOCS_PATH, OPENAPI_PATH } from './http-options.ts';

/** The value of Link: `links`, which may be none, and those two. */
export function withServiceLinks(links: string | undefined, baseUrl: string): string {
  const own = `<${baseUrl}${OPENAPI_PATH}>; rel="service-desc", <${baseUrl}${DOCS_PATH}>; rel="service-doc"`;
  return links === undefined ? own : `${links}, ${own}`;
}
