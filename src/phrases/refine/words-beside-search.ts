// What words mean only beside a search: `under 45` after a price of £30,000 is a price, `make it 60k` after a limit of 50,000
// miles a mileage, `only the Grand` after a C4 Picasso a model. If the search has no such limit, or several that fit, the
// question stays.
import { KM_PER_MILE } from '../../geo/great-circle.ts';
import { PARAMETER_NAMES, type ParameterName } from '../../query/parameters.ts';
import type { Interpretation } from '../interpret.ts';
import type { Unsupported } from '../words/query-builder.ts';
import { readNumeral } from '../words/numerals.ts';
import { tokenizePhrase } from '../words/tokenized-phrase.ts';
import { bandOf } from '../limits/resolve-quantity.ts';
import { splitValues } from '../../query/parameter-text.ts';
import { isTermWord } from '../terms/term.ts';
import { QUANTITIES } from '../limits/quantity-words.ts';
import { isTableWord } from '../words/word-lists.ts';
import { isOfSide, MEASURES, measureOfTopic, type Measure, type LimitSide } from './measures.ts';
import type { SearchParameters, SearchUnderChange } from './search-under-change.ts';
import { baseModel, nameModel } from '../../vehicle/model-name.ts';
import { nameKey } from '../../vehicle/name-key.ts';
import { ukVocabulary, type ModelName, type Vocabulary } from '../words/vocabulary.ts';

type ClauseReading = Pick<Interpretation, 'text' | 'parameters' | 'understood' | 'unsupported'>;

/** Measures whose numbers can be mistaken for each other's. */
const MEASURED_ALIKE = ['price', 'mileage'] as const;
/** An amount of another kind is further from the limit of the search than this. */
const MAX_RATIO = 5;
/** The same of an amount that replaces a limit among other words: `sixty is too many, make it forty`. */
const MAX_NEAR_RATIO = 2;

/** What the words around an amount say of it. */
interface AmountContext {
  /** It has no unit, so it was read as a price. */
  readonly hasNoUnit: boolean;
  /** Nothing else is asked for. */
  readonly isAlone: boolean;
  /** It takes the place of a value: `make it 9`. */
  readonly replaces: boolean;
  /** Words beside it ask for fewer or more miles. */
  readonly isBesideMiles: boolean;
  /** Words beside it allow any mileage. */
  readonly isBesideAnyMiles: boolean;
  /** It follows words of a mileage: `low mileage, 30k`. */
  readonly isBehindMiles: boolean;
}

/** What was read of a clause, with its amounts in the units that the search and the words around them suggest. */
export function amountsInContext(
  asked: ClauseReading,
  search: SearchUnderChange,
  context: AmountContext,
): ClauseReading {
  const { hasNoUnit, isAlone, replaces } = context;
  const ratio = isAlone ? MAX_RATIO : replaces ? MAX_NEAR_RATIO : 0;
  const read = hasNoUnit ? inContext(asked, search, context) : asked;
  return read.unsupported.reduce<ClauseReading>((so, entry) => {
    const found =
      ofQuestion(entry, search) ?? (ratio > 0 ? ofNumber(entry, so.text, search, ratio) : undefined);
    if (found === undefined) return so;
    const { words, start, end } = entry;
    const named = PARAMETER_NAMES.flatMap((parameter) => {
      const value = found[parameter];
      return value === undefined ? [] : [{ parameter, value, words, start, end }];
    });
    return {
      ...so,
      parameters: { ...so.parameters, ...found },
      understood: [...so.understood, ...named],
      unsupported: so.unsupported.filter((other) => other !== entry),
    };
  }, read);
}

/** The limits of a measure that the search has. */
function valuesOf(search: SearchUnderChange, measure: Measure): number[] {
  return MEASURES[measure].limits.flatMap((limit) => search.number(limit) ?? []);
}

function fits(value: number, limits: readonly number[], ratio = MAX_RATIO): boolean {
  return limits.some((limit) => value <= limit * ratio && limit <= value * ratio);
}

