// Reads what the lines above a list of vehicles say of all of them: where they are, `All cars at our Wicksea yard`, the fuel and
// the gearbox of those that say no other, `Everything manual and diesel unless it says`, and that the odometers are in kilometres.
import { isObject } from '../../json.ts';
import { classifyFuel, classifyTransmission } from '../../vehicle/classify.ts';
import { partWords, wordsFor } from '../tables/feed-tables.ts';
import { isWholePostcode } from '../values/postal-address.ts';
import type { FeedItem, FieldOf } from './feed-record.ts';

type Facts = Readonly<Record<string, unknown>>;

const POSTCODE = /(?<![a-z0-9])[a-z]{1,2}[0-9][a-z0-9]? ?[0-9][a-z]{2}(?![a-z0-9])/gi;
/** `All cars at our Wicksea yard`, `Everything is at the Market Drayton site`. */
const YARD =
  /\b(?:[Aa]ll|[Ee]very|[Ee]verything)\b[^.]{0,40} (?:at|from|in) (?:our|the) (\p{Lu}\p{Ll}+(?:[ -]\p{L}{2,}){0,3}?),? (?:branch|depot|forecourt|garage|premises|showroom|site|store|yard)\b/u;
const EXCEPTION = /\b(?:unless|except|other than|apart from|but)\b/;
const CLASSES = { fuel_type: classifyFuel, transmission: classifyTransmission } as const;
/** What is left of a sentence about the classes of all, with `#` for these. Not `All diesel cars are automatic`. */
const OF_ALL =
  /^(?:all|every|everything|each)(?: (?:our|the|cars?|vans?|vehicles?|stock|is|are|in|on))*(?: (?:#|and|with|engines?|gearbox(?:es)?))*$/;
const IN_KM =
  /^(?:(?:all|the|our|cars|vans|vehicles|odometers?|mileages?|clocks?|readings?|distances?|is|are|in|read|show) ){2,8}(?:kms?|kilomet(?:re|er)s?)$/;

/** The facts of all vehicles below the lines that say no other. */
export function saidOfAll(above: readonly string[]): Facts {
  const codes = new Set(above.flatMap((line) => line.match(POSTCODE) ?? []).filter(isWholePostcode));
  const town = above.map((line) => YARD.exec(line)?.[1]).find(Boolean);
  const said: Record<string, unknown> = {};
  if (codes.size === 1) said.postcode = [...codes].join('');
  else if (codes.size === 0 && town !== undefined) said.loc = town;
  for (const sentence of [...above, above.join(' ')].flatMap((text) => text.split(/[.;](?:\s|$)/))) {
    const words = wordsOf(sentence.toLowerCase().split(EXCEPTION, 1)[0]);
    const classed = Object.entries(CLASSES).map(([fact, classOf]) => [fact, words.map(classOf)] as const);
    const left = words.map((word, n) =>
      classed.some(([, classes]) => classes[n] !== undefined) ? '#' : word,
    );
    if (IN_KM.test(words.join(' '))) said.mileage_unit = 'km';
    for (const [fact, classes] of OF_ALL.test(left.join(' ')) ? classed : []) {
      const [one, ...others] = new Set(classes.filter((found) => found !== undefined));
      if (one !== undefined && others.length === 0) said[fact] = one;
    }
  }
  return said;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? [];
}

const PLACES = ['loc', 'postcode', 'address', 'branch'];

/** A record with the facts of all that it does not say itself, in a column or in a word outside addresses. */
export function withFactsOfAll(item: FeedItem, said: Facts, fieldOf: FieldOf): FeedItem {
  if (item.kind !== 'record' || !isObject(item.value)) return item;
  const names = Object.keys(item.value);
  const own = new Set(names.map(fieldOf));
  const texts = Object.values(item.value).flat().join(' ').split(/\s/);
  const words = texts.flatMap((text) => (/\.[a-z]/i.test(text) && text.includes('/') ? [] : wordsOf(text)));
  const hasUnit = names.some((name) => partWords(name).some((word) => wordsFor('unit').has(word)));
  const isSaid = (fact: string): boolean => {
    if (fact === 'fuel_type' || fact === 'transmission')
      return own.has(fact) || words.some((word) => CLASSES[fact](word) !== undefined);
    return fact === 'mileage_unit' ? hasUnit : PLACES.some((place) => own.has(place));
  };
  const added = Object.entries(said).filter(([fact]) => !isSaid(fact));
  return { ...item, value: { ...Object.fromEntries(added), ...item.value } };
}
