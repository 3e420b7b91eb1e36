// What words mean only beside a search: `under 45` after a price of £30,000 is a price, `make it 60k` after a limit of 50,000 miles a mileage,
// `only the Grand` after a C4 Picasso a model. If the search has no such limit, or several that fit, the question stays.
import type { ParameterName } from '../../listing/parameters.ts';
import type { Interpretation } from '../interpret.ts';
import type { Unsupported } from '../query-builder.ts';
import { bandOf, KM_PER_MILE } from '../resolve-quantity.ts';
import { splitValues } from '../../listing/values.ts';
import { isTermWord } from '../term.ts';
import { isTableWord } from '../word-lists.ts';
import type { SearchParameters, SearchUnderChange } from './search-under-change.ts';
import { nameKey } from '../../vehicle/name-key.ts';
import type { Vocabulary } from '../vocabulary.ts';
import { textOf, unitsOf } from './search-words.ts';

type Read = Pick<Interpretation, 'parameters' | 'understood' | 'unsupported'>;

const MEASURES = ['price', 'miles'] as const;
const SIDES = ['max', 'min'] as const;
/** An amount of another kind is further from the limit of the search than this. */
const MAX_RATIO = 5;

/** `isUnsure`: a price was said without a unit. `isAlone`: the words ask for nothing else. `isOfMiles`: words beside them are of mileages. */
export function amountsInContext(
  asked: Read,
  search: SearchUnderChange,
  { isUnsure, isAlone, isOfMiles }: Readonly<Record<'isUnsure' | 'isAlone' | 'isOfMiles', boolean>>,
): Read {
  const read = isUnsure ? asMileage(asked, search, isOfMiles) : asked;
  return read.unsupported.reduce((so, entry) => {
    const found = ofQuestion(entry, search) ?? (isAlone ? (ofEnd(entry, asked, search) ?? ofNumber(entry, search)) : undefined); // prettier-ignore
    if (found === undefined) return so;
    const [parameter, value] = found;
    const { words, start, end } = entry;
    return {
      parameters: { ...so.parameters, [parameter]: value },
      understood: [...so.understood, { parameter, value, words, start, end }],
      unsupported: so.unsupported.filter((other) => other !== entry),
    };
  }, read);
}

/** The limits of prices or mileages that the search has. */
function limitsOf(search: SearchUnderChange, measure: (typeof MEASURES)[number]): number[] {
  return SIDES.flatMap((side) => search.number(`${measure}_${side}`) ?? []);
}

function fits(value: number, limits: readonly number[]): boolean {
  return limits.some((limit) => value <= limit * MAX_RATIO && limit <= value * MAX_RATIO);
}

/** Of the choices of a question, the only one whose kind the search has about as large a limit of. */
function ofQuestion({ asks }: Unsupported, search: SearchUnderChange): [ParameterName, string] | undefined {
  const possible = (asks?.choices ?? []).flatMap(({ parameters }) =>
    (Object.entries(parameters) as [ParameterName, string][]).filter(([name, value]) =>
      MEASURES.some((measure) => name.startsWith(measure) && fits(Number(value), limitsOf(search, measure))),
    ),
  );
  const [found, ...others] = possible;
  return found === undefined || others.length > 0 ? undefined : found;
}

/** `make it 9` after £8,000, or `make it 40` after 25 km. */
function ofNumber(
  { words, asks }: Unsupported,
  search: SearchUnderChange,
): [ParameterName, string] | undefined {
  if (asks !== undefined || !/^[1-9][0-9]{0,2}(?:\.[0-9])?$/.test(words)) return undefined;
  const value = Number(words);
  const possible = MEASURES.flatMap((measure) =>
    SIDES.flatMap((side): [ParameterName, string][] => {
      const name = `${measure}_${side}` as const;
      const limit = search.number(name);
      const thousands = Math.round(value * 1000);
      return limit !== undefined && fits(thousands, [limit]) ? [[name, String(thousands)]] : [];
    }),
  );
  const [found, ...others] = possible;
  if (found !== undefined) return others.length === 0 ? found : undefined;
  const isOfDistance = search.get('distance') !== undefined && search.get('location') !== undefined;
  return isOfDistance && Number.isInteger(value)
    ? ['distance', String(bandOf(value * KM_PER_MILE))]
    : undefined;
}

/** An end of `12 to 16` after £10,000 to £15,000. */
function ofEnd(
  entry: Unsupported,
  { unsupported }: Read,
  search: SearchUnderChange,
): [ParameterName, string] | undefined {
  const [low, high] = unsupported.map(({ words }) => (/^[1-9][0-9]{0,2}$/.test(words) ? Number(words) : NaN));
  if (unsupported.length !== 2 || !(low < high)) return undefined;
  const [measure, ...others] = MEASURES.filter((name) => fits(high * 1000, limitsOf(search, name)));
  if (measure === undefined || others.length > 0) return undefined;
  return entry === unsupported[0] ? [`${measure}_min`, `${low}000`] : [`${measure}_max`, `${high}000`];
}

