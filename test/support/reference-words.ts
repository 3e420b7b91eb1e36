// What a listing's texts say, by the reference model: words, and tags. A tag begins with a mark, which no word contains:
// `=` a term of the trade, `@` a class, `+` two neighbours of the advert's title, `~` a sound of make or model.
import { compoundsOf, foldText, tokenize } from '../../src/engine/postings/tokenizer.ts';
import { beginsName } from '../../src/vehicle/name-keys.ts';
import type { Listing } from '../../src/listing/listing.ts';
import { makeKey, modelPrefixKeys } from '../../src/vehicle/model-terms.ts';
import { nameKey, soundKey } from '../../src/vehicle/name-key.ts';
import { FUEL_TYPES, TRANSMISSIONS } from '../../src/vehicle/classes.ts';
import { tradeTerms, type TradeTerm } from '../../src/vehicle/trade-terms.ts';
import { distance as editDistance } from '../engine/engine-model.ts';

/** A run of words that is a term of the trade has at most as many. */
export const MAX_RUN = 6;
const TITLE_WORDS = 12;
/** Words of a sentence, which no car's name has. */
const ENDS_TITLE = 'in with and this the a an is has for from on of to we our finished here very great lovely'.split(' '); // prettier-ignore
/** Of a tag, however often a listing says it. */
export const TAG_WEIGHT = 3;

/** The terms and classes that a run of words stands for. */
export interface Meaning {
  readonly spelled: readonly TradeTerm[];
  /** Said too by adverts, but not asked for. */
  readonly implied: readonly TradeTerm[];
}

/** A word, or a run of words that is a term or class of the trade. */
interface TextUnit {
  readonly key: string;
  readonly meaning?: Meaning | undefined;
}

export function wordsOf(text: string | null): string[] {
  return tokenize(foldText(text ?? ''));
}

export function isClass({ group }: TradeTerm): boolean {
  return group === 'fuel' || group === 'gearbox';
}

/** No word begins with a mark. */
export function isTag(term: string): boolean {
  return /^[=@+~]/.test(term);
}

/** Words with a digit and words of up to three letters are taken as they are. */
export function isCode(word: string): boolean {
  return word.length <= 3 || /\p{N}/u.test(word);
}

/** The word in plural, or in singular if it may be a plural; only for words of letters. */
export function inflections(word: string): string[] {
  if (!/^[a-z]{3,}$/.test(word)) return [];
  if (word.length >= 5 && word.endsWith('ies')) return [`${word.slice(0, -3)}y`, word.slice(0, -1)];
  if (word.length >= 4 && word.endsWith('s') && !word.endsWith('ss')) {
    const isLong = word.length >= 5 && /(?:s|x|z|ch|sh)es$/.test(word);
    return isLong ? [word.slice(0, -1), word.slice(0, -2)] : [word.slice(0, -1)];
  }
  if (/[^aeiou]y$/.test(word)) return [`${word.slice(0, -1)}ies`];
  if (/(?:ss|x|z|ch|sh)$/.test(word)) return [`${word}es`];
  return word.endsWith('s') ? [] : [`${word}s`];
}

/** The classes whose names a word may be a typing error of, or sounds like. */
export function misspeltClasses(word: string): TradeTerm[] {
  if (word.length < 5) return [];
  return tradeTerms().terms.filter(
    (term) =>
      isClass(term) &&
      term.spellings
        .map((spelling) => foldText(spelling))
        .filter((spelling) => /^[a-z]{5,}$/.test(spelling))
        .some((spelling) => soundsAlike(spelling, word) || editDistance(spelling, word) <= maxEdits(word)),
  );
}

function soundsAlike(a: string, b: string): boolean {
  return soundOf(a) !== undefined && soundOf(a) === soundOf(b);
}

export function maxEdits(word: string): number {
  return word.length <= 7 ? 1 : 2;
}

let meanings: ReadonlyMap<string, Meaning> | undefined;
let longestKey = 0;

/** What a run of words stands for, by the words without anything between. */
export function meaningOf(key: string): Meaning | undefined {
  meanings ??= readMeanings();
  return meanings.get(key);
}

