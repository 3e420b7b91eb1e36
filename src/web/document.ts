// The document that the server sends: the page with all that it found, so that it can be used before any script has come,
// and without one. It loads nothing but its own style and script.
import { markup } from './markup.ts';
import { h } from './view/element.ts';
import type { Model } from './view/model.ts';
import { page, titleOfPage } from './view/page.ts';

export interface Parts {
  /** Where style and scripts are, below the root, with a slash at the end. */
  readonly folder: string;
  /** What the script starts with, by path in the folder: loaded at once, not one after the other. */
  readonly modules: readonly string[];
}

export function searchDocument(model: Model, { folder, modules }: Parts): string {
  const base = `${model.root}${folder}`;
  const document = h(
    'html',
    { lang: 'en', 'data-root': model.root, 'data-site': model.site, 'data-folder': base },
    h(
      'head',
      {},
      h('meta', { charset: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', {
        name: 'description',
        content: 'Search for used cars: in your own words, with filters, on a map.',
      }),
      model.phase === 'starting' ? h('meta', { 'http-equiv': 'refresh', content: '2' }) : null,
      h('title', {}, titleOfPage(model)),
      h('link', { rel: 'stylesheet', href: `${base}page.css` }),
      modules.map((path) => h('link', { rel: 'modulepreload', href: base + path })),
      h('script', { type: 'module', src: `${base}web/page/main.js` }),
      h('link', { rel: 'icon', href: `${base}icon.svg`, type: 'image/svg+xml' }),
    ),
    h('body', {}, page(model)),
  );
  return `<!doctype html>${markup(document)}`;
}
