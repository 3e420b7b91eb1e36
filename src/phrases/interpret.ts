// Interprets a phrase as a search, by tables and rules: the same text always gives the same search. Every word either sets a
// parameter, is searched for in `q`, or is listed as unsupported or ignored.
import type { ParameterName } from '../query/parameters.ts';
import type { TextPiece } from '../stock/listing-index.ts';
import type { SearchQuery } from '../query/search-query.ts';
import { parseQuery } from '../query/parse-query.ts';
import { hasInvalidCharacter } from '../query/parse-value.ts';
import { invalidParameters, type ParameterIssue, type Problem } from '../problem.ts';
import { quoted, trimWhiteSpace } from '../quoted-text.ts';
import { resolveSlots } from './build-query.ts';
import { asStopWords, kinds, STOP_WORDS, type PhraseContext, type Match } from './words/match.ts';
import {
  MAX_TEXT_LENGTH,
  QueryBuilder,
  type MissingTexts,
  type Span,
  type Understood,
  type Unsupported,
} from './words/query-builder.ts';
import { tokenizePhrase, type Phrase } from './words/tokenized-phrase.ts';
import { annotationAt, type Rule } from './rules.ts';
import { classifyFuel } from '../vehicle/classify.ts';
import { dealerDomain } from '../listing/domain-name.ts';
import { nameKey } from '../vehicle/name-key.ts';
import { NAMES } from './words/word-lists.ts';

export interface Interpretation {
  readonly text: string;
  /** In the specification's order; a search accepts all of them. */
  readonly parameters: Readonly<Partial<Record<ParameterName, string>>>;
  /** In the order of the text. Any two have the same span or spans that do not overlap. */
  readonly understood: readonly Understood[];
  /** The same as the parameter, or null. */
  readonly q: string | null;
  readonly unsupported: readonly Unsupported[];
  /** Words without a meaning of their own: `looking for a`. */
  readonly ignoredWords: readonly Span[];
  /** The parameters, parsed. */
  readonly query: SearchQuery;
}

export interface ReadPhrase {
  readonly phrase: Phrase;
  readonly matches: readonly Match[];
}

/**
 * The words of a text. Throws a Problem `invalid_parameters` if it is longer than `q` may be, in which a text of search words alone
 * always fits, or has an invalid character.
 */
export function tokenizeText(text: string): Phrase {
  const trimmed = trimWhiteSpace(text);
  // A character is at most two code units, so the rest of a long text need not be read.
  if (Array.from(trimmed.slice(0, 2 * MAX_TEXT_LENGTH + 1)).length > MAX_TEXT_LENGTH)
    throw badText('too_long', trimmed, `at most ${MAX_TEXT_LENGTH} characters long`);
  if (hasInvalidCharacter(trimmed))
    throw badText('invalid_character', trimmed, 'without a NUL or half a character');
  return tokenizePhrase(trimmed);
}

export interface ResolvedPhrase {
  readonly pieces: readonly TextPiece[];
  /** The search without the pieces that no listing has. To be called once. */
  readonly describe: (...missing: MissingTexts) => Interpretation;
}

/**
 * The search that the annotations of a phrase describe, for the stock to say which of its words it has. `hasPlace`: distances
 * that it names are from the place of an earlier search. Undefined: the phrase is a whole request.
 */
export function resolve(
  { phrase, matches }: ReadPhrase,
  { gazetteer }: Pick<PhraseContext, 'gazetteer'>,
  hasPlace?: boolean,
): ResolvedPhrase {
  const builder = new QueryBuilder(phrase, hasPlace);
  resolveSlots(builder, matches, phrase);
  return {
    pieces: builder.pieces(),
    describe(...missing) {
      const { pairs, ...rest } = builder.finish(...missing);
      return {
        text: phrase.text,
        parameters: Object.fromEntries(pairs),
        ...rest,
        query: parseQuery(pairs, gazetteer).query,
      };
    },
  };
}

function badText(code: ParameterIssue['code'], value: string, rule: string): Problem {
  const message = `text must be ${rule} (got ${quoted(value)}).`;
  return invalidParameters([{ parameter: 'text', code, value, message }]);
}

/**
 * Annotates words from left to right, which is most of the work. Rules read a bounded number of words, so the time is linear in
 * the text. `rules` are those of rules.ts, unless a test has others.
 */