/** The only choice of a question whose measure has about as large a limit in the search. */
function ofQuestion({ asks }: Unsupported, search: SearchUnderChange): SearchParameters | undefined {
  const possible = (asks?.choices ?? []).filter(({ parameters }) =>
    Object.entries(parameters).some(([name, value]) =>
      MEASURED_ALIKE.some(
        (measure) => measure === measureOfTopic(name) && fits(Number(value), valuesOf(search, measure)),
      ),
    ),
  );
  return possible.length === 1 ? possible[0].parameters : undefined;
}

/** The side of the limit that a number is if the words before it say so: `to 20`, `from 10`. */
function sideAfter(before: string): LimitSide | undefined {
  const phrase = tokenizePhrase(before);
  const last = phrase.words.length - 1;
  if (last < 0) return undefined;
  if (QUANTITIES.joint.find(phrase, last)?.meaning === 'to') return 'max';
  const side = QUANTITIES['limit before'].find(phrase, last)?.meaning.side;
  return side === 'min' || side === 'max' ? side : undefined;
}

/** `make it 9` after £8,000, `from 6` after up to £8,000, or `make it 40` after 25 km. */
function ofNumber(
  { words, start, asks }: Unsupported,
  text: string,
  search: SearchUnderChange,
  ratio: number,
): SearchParameters | undefined {
  const phrase = tokenizePhrase(words);
  const { value = 0, length = 0 } = readNumeral(phrase, 0) ?? {};
  if (asks !== undefined || length < phrase.words.length || value < 1 || value >= 1000) return undefined;
  const thousands = Math.round(value * 1000);
  const side = sideAfter(text.slice(0, start));
  const found = MEASURED_ALIKE.flatMap((measure) => {
    const { limits } = MEASURES[measure];
    return limits.flatMap((limit) => {
      // `dearer is ok, say 15` has lifted the limit.
      const value = Number(search.get(limit) ?? search.before(limit) ?? NaN);
      const isNear = value !== thousands && fits(thousands, [value], ratio);
      return isNear
        ? [side === undefined ? limit : (limits.find((own) => isOfSide(own, side)) ?? limit)]
        : [];
    });
  });
  const [name, ...others] = new Set(found);
  if (name !== undefined) return others.length === 0 ? { [name]: String(thousands) } : undefined;
  const isOfDistance = search.get('distance') !== undefined && search.get('location') !== undefined;
  return isOfDistance && Number.isInteger(value)
    ? { distance: String(bandOf(value * KM_PER_MILE)) }
    : undefined;
}

/** Years of models that somebody asks for are not further apart. */
const MAX_YEARS = 15;

export function isYearBeside(value: number, search: SearchUnderChange): boolean {
  return value % 500 !== 0 && valuesOf(search, 'year').some((year) => Math.abs(year - value) <= MAX_YEARS);
}

/** Engines that somebody asks for are not further apart. */
const MAX_ENGINE_RATIO = 2;

/** A price that was said without a unit, as a mileage, a year or litres if only that fits what the search has. */
function inContext(
  asked: ClauseReading,
  search: SearchUnderChange,
  { isBesideMiles, isBesideAnyMiles, isBehindMiles }: AmountContext,
): ClauseReading {
  const values = MEASURES.price.limits.flatMap((limit) => asked.parameters[limit] ?? []).map(Number);
  const isFree = (measure: Measure): boolean =>
    MEASURES[measure].limits.every((limit) => asked.parameters[limit] === undefined);
  const prices = valuesOf(search, 'price');
  const isMileage = (value: number): boolean =>
    isBesideMiles ||
    (isBehindMiles && !fits(value, prices, MAX_NEAR_RATIO)) ||
    (!isBesideAnyMiles && fits(value, valuesOf(search, 'mileage')) && !fits(value, prices));
  // `up to 1.2` after a litre
  const isEngine = (value: number): boolean =>
    value % 1000 !== 0 && value < 10_000 && fits(value / 1000, valuesOf(search, 'engine'), MAX_ENGINE_RATIO);
  const isYear = (value: number): boolean => isYearBeside(value, search);
  const meant = (
    [
      ['engine', isEngine],
      ['year', isYear],
      ['mileage', isMileage],
    ] as const
  ).find(([measure, isOfMeasure]) => values.every(isOfMeasure) && isFree(measure));
  return values.length === 0 || meant === undefined ? asked : renamed(asked, meant[0]);
}

