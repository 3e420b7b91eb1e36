// GET /openapi.json and /openapi.yaml: the same document, as JSON and as YAML.
import type { FastifyInstance } from 'fastify';
import { addFixedPage } from '../fixed-page.ts';
import { OPENAPI_PATH, OPENAPI_YAML_PATH, type Site } from '../http-options.ts';
import { openApiDocument } from './document.ts';
import { toYaml } from './yaml.ts';

export function addOpenApiRoutes(app: FastifyInstance, site: Site): void {
  addFixedPage(app, site, {
    path: OPENAPI_PATH,
    // Browsers and clients know what to do with it, which they do not with the media type of OpenAPI's own.
    type: 'application/json; charset=utf-8',
    // Without white space it is half as long; some clients take no more than 100,000 characters. People read the YAML.
    render: (baseUrl) => `${JSON.stringify(openApiDocument(baseUrl))}\n`,
  });
  addFixedPage(app, site, {
    path: OPENAPI_YAML_PATH,
    type: 'application/yaml; charset=utf-8',
    render: (baseUrl) => toYaml(openApiDocument(baseUrl)),
  });
}