export function annotate(phrase: Phrase, context: PhraseContext, rules?: readonly Rule[]): Match[] {
  const matches: Match[] = [];
  const dealers = findDealers(phrase, context);
  let at = 0;
  while (at < phrase.words.length) {
    if (dealers.at(0)?.from === at) matches.push(...dealers.splice(0, 1));
    else
      pushOver(
        matches,
        annotationAt(phrase, at, context, matches.at(-1), dealers.at(0)?.from ?? Infinity, rules),
        phrase,
      );
    at = matches.at(-1)?.to ?? at;
  }
  return matches;
}

/** Kinds whose words a later match may need. */
const YIELDING = kinds('stop_words', 'stance', 'free_text', 'unsupported');

/**
 * Adds a match in place of those that it begins before, unless they have a meaning of their own. A limit whose side nothing
 * turned round is not the object of a negation before it: `not made of money, so under 3k`.
 */
function pushOver(matches: Match[], match: Match, { words }: Phrase): void {
  let { from } = match;
  const first = matches.findIndex(({ to }) => to > from);
  const yielding = first === -1 ? [] : matches.splice(first);
  const kept = yielding.findLastIndex(({ meaning }) => !YIELDING.has(meaning.kind));
  matches.push(...yielding.slice(0, kept + 1));
  from = Math.min(from, yielding.at(kept + 1)?.from ?? from);
  const added = { ...match, from: Math.max(from, matches.at(-1)?.to ?? 0) };
  const { meaning } = match;
  if ((meaning.kind === 'range' || meaning.kind === 'distance') && meaning.hasComparator === true) {
    let last = matches.length - 1;
    while (last >= 0 && words[matches[last].to].flows && matches[last].meaning.kind === 'stop_words') last--;
    const before = matches.at(last);
    const isTurned = meaning.kind === 'range' && meaning.isTurned === true;
    if (
      before?.meaning.kind === 'stance' &&
      before.meaning.stance !== 'wish' &&
      // `electric unless it's over 20k`
      (before.meaning.isException !== true || isTurned) &&
      words[before.to].flows
    )
      matches[last] = asStopWords(before);
  }
  matches.push(added);
}

/** The share of the words that mean something which are in the search, from 0 to 1 in hundredths. */
export function understoodShare({
  text,
  unsupported,
  ignoredWords,
}: Pick<Interpretation, 'text' | 'unsupported' | 'ignoredWords'>): number {
  const isIn = (spans: readonly Span[], at: number): boolean =>
    spans.some(({ start, end }) => start <= at && at < end);
  const words = tokenizePhrase(text).words.filter(({ start }) => !isIn(ignoredWords, start));
  const understood = words.filter(({ start }) => !isIn(unsupported, start));
  return words.length === 0 ? 0 : Math.round((understood.length / words.length) * 100) / 100;
}

/** Scheme, user, labels, top-level domain, port, path. */
const DOMAIN =
  /((?:[a-z][a-z0-9+.-]*:\/\/|mailto:)?(?:[\p{L}\p{N}._%+-]+@)?)((?:[\p{L}\p{N}]+(?:-+[\p{L}\p{N}]+)*\.)+)(xn--[a-z0-9-]+|\p{L}{2,63})(?![\p{L}\p{N}\p{M}@])(?::[0-9]{1,5})?([/?#][^\s<>"(),]*)?/iuy;

/**
 * Dealers' domains, which may be written as URLs (`https://x.example/stock?page=2`) or with a possessive (`x.example's`).
 * Decimals (`2.0`), abbreviations (`e.g.`), names (`St.Albans`, `ID.Buzz`) and sentences without a space between them
 * (`golf.Must`) are not domains.
 */
function findDealers(phrase: Phrase, context: PhraseContext): Match[] {
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
    if (domain !== undefined)
      dealers.push({ from, to, meaning: isPerson ? STOP_WORDS : { kind: 'dealer', domain } });
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

function isDomain([, before, labels, top, path]: RegExpExecArray, { vocabulary }: PhraseContext): boolean {
  if (before !== '' || path !== undefined || labels.toLowerCase().startsWith('www.')) return true;
  const names = labels.slice(0, -1).split('.');
  if (names.length === 1 && NAMES['no domain'].has(names[0].toLowerCase())) return false;
  if (vocabulary.models(nameKey(labels + top), undefined).length > 0 || classifyFuel(top) !== undefined)
    return false;
  return !(/^\p{Lu}\p{Ll}/u.test(top) && /^[\p{Ll}\p{N}]+$/u.test(names.at(-1) ?? ''));
}
