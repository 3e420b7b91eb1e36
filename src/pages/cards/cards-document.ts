// The cards as one HTML document: an MCP App, which hosts of assistants show in a frame of their own. Its script and style are in it,
// because it cannot load anything from this server. Results come from the host, as messages.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { h, renderHtml } from '../element.ts';
import { coastline, pageStyle } from '../assets.ts';
import { packageFile } from '../../package-files.ts';

const SCRIPT = packageFile('dist/page/cards.js');

interface Parts {
  readonly script: string;
  readonly style: string;
  readonly land: string;
}

let parts: Parts | undefined;

/** `imageOrigins` are the only sources of pictures besides `data:` URLs, in the form of a content security policy. */
export function cardsDocument(imageOrigins: readonly string[]): string {
  const { script, style, land } = (parts ??= loadParts());
  const document = h('html', { lang: 'en-GB' }, [
    h('head', {}, [
      h('meta', { charset: 'utf-8' }),
      h('meta', { 'http-equiv': 'Content-Security-Policy', content: policy(script, style, imageOrigins) }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('title', {}, 'Used cars'),
      h('style', {}),
    ]),
    h('body', {}, [h('main', { id: 'cards', 'data-land': land }), h('script', { type: 'module' })]),
  ]);
  return `<!DOCTYPE html>${renderHtml(document)
    .replace('<style></style>', () => `<style>${style}</style>`)
    .replace('></script>', () => `>${script}</script>`)}`;
}

/** Without Trusted Types, because some hosts write the document more than once, and the policy of the first would refuse the second. */
function policy(script: string, style: string, imageOrigins: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src '${digestOf(script)}'`,
    `style-src '${digestOf(style)}'`,
    ['img-src data:', ...imageOrigins].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function digestOf(text: string): string {
  return `sha256-${hash('sha256', text, 'base64')}`;
}

function loadParts(): Parts {
  const script = readFileSync(SCRIPT, 'utf8').trim();
  const style = pageStyle('web/car.css', 'web/cards.css');
  if (/<\/(?:script|style)|<!--/i.test(script + style)) throw new Error('a part would end its element');
  return { script, style, land: coastline('outline').join('') };
}
