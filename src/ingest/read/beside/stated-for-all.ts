// Collects the facts that a feed states once for all of its records, in the text beside them: where they are, `Hill Farm, Ludlow
// SY8 2HT` above a table; the fuel, the gearbox and the unit of records that do not say their own, `Everything manual and diesel
// unless it says`; the dealer's site, and where its pictures and pages are. A fact that is stated in two ways does not count.
import { classifyFuel, classifyTransmission } from '../../../vehicle/classify.ts';
import { PLACE_FIELDS } from '../../tables/feed-fields.ts';
import { hasWord } from '../../tables/feed-tables.ts';
import {
  isWholePostcode,
  parsePostalAddress,
  POSTCODE,
  townOfPostcode,
} from '../../values/postal-address.ts';
import { isEmptyValue } from '../../values/text.ts';
import { rootsIn, type StatedRoots } from '../../values/stated-root.ts';
import { siteIn } from '../../values/url.ts';
import type { FeedNotice, NoticeReason } from '../feed-record.ts';

type Field = 'postcode' | 'loc' | 'fuel_type' | 'transmission' | 'mileage_unit';
type Fact = readonly [of: Field | keyof StatedRoots | 'site', value: string];

/**
 * What holds for all records: values of fields for those that say none, roots of addresses, and the host of the dealer's site.
 */
export type Stated = Readonly<Partial<Record<Fact[0], string | undefined>>>;

/** What is beside the records, rather than one of them. */
const BESIDE: ReadonlySet<NoticeReason> = new Set(['before_header', 'outside_records', 'footnote']);

/** The facts that a notice states. The first site counts: `Our site is https://www.moor.example`. */
export function factsIn(
  { reason, text: shown, whole: text = shown }: FeedNotice,
  dealer: string | undefined,
  stated: Stated,
): readonly Fact[] {
  const site = stated.site === undefined ? siteIn(text, dealer) : undefined;
  const isBeside = BESIDE.has(reason);
  return [
    ...(site === undefined ? [] : [['site', site] as const]),
    ...rootsIn(text, dealer),
    ...(isBeside ? [...placesIn(text, site !== undefined), ...classesIn(text)] : []),
  ];
}

export function withFacts(stated: Stated, facts: readonly Fact[]): Stated {
  const all: { -readonly [Of in keyof Stated]: Stated[Of] } = { ...stated };
  for (const [of, value] of facts) all[of] = of in all && all[of] !== value ? undefined : value;
  return all;
}

/** In the source of a web page, shorter forms may be of anything. */
const POSTCODE_IN_PAGE = /(?<![\w-])[A-Z]{1,2}[0-9][0-9A-Z]? [0-9][A-Z]{2}(?![\w-])/g;
/** The words before an address that is not the yard's. */
const OTHER =
  /\b(?:registered|head office|correspondence|customer|finance|insurance|warranty|auction)\b[^.;\n]{0,60}$/i;
const ADDRESS = /(?:https?:|www\.)\S*/gi;
/** `All cars at our Wicksea yard`, `Everything is at the Market Drayton site`. */
const YARD =
  /\b(?:[Aa]ll|[Ee]very|[Ee]verything)\b[^.]{0,40} (?:at|from|in) (?:our|the) (\p{Lu}\p{Ll}+(?:[ -]\p{L}{2,}){0,3}?),? (?:branch|depot|forecourt|garage|premises|showroom|site|store|yard)\b/u;

/** The places that a text says. `isLetterhead`: it has the address of the dealer's site too. */
function placesIn(text: string, isLetterhead: boolean): readonly Fact[] {
  const postcodes = Array.from(text.matchAll(POSTCODE), ({ 0: code, index }): Fact[] => {
    const isTheirs = !OTHER.test(text.slice(Math.max(0, index - 100), index));
    return isTheirs && isReal(code) ? [['postcode', code.toUpperCase().replace(/ ?(?=.{3}$)/, ' ')]] : [];
  }).flat();
  const isShort = isLetterhead && text.length <= 300 && !text.includes('{');
  const town = isShort ? parsePostalAddress(text.replace(ADDRESS, ' ')).town : undefined;
  const loc = YARD.exec(text)?.[1] ?? town;
  return loc === undefined ? postcodes : [...postcodes, ['loc', loc]];
}

