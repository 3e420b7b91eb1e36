// Converts HTML to text: entities, line breaks for blocks, no invisible content. Only known elements count as markup: `mileage
// <10k & clean` has none. Time is linear in the text's length.
import { Tokenizer } from 'htmlparser2';

const ELEMENTS: ReadonlySet<string> = new Set(
  (
    'a abbr acronym address area article aside b base big blockquote body br button caption center cite code col ' +
    'colgroup dd del details dfn div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 ' +
    'h3 h4 h5 h6 head header hr html i iframe img input ins kbd label legend li link main map mark meta nav noscript ' +
    'o:p object ol optgroup option p param picture pre q s samp script section select small source span strike ' +
    'strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr tt u ul var ' +
    'video audio canvas wbr'
  ).split(' '),
);
const BLOCKS: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote br center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 ' +
    'h4 h5 h6 header hr legend li main nav ol option p pre section summary table tr ul'
  ).split(' '),
);
const CELLS: ReadonlySet<string> = new Set(['td', 'th']);
const UNSEEN: ReadonlySet<string> = new Set(
  'audio canvas del iframe noscript object s script strike style svg template title video'.split(' '),
);
const VOID: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source wbr'.split(' '),
);
const HIDING = /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.0-9]*[1-9])/i;

const TAG = /<\/?([a-z][a-z0-9:]*)((?=[\s/>])[^<>]*)>/iy;
/** Matches attributes after a tag's name, but not prose, as in `a <b and c> d`. */
const ATTRIBUTES = /=|^\s*\/?$|^\s*(?:hidden|nowrap|noshade|compact)\s*\/?$/i;
const ENTITY = /&(?:#[0-9]{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});/iy;

/** Maximum rounds of unescaping, for HTML that was escaped more than once. */
const MAX_LAYERS = 3;

/** The text without markup; the same string if it has none. */
export function htmlToText(text: string): string {
  let current = text;
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    if (!current.includes('<') && !current.includes('&')) return current;
    const html = escapeNonMarkup(current);
    if (html === undefined) return current;
    current = textOfHtml(html);
  }
  return current;
}

/** In UTF-16 code units. The texts of names that are no entities are longer. */
const MAX_CHARACTER_LENGTH = 2;

/** The character that HTML names so: `é` for `eacute`. */
export function htmlCharacter(name: string): string | undefined {
  const text = htmlToText(`&${name};`);
  return text.length > MAX_CHARACTER_LENGTH ? undefined : text;
}

/** The text with all `<` and `&` escaped that are not markup; undefined if it has no markup. */
function escapeNonMarkup(text: string): string | undefined {
  const lastCommentEnd = text.lastIndexOf('-->');
  let hasMarkup = false;
  const html = text.replace(/[<&]/g, (character, at: number) => {
    const isMarkup =
      character === '&'
        ? matches(ENTITY, text, at)
        : isTag(text, at) || (text.startsWith('<!--', at) && at < lastCommentEnd);
    hasMarkup ||= isMarkup;
    return isMarkup ? character : character === '&' ? '&amp;' : '&lt;';
  });
  return hasMarkup ? html : undefined;
}

function isTag(text: string, at: number): boolean {
  TAG.lastIndex = at;
  const [, name, attributes] = TAG.exec(text) ?? [];
  return name !== undefined && ELEMENTS.has(name.toLowerCase()) && ATTRIBUTES.test(attributes ?? '');
}

function matches(expression: RegExp, text: string, at: number): boolean {
  expression.lastIndex = at;
  return expression.test(text);
}

function textOfHtml(html: string): string {
  const collector = new HtmlTextCollector(html);
  const tokenizer = new Tokenizer({ decodeEntities: true }, collector);
  tokenizer.write(html);
  tokenizer.end();
  return collector.text;
}

/** Collects visible text. It builds no tree: an invisible element ends at its own end tag. */
class HtmlTextCollector {
  text = '';
  readonly #html: string;
  #element = '';
  #attribute = '';
  #isHidden = false;
  #unseen = '';
  #unseenDepth = 0;

  constructor(html: string) {
    this.#html = html;
  }

  ontext(start: number, end: number): void {
    // Line breaks in HTML source are white space.
    this.#add(this.#html.slice(start, end).replace(/[\r\n]/g, ' '));
  }

  ontextentity(codePoint: number): void {
    this.#add(codePoint === 0x0a || codePoint === 0x0d ? ' ' : String.fromCodePoint(codePoint));
  }

  oncdata(start: number, end: number): void {
    this.ontext(start, end);
  }

  onopentagname(start: number, end: number): void {
    this.#element = this.#html.slice(start, end).toLowerCase();
    this.#isHidden = false;
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#html.slice(start, end).toLowerCase();
    if (this.#attribute === 'hidden') this.#isHidden = true;
  }

  onattribdata(start: number, end: number): void {
    if (this.#attribute === 'style' && HIDING.test(this.#html.slice(start, end))) this.#isHidden = true;
  }

  onopentagend(): void {
    const element = this.#element;
    if (this.#unseenDepth > 0) {
      if (element === this.#unseen) this.#unseenDepth += 1;
      return;
    }
    this.#add(separatorOf(element));
    if (VOID.has(element) || !(this.#isHidden || UNSEEN.has(element))) return;
    this.#unseen = element;
    this.#unseenDepth = 1;
  }

  onselfclosingtag(): void {
    // Browsers ignore the slash of self-closing tags.
    this.onopentagend();
  }

  onclosetag(start: number, end: number): void {
    const element = this.#html.slice(start, end).toLowerCase();
    if (this.#unseenDepth === 0) this.#add(separatorOf(element));
    else if (element === this.#unseen) this.#unseenDepth -= 1;
  }

  onattribend(): void {}
  onattribentity(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  #add(text: string): void {
    if (this.#unseenDepth === 0) this.text += text;
  }
}

function separatorOf(element: string): string {
  return BLOCKS.has(element) ? '\n' : CELLS.has(element) ? ' ' : '';
}
