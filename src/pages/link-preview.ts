// What search engines and previews of links show of a page: its description, its address, and Open Graph.
import { h, type Child } from './element.ts';

export interface LinkPreview {
  readonly title: string;
  readonly description: string;
  /** The one address of what the page shows. */
  readonly url: string;
  readonly picture: string | undefined;
}

/** Elements of the head. */
export function linkPreview({ title, description, url, picture }: LinkPreview): Child {
  const graph: readonly (readonly [name: string, content: string])[] = [
    ['og:type', 'website'],
    ['og:site_name', 'Forecourt'],
    ['og:title', title],
    ['og:description', description],
    ['og:url', url],
    ...(picture === undefined ? [] : [['og:image', new URL(picture, url).href] as const]),
  ];
  return [
    h('meta', { name: 'description', content: description }),
    h('link', { rel: 'canonical', href: url }),
    graph.map(([property, content]) => h('meta', { property, content })),
    h('meta', { name: 'twitter:card', content: picture === undefined ? 'summary' : 'summary_large_image' }),
  ];
}