/** What was read with its prices as limits of another measure. */
function renamed(asked: ClauseReading, measure: Measure): ClauseReading {
  const own = (name: ParameterName, value: string): readonly [ParameterName, string] => {
    const limit = MEASURES[measure].limits.find((bound) => bound.replace(/^.*_/, 'price_') === name);
    return [
      limit ?? name,
      limit !== undefined && measure === 'engine' ? String(Number(value) / 1000) : value,
    ];
  };
  return {
    ...asked,
    parameters: Object.fromEntries(
      PARAMETER_NAMES.flatMap((name) => {
        const value = asked.parameters[name];
        return value === undefined ? [] : [own(name, value)];
      }),
    ),
    understood: asked.understood.map(({ parameter: name, value: said, words, start, end }) => {
      const [parameter, value] = own(name, said);
      return { parameter, value, words, start, end };
    }),
  };
}

/** Numbers of so few digits are as often something else. */
const MIN_DIGITS = 3;
/** Maximum models of a search that a word may complete, because each takes two look-ups for each of the phrase's words. */
const MAX_COMPLETED = 10;

/**
 * The names that phrases use, with those that only the search makes names: `the NX` of a Lexus, `only the Grand` after a Scenic.
 */
export function vocabularyBeside(vocabulary: Vocabulary, current: SearchParameters): Vocabulary {
  const makes = new Set(
    splitValues(current['make'] ?? '').any.flatMap((make) => vocabulary.make(nameKey(make)) ?? []),
  );
  const modelsOfSearch = new Set(splitValues(current['model'] ?? '').any.map(nameKey));
  // `not the MGs`
  const make: Vocabulary['make'] = (key) =>
    vocabulary.make(key) ??
    (key.endsWith('s') && !isTableWord(key)
      ? [...makes].find((own) => own === vocabulary.make(key.slice(0, -1)))
      : undefined);
  if (makes.size + modelsOfSearch.size === 0) return vocabulary;
  const models: Vocabulary['models'] = (key, after) => {
    const found = vocabulary.models(key, after);
    // `remove the Born`
    const isShort = /^[0-9]+$/.test(key) && key.length < MIN_DIGITS;
    const isWord = !modelsOfSearch.has(key) && (isTableWord(key) || isTermWord(key) || isShort);
    if (found.length > 0 || after !== undefined || makes.size === 0) return found;
    const names = [
      ...(isWord ? [] : [key]),
      ...[...modelsOfSearch].slice(0, MAX_COMPLETED).flatMap((model) => [key + model, model + key]),
    ];
    return names.flatMap((name) => vocabulary.modelsAnywhere(name).filter(({ make }) => makes.has(make)));
  };
  // A name of the search may be behind other letters.
  return { ...vocabulary, make, models, mayBegin: () => true };
}

/** The models of the search, without the words of their versions. */
export function searchedModels({ make = '', model = '' }: SearchParameters): readonly ModelName[] {
  const makes = splitValues(make).any;
  return splitValues(model).any.flatMap((own) =>
    makes.flatMap((one) => {
      const named = nameModel(one, own);
      return named === undefined || named.make === null
        ? []
        : [{ make: named.make, model: baseModel(named.make, named.model) }];
    }),
  );
}

/** A model without the words of a version that its text may have: `Golf` for `Golf R`. */
export function modelWithoutVersion(model: string): string {
  const words = model.split(' ');
  for (let length = words.length; length > 0; length--) {
    const name = words.slice(0, length).join(' ');
    if (ukVocabulary().models(nameKey(name), undefined).length > 0) return name;
  }
  return model;
}
