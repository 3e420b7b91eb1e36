// Recognizes a web page in the place of a feed, and says which page it is.
import { quoted } from '../../problem.ts';

/** As much of a page is looked at, in UTF-16 code units. */
export const MAX_PAGE_LENGTH = 16 * 1024;

const PAGE = /^<(?:!doctype html|html|head|body|script|style|meta|table|div|h1|center)[\s>]/i;
const PASSWORD = /type=["']?password/i;
const LOGIN = /\b(?:log|sign)[ -]?in\b/i;

/** Characters needed to recognize a page. */
export const START_LENGTH = 1024;

/** Whether a text that starts like this is a web page. */
export function isWebPage(text: string): boolean {
  let start = text.slice(0, START_LENGTH).trimStart();
  // What XHTML and servers put before the page.
  while (start.startsWith('<?') || start.startsWith('<!--')) {
    const end = start.startsWith('<?') ? '?>' : '-->';
    const at = start.indexOf(end);
    if (at === -1) return false;
    start = start.slice(at + end.length).trimStart();
  }
  return PAGE.test(start);
}

/** What the page is, and what to do. */
export function webPageMessage(page: string): string {
  const title = textBetween(page, '<title>', '</title>') ?? textBetween(page, '<h1>', '</h1>');
  const got = title === undefined ? '' : ` (titled ${quoted(title)})`;
  return PASSWORD.test(page) || LOGIN.test(title ?? '')
    ? `this is a page to log in${got}, not a feed. Use an address that needs no login, or set the credentials of the feed.`
    : `this is a web page${got}, not a feed. It has no table of vehicles: check its URL.`;
}

function textBetween(page: string, start: string, end: string): string | undefined {
  const folded = page.toLowerCase();
  const from = folded.indexOf(start);
  const to = from === -1 ? -1 : folded.indexOf(end, from);
  const text = to === -1 ? '' : page.slice(from + start.length, to).trim();
  return text === '' ? undefined : text;
}
