// Finds dealers' domains: `x.example`, `www.X.example`, `https://x.example/stock?page=2`, `x.example's`. A word with a point is
// none if it is a decimal (`2.0`), an abbreviation (`e.g.`), a name (`St.Albans`, `ID.Buzz`) or the end of a sentence
// (`golf.Must`).
import { classifyFuel } from '../vehicle/classify.ts';
import { dealerDomain } from '../listing/domain-name.ts';
import { nameKey } from '../vehicle/name-key.ts';
import type { Match, Knowledge } from './match.ts';
import { NAMES } from './name-words.ts';
import type { Phrase } from './tokenized-phrase.ts';

/** Scheme, user, labels, top-level domain, port, path. */
const DOMAIN =
  /((?:[a-z][a-z0-9+.-]*:\/\/|mailto:)?(?:[\p{L}\p{N}._%+-]+@)?)((?:[\p{L}\p{N}]+(?:-+[\p{L}\p{N}]+)*\.)+)(xn--[a-z0-9-]+|\p{L}{2,63})(?![\p{L}\p{N}\p{M}@])(?::[0-9]{1,5})?([/?#][^\s<>"(),]*)?/iuy;

export function findDealers(phrase: Phrase, context: Knowledge): Match[] {
  const { text, words } = phrase;
  const dealers: Match[] = [];
  let from = 0;
  while (from < words.length) {
    const { start } = words[from];
    DOMAIN.lastIndex = start;
    const found = DOMAIN.exec(text);
    const end = found === null ? start : start + lengthWithoutPunctuation(found[0]);
    if (found === null || !isDomain(found, context)) {
      from++;
      continue;
    }
    const domain = dealerDomain(text.slice(start, end));
    let to = from + 1;
    // The word `example's` ends after the domain.
    while (to < words.length && words[to].start < end) to++;
    // An address for mail among other words is that of a person: `email me at`.
    const isPerson = from > 0 && found[1].endsWith('@');
    if (domain !== undefined) dealers.push({ from, to, meaning: isPerson ? { kind: 'stop_words' } : { kind: 'dealer', domain } }); // prettier-ignore
    from = to;
  }
  return dealers;
}

const PUNCTUATION = ".;:!?'’]";

/** The length of a text without the punctuation at its end. */
function lengthWithoutPunctuation(text: string): number {
  let end = text.length;
  while (end > 0 && PUNCTUATION.includes(text[end - 1])) end--;
  return end;
}

function isDomain([, before, labels, top, path]: RegExpExecArray, { vocabulary }: Knowledge): boolean {
  if (before !== '' || path !== undefined || labels.toLowerCase().startsWith('www.')) return true;
  const names = labels.slice(0, -1).split('.');
  if (names.every((name) => /^[0-9]+$/.test(name)) && classifyFuel(top) !== undefined) return false;
  if (names.length === 1 && NAMES['no domain'].has(names[0].toLowerCase())) return false;
  if (vocabulary.models(nameKey(labels + top), undefined).length > 0 || classifyFuel(top) !== undefined)
    return false;
  return !(/^\p{Lu}\p{Ll}/u.test(top) && /^[\p{Ll}\p{N}]+$/u.test(names.at(-1) ?? ''));
}