function readMeanings(): ReadonlyMap<string, Meaning> {
  const read = new Map<string, { spelled: TradeTerm[]; implied: TradeTerm[] }>();
  for (const term of tradeTerms().terms) {
    for (const side of ['spelled', 'implied'] as const) {
      for (const key of side === 'spelled' ? term.keys : term.narrowerKeys) {
        const meaning = read.get(key) ?? { spelled: [], implied: [] };
        meaning[side].push(term);
        read.set(key, meaning);
        longestKey = Math.max(longestKey, key.length);
      }
    }
  }
  return read;
}

/** From the left, the longest runs that stand for something, and the words between them. */
function unitsOf(words: readonly string[]): (TextUnit & { readonly length: number })[] {
  const units: (TextUnit & { readonly length: number })[] = [];
  for (let at = 0; at < words.length;) {
    let [length, unit]: [number, TextUnit] = [1, { key: words[at] }];
    for (let n = 1, key = ''; n <= MAX_RUN && at + n <= words.length; n++) {
      key += words[at + n - 1];
      const meaning = n > 1 && words[at + n - 1] === 's' ? writtenAs(key) : meaningOf(key);
      if (meaning !== undefined && !beginsName(words, at, n)) [length, unit] = [n, { key, meaning }];
      if (key.length > longestKey) break;
    }
    units.push({ ...unit, length });
    at += length;
  }
  return units;
}

/** The same, but not of an inflection: in `black s line` is no plural of black. */
export function writtenAs(key: string): Meaning | undefined {
  const meaning = meaningOf(key);
  const terms = [...(meaning?.spelled ?? []), ...(meaning?.implied ?? [])];
  const isWritten = terms.some((term) =>
    [...term.spellings, ...term.narrower].some((one) => nameKey(one) === key),
  );
  return isWritten ? meaning : undefined;
}

/** The terms of the trade that a text spells, without classes; each once. */
export function termsSpelledIn(text: string | null): TradeTerm[] {
  const spelled = unitsOf(wordsOf(text)).flatMap(({ meaning }) => meaning?.spelled ?? []);
  return [...new Set(spelled)].filter((term) => !isClass(term));
}

/** From every word and tag of a listing to its impact: the weighted occurrences, saturated, from 1 to 15. */
export function termsOf(listing: Listing): Map<string, number> {
  const weights = new Map<string, number>();
  const add = (text: string, weigh: (length: number) => number): void => {
    const folded = foldText(text);
    const words = tokenize(folded);
    const weight = weigh(words.length);
    for (const term of [...words, ...compoundsOf(folded)])
      weights.set(term, (weights.get(term) ?? 0) + weight);
  };
  const { make, model, facts, loc, dealer, fullDescription } = textsOf(listing);
  for (const [text, weight] of [[make, 4], [model, 4], [facts, 2], [loc, 1.5], [dealer, 1]] as const) add(text, () => weight); // prettier-ignore
  // The longer a description, the less each word of it counts; 45 words are usual.
  add(fullDescription, (length) => 1 / (0.25 + (0.75 * length) / 45));
  for (const tag of tagsOf(listing)) weights.set(tag, TAG_WEIGHT);
  for (const [term, weight] of weights)
    weights.set(term, Math.max(1, Math.round((15 * weight) / (1.2 + weight))));
  return weights;
}

/** Each once. */
export function tagsOf(listing: Listing): ReadonlySet<string> {
  const { facts, fullDescription } = textsOf(listing);
  const texts = [listing.make, listing.model, facts, fullDescription].map(wordsOf);
  const said = texts.flatMap(unitsOf);
  return new Set([
    ...termTags(said),
    ...classTags(listing, said),
    ...titleTags(listing),
    ...texts.flatMap(splitCodes),
  ]);
}

/** The texts that a search reads: what the listing says, and other ways to write it. */
function textsOf(listing: Listing) {
  const { make, model, engineLitres: litres } = listing;
  const oneDecimal = litres === null || !Number.isInteger(litres) ? litres : `${litres}.0`;
  const engine = litres === null ? [] : [oneDecimal, `${oneDecimal}l`, `${litres}l`];
  const facts = [
    listing.year,
    listing.fuelType,
    listing.transmission,
    ...new Set(engine),
    listing.sourceTerms,
  ];
  return {
    make: make === null ? '' : `${make} ${makeKey(make)}`,
    model: model === null ? '' : `${model} ${modelPrefixKeys(model).join(' ')}`,
    facts: facts.filter((fact) => fact !== null).join(' '),
    loc: listing.loc ?? '',
    dealer: listing.dealer,
    fullDescription: listing.fullDescription ?? '',
  };
}