/** The only postcode in the source of a web page. */
export function postcodeOfPage(page: string): string | undefined {
  const [code, ...others] = new Set((page.match(POSTCODE_IN_PAGE) ?? []).filter(isReal));
  return others.length === 0 ? code : undefined;
}

function isReal(code: string): boolean {
  return isWholePostcode(code) && townOfPostcode(code) !== undefined;
}

const EXCEPTION = /\b(?:unless|except|other than|apart from|but)\b/;
const CLASSES = { fuel_type: classifyFuel, transmission: classifyTransmission } as const;
/** What is left of a sentence about the classes of all, with `#` for these. Not `All diesel cars are automatic`. */
const OF_ALL =
  /^(?:all|every|everything|each)(?: (?:our|the|cars?|vans?|vehicles?|stock|is|are|in|on))*(?: (?:#|and|with|engines?|gearbox(?:es)?))*$/;
/** Also the label of a link: `All automatic`. */
const LABEL = /^(?:all|every|each) #$/;
const IN_KM =
  /^(?:(?:all|the|our|cars|vans|vehicles|odometers?|mileages?|clocks?|readings?|distances?|is|are|in|read|show) ){2,8}(?:kms?|kilomet(?:re|er)s?)$/;

/** The fuel, the gearbox and the unit that sentences, in a line or over several, say of all. */
function classesIn(text: string): readonly Fact[] {
  return [text, text.replaceAll('\n', ' ')].flatMap((lines) =>
    lines.split(/[.;](?:\s|$)|\n/).flatMap((sentence): Fact[] => {
      const words = wordsOf(sentence.toLowerCase().split(EXCEPTION, 1)[0]);
      if (IN_KM.test(words.join(' '))) return [['mileage_unit', 'km']];
      if (!OF_ALL.test(words.slice(0, 1).join())) return [];
      const classed = FIELDS.map((field) => [field, words.map(CLASSES[field])] as const);
      const left = words.map((word, n) => (classed.some(([, found]) => found[n] !== undefined) ? '#' : word));
      const shape = left.join(' ');
      const isOfAll = OF_ALL.test(shape) && (!LABEL.test(shape) || EXCEPTION.test(sentence));
      return (isOfAll ? classed : []).flatMap(([field, found]): Fact[] => {
        const [one, ...others] = new Set(found.filter((value) => value !== undefined));
        return one === undefined || others.length > 0 ? [] : [[field, one]];
      });
    }),
  );
}

const FIELDS = ['fuel_type', 'transmission'] as const;

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? [];
}

/** The stated values that a record does not say itself, in a column or in a word outside addresses. */
export function unsaid(
  stated: Stated,
  names: readonly string[],
  columns: readonly ({ readonly field: string } | null | undefined)[],
  values: readonly unknown[],
): readonly [Field, string][] {
  const has = (field: string): boolean => columns.some((column) => column?.field === field);
  const isUnsaid = (of: Fact[0]): boolean => {
    // A postcode says more than a name.
    if (of === 'postcode' || of === 'loc')
      return !PLACE_FIELDS.some(has) && !(of === 'loc' && 'postcode' in stated);
    if (of === 'mileage_unit') return !has(of) && !names.some((name) => hasWord(name, 'unit'));
    const isBlank = (field: string): boolean =>
      columns.every((column, n) => column?.field !== field || isEmptyValue(values[n]));
    if ((of !== 'fuel_type' && of !== 'transmission') || !isBlank(of)) return false;
    const texts = values.flat().join(' ').split(/\s/);
    const words = texts.flatMap((text) => (/\.[a-z]/i.test(text) && text.includes('/') ? [] : wordsOf(text)));
    return !words.some((word) => CLASSES[of](word) !== undefined);
  };
  const given = Object.entries(stated) as [Field, string | undefined][];
  return given.flatMap(([of, value]) => (value !== undefined && isUnsaid(of) ? [[of, value]] : []));
}
