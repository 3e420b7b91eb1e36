// The document that the server sends: the page with all that it found, so that it can be used before any script has come,
// and without one. Its style is in it, because a phone that is far away would see nothing for another round trip. It loads
// nothing but its own script.
import { markup } from './markup.ts';
import { h } from './view/element.ts';
import type { Model } from './view/model.ts';
import { page, titleOfPage } from './view/page.ts';

export interface Parts {
  /** Where the script is, below the root, with a slash at the end. */
  readonly folder: string;
  /** CSS of our own. */
  readonly style: string;
}

export function searchDocument(model: Model, { folder, style }: Parts): string {
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
      model.phase === 'waiting'
        ? h('meta', { 'http-equiv': 'refresh', content: model.waitSeconds + 1 })
        : null,
      h('title', {}, titleOfPage(model)),
      h('style', {}),
      h('script', { type: 'module', src: `${base}page.js` }),
      h('link', { rel: 'icon', href: `${base}icon.svg`, type: 'image/svg+xml' }),
    ),
    h('body', {}, page(model)),
  );
  if (/<\/|<!--/.test(style)) throw new Error('the style would end its element');
  // Elements hold texts only. This text is ours, and the policy names its digest.
  return `<!doctype html>${markup(document).replace('<style></style>', () => `<style>${style}</style>`)}`;
}
