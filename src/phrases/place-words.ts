// Names of places that are also ordinary words, and the colours that places give their names to (`Oxford White`).
import type { TokenizedPhrase } from './tokenized-phrase.ts';

/** Towns that are ordinary words, names of people or of trims. Alone they need a word such as `near`, or a capital. */
const ORDINARY_TOWNS = new Set(
  ('alexandria alford ascot banff bath battle berkeley blackwood bourne brandon broadway brora bude chatham cobham ' +
    'crook crumlin dalry deal diss dollar doune douglas duns eye flint fleet forest freshwater gordon hamilton hampton ' +
    'heathfield holt hook horley hyde irvine iver keith kelso kyle largs lauder leek leigh leven liss looe louth ' +
    'malpas march marlow mayfield melrose mold moffat nelson neath newbridge oban olney otley par peel perth pewsey porth portland ' +
    'reading ripley ripon rugby rye sale sandwich sandown sandy seaton seaview selby settle shipley stanley stone street ' +
    'sutton vale ventnor ware washington wells wellington westbury westhill wick windsor wingate woodstock ' +
    'yarm lincoln acton camden chelsea denton eccles middleton morley speke swinton kingswood crosby').split(' '),
); // prettier-ignore

/** Of these, those that also follow `in`: `in March`, `in stone`. With a capital they are towns, except for the month. */
const ORDINARY_AFTER_IN = new Set('sale march flint sandy street stone forest vale'.split(' ')); // prettier-ignore
const NEVER_AFTER_IN = new Set(['march']);

/** Areas and misspelt towns whose names are ordinary words. */
const NEEDS_INTRODUCTION = new Set(
  ('beds berks ches hunts mons lakes peaks humber avon highland fens cornish bute gower cleveland angus jersey ' +
    'working stores garage wanting budget').split(' '),
); // prettier-ignore

const COLOURS = new Set(
  ('white black grey gray silver blue red green yellow orange brown beige cream gold bronze purple pearl metallic stone sand teal ' +
    'burgundy maroon pink leather edition trim').split(' '),
); // prettier-ignore

/** Of the ordinary towns, those that at the end of a clause are hardly anything else. */
const TOWN_AT_END = new Set('bath reading rugby perth lincoln sutton windsor wells woodstock wellington westbury sandown'.split(' ')); // prettier-ignore

/** Whether the word at `at`, after `in` or the like, is more likely an ordinary word than a town. */
export function isOrdinaryAfterIn({ words }: TokenizedPhrase, at: number): boolean {
  const { key, text } = words[at];
  return ORDINARY_AFTER_IN.has(key) && (NEVER_AFTER_IN.has(key) || !/^\p{Lu}\p{Ll}/u.test(text));
}

/** Whether the word at `at`, with no word before it that calls for a place, is more likely an ordinary word than a town. */
export function isOrdinaryAlone({ words }: TokenizedPhrase, at: number): boolean {
  const { key, text } = words[at];
  if (!ORDINARY_TOWNS.has(key)) return false;
  const endsClause = words.at(at + 1)?.flows !== true;
  const isName = at > 0 && /^\p{Lu}\p{Ll}/u.test(text) && words[at - 1].key !== 'in';
  return !(endsClause && (isName || TOWN_AT_END.has(key)));
}

export function needsIntroduction(key: string): boolean {
  return NEEDS_INTRODUCTION.has(key);
}

export function isColour(key: string): boolean {
  return COLOURS.has(key);
}