/** A price that was said without a unit, as a mileage if only that fits what the search has. */
function asMileage(asked: Read, search: SearchUnderChange, isSaid: boolean): Read {
  const miles = limitsOf(search, 'miles');
  const prices = limitsOf(search, 'price');
  const isOther = Object.keys(asked.parameters).some((name) => name.startsWith('miles_'));
  const names = SIDES.map((side) => `price_${side}` as const).filter(
    (name) => asked.parameters[name] !== undefined,
  );
  const isMileage = names.every((name) => {
    const value = Number(asked.parameters[name]);
    return isSaid || (fits(value, miles) && !fits(value, prices));
  });
  if (isOther || names.length === 0 || !isMileage) return asked;
  const renamed = (name: ParameterName): ParameterName =>
    name === 'price_min' ? 'miles_min' : name === 'price_max' ? 'miles_max' : name;
  return {
    ...asked,
    parameters: Object.fromEntries(
      (Object.entries(asked.parameters) as [ParameterName, string][]).map(([name, value]) => [
        renamed(name),
        value,
      ]),
    ),
    understood: asked.understood.map(({ parameter, value, words, start, end }) => ({
      parameter: renamed(parameter),
      value,
      words,
      start,
      end,
    })),
  };
}

/** What a clause asks for, with such a word as the model. */
export function withModelOfSearch(asked: Read, search: SearchUnderChange, vocabulary: Vocabulary): Read {
  if (asked.parameters['model'] !== undefined || asked.parameters['make'] !== undefined) return asked;
  const units = unitsOf(asked.parameters['q'] ?? '').filter(({ isExcluded }) => !isExcluded);
  for (const unit of units.filter(({ group }) => group === undefined || group === 'trim')) {
    const model = modelBeside(unit.text, search, vocabulary);
    if (model === undefined) continue;
    const q = textOf(unitsOf(asked.parameters['q'] ?? '').filter(({ text }) => text !== unit.text));
    const named = asked.understood.find(({ parameter }) => parameter === 'q');
    return {
      ...asked,
      parameters: { ...asked.parameters, model, q: q === '' ? undefined : q },
      understood: asked.understood.map((entry) =>
        entry === named ? { ...entry, parameter: 'model' satisfies ParameterName, value: model } : entry,
      ),
    };
  }
  for (const entry of asked.unsupported) {
    const model = entry.asks === undefined ? modelBeside(entry.words, search, vocabulary) : undefined;
    if (model === undefined) continue;
    const { words, start, end } = entry;
    return {
      parameters: { ...asked.parameters, model },
      understood: [...asked.understood, { parameter: 'model', value: model, words, start, end }],
      unsupported: asked.unsupported.filter((other) => other !== entry),
    };
  }
  return asked;
}

/** The model whose name is that of the search with a word before or after it. */
function modelBeside(word: string, search: SearchUnderChange, vocabulary: Vocabulary): string | undefined {
  const makes = search.values('make').any;
  for (const model of search.values('model').any)
    for (const name of [`${word} ${model}`, `${model} ${word}`])
      for (const make of makes.length > 0 ? makes : [undefined]) {
        const found = vocabulary.models(nameKey(name), make).find((one) => make === undefined || one.make.toLowerCase() === make.toLowerCase()); // prettier-ignore
        if (found !== undefined && nameKey(found.model) !== nameKey(model)) return found.model;
      }
  return undefined;
}

/** Numbers of so few digits are as often something else. */
const MIN_DIGITS = 3;

/** The names that phrases use, with models of the makes of a search that are named only behind their make elsewhere: `the NX` of a Lexus. */
export function vocabularyBeside(vocabulary: Vocabulary, current: SearchParameters): Vocabulary {
  const makes = splitValues(current['make'] ?? '').any.flatMap(
    (make) => vocabulary.make(nameKey(make)) ?? [],
  );
  if (makes.length === 0) return vocabulary;
  const models: Vocabulary['models'] = (key, after) => {
    const found = vocabulary.models(key, after);
    const isWord = isTableWord(key) || isTermWord(key) || (/^[0-9]+$/.test(key) && key.length < MIN_DIGITS);
    if (found.length > 0 || after !== undefined || isWord) return found;
    return makes.flatMap((make) => vocabulary.models(key, make));
  };
  return { ...vocabulary, models };
}

/** A model without the words of a version that its text may have: `Golf` for `Golf R`. */
export function modelWithoutVersion(model: string, vocabulary: Vocabulary): string {
  const words = model.split(' ');
  for (let length = words.length; length > 0; length--) {
    const name = words.slice(0, length).join(' ');
    if (vocabulary.models(nameKey(name), undefined).length > 0) return name;
  }
  return model;
}