function saidBy(units: readonly TextUnit[]): TradeTerm[] {
  return units.flatMap(({ meaning }) =>
    meaning === undefined ? [] : [...meaning.spelled, ...meaning.implied],
  );
}

function termTags(units: readonly TextUnit[]): string[] {
  return saidBy(units)
    .filter((term) => !isClass(term))
    .map(({ id }) => `=${id}`);
}

/** The listing's own fuel and gearbox; those that its texts say only if its own are unknown. */
function classTags({ fuelType, transmission }: Listing, units: readonly TextUnit[]): string[] {
  const said = (group: string): string[] =>
    saidBy(units)
      .filter((term) => term.group === group)
      .map(({ id }) => id);
  const fuels = FUEL_TYPES.some((one) => one === fuelType) ? [nameKey(fuelType ?? '')] : said('fuel');
  const gearboxes = TRANSMISSIONS.some((one) => one === transmission)
    ? [nameKey(transmission ?? '')]
    : said('gearbox');
  return [...fuels, ...gearboxes].map((id) => `@${id}`);
}

/** Neighbours in make, model and the beginning of the description, without years and engine sizes; sounds. */
function titleTags({ make, model, fullDescription }: Listing): string[] {
  const names = [...wordsOf(make), ...wordsOf(model)];
  const named = (units: readonly TextUnit[]): TextUnit[] =>
    units.filter(({ key, meaning }) => meaning !== undefined || !isYearOrSize(key));
  const isName = (unit: TextUnit | undefined): boolean => name.some(({ key }) => key === unit?.key);
  const name = named([...unitsOf(wordsOf(make)), ...unitsOf(wordsOf(model))]);
  const title = named(titleOf(unitsOf(wordsOf(fullDescription))));
  // A description that begins with the make again names the car anew.
  const afterName = title[0]?.key === name[0]?.key ? title : [...name.slice(-1), ...title];
  // The title ends after two words in a row that are no spellings and name no car.
  const isKnown = (unit: TextUnit | undefined): boolean => unit?.meaning !== undefined || isName(unit);
  const end = afterName.findIndex((unit, i) => i > 0 && !isKnown(unit) && !isKnown(afterName[i - 1])) + 1;
  const sequences = [name, end === 0 ? afterName : afterName.slice(0, end)];
  const sounds = names.map(soundOf).filter((sound) => sound !== undefined);
  return [
    ...sequences.flatMap((units) => units.slice(1).map(({ key }, i) => `+${units[i].key}${key}`)),
    ...sounds.map((sound) => `~${sound}`),
  ];
}

/**
 * Two or three letters that are no term, and a number after them, also one that begins a term: `RAV 4 electric windows`; or a number
 * that is no term and its unit: `150 PS`.
 */
function splitCodes(words: readonly string[]): string[] {
  let end = 0;
  return unitsOf(words).flatMap(({ key, meaning, length }) => {
    end += length;
    const next = words.at(end);
    const isCode = meaning === undefined && SPLIT_CODE.test(`${key} ${next}`);
    return isCode ? [`+${key}${next}`] : [];
  });
}

const SPLIT_CODE = /^(?:[a-z]{2,3} \d{1,3}|\d{1,4}(?:\.\d\d?)? (?:hp|bhp|ps|kw|kwh|cc|nm|mpg|inch))$/;

/** The units that begin in the first words, until a word of a sentence. */
function titleOf(units: readonly (TextUnit & { readonly length: number })[]): TextUnit[] {
  const title: TextUnit[] = [];
  let at = 0;
  for (const unit of units) {
    if (at >= TITLE_WORDS || (unit.meaning === undefined && ENDS_TITLE.includes(unit.key))) break;
    title.push(unit);
    at += unit.length;
  }
  return title;
}

function isYearOrSize(key: string): boolean {
  return /^(?:19|20)\d\d$/.test(key) || /^(?:\d+\.\d+l?|\d+l)$/.test(key);
}

/** How a word of at least four letters sounds. */
export function soundOf(word: string): string | undefined {
  return isCode(word) ? undefined : soundKey(word);
}
