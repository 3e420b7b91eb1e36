// Applies what a clause of a phrase means to a search: its values take the place of those of their kind (`make it blue`), come beside
// them (`or a Polo`) or are removed (`forget the sunroof`). What contradicts the new values goes, and is listed as a change.
import { isChoice } from '../term.ts';
import { nameKey } from '../../vehicle/name-key.ts';
import { modelOfBadge } from '../../vehicle/models.ts';
import { type ParameterName, isParameterName } from '../../listing/parameters.ts';
import { applyBounds, BOUND_PAIRS } from './change-limits.ts';
import type { Clause } from './steps.ts';
import { modelWithoutVersion } from './words-beside-search.ts';
import type { Vocabulary } from '../vocabulary.ts';
import type { Span } from '../query-builder.ts';
import type { SearchUnderChange } from './search-under-change.ts';
import {
  alternatives,
  splitUnits,
  textOf,
  unitsOf,
  withoutUnits,
  type SearchWords,
  includes,
  isSubset,
  textOfValues,
  union,
  parseValueList,
  without,
  type ValueList,
  groupsOfTopic,
} from './search-words.ts';
import type { Topic } from './refine-words.ts';

const CLASSES = [
  ['fuel_type', 'fuel'],
  ['transmission', 'gearbox'],
] as const;

export function applyClause(search: SearchUnderChange, clause: Clause, vocabulary: Vocabulary): void {
  applyNames(search, clause, vocabulary);
  for (const [parameter, group] of CLASSES) {
    applyValues(search, clause, parameter);
    if (clause.asked[parameter] !== undefined && clause.how !== 'remove')
      removeUnits(search, clause.wordsOf(parameter), (unit) => unit.group === group);
  }
  applyValues(search, clause, 'dealer');
  applyBounds(search, clause);
  applyPlace(search, clause);
  applyText(search, clause, vocabulary);
}

/** The values of a list under change: new ones, or all without the removed ones. */
function applyValues(search: SearchUnderChange, clause: Clause, parameter: ParameterName): void {
  const asked = clause.asked[parameter];
  if (asked === undefined) return;
  const before = parseValueList(search.get(parameter));
  const { any, none } = parseValueList(asked);
  const words = clause.wordsOf(parameter);
  if (clause.how === 'remove') {
    const after = {
      any: without(before.any, union(any, none)),
      none: without(before.none, union(any, none)),
    };
    search.change('remove', parameter, textOfValues(after), words);
    return;
  }
  const operation = any.length === 0 ? 'exclude' : clause.how === 'add' ? 'add' : 'set';
  search.change(operation, parameter, textOfValues(merged(before, { any, none }, clause.how)), words);
}

/** Whether values that will do as well were excluded. */
function isTakenBack(before: ValueList, { any }: ValueList): boolean {
  return before.any.length === 0 && any.every((value) => includes(before.none, value));
}

/** Beside wanted values, others need no exclusion. */
function merged(before: ValueList, asked: ValueList, how: 'set' | 'add'): ValueList {
  if (how === 'add' && asked.any.length > 0 && isTakenBack(before, asked))
    return { any: [], none: without(before.none, asked.any) };
  const wanted =
    asked.any.length === 0
      ? before.any
      : how === 'add' && before.any.length > 0
        ? union(before.any, asked.any)
        : asked.any;
  const any = without(wanted, asked.none);
  return { any, none: any.length > 0 ? [] : union(without(before.none, asked.any), asked.none) };
}

/** Make and model. Models stay only with their make. */
function applyNames(search: SearchUnderChange, clause: Clause, vocabulary: Vocabulary): void {
  const { asked, how } = clause;
  if (asked['make'] === undefined && asked['model'] === undefined) return;
  const makes = parseValueList(asked['make']);
  const models = parseValueList(asked['model']);
  const before = { makes: parseValueList(search.get('make')), models: parseValueList(search.get('model')) };
  const isOf = (model: string, make: string): boolean =>
    vocabulary.models(nameKey(model), make).some((name) => name.make.toLowerCase() === make.toLowerCase());
  const makeWords = clause.wordsOf(asked['make'] === undefined ? 'model' : 'make');
  const modelWords = clause.wordsOf(asked['model'] === undefined ? 'make' : 'model');
  if (how === 'remove') {
    // `forget the Fiesta` leaves other Fords.
    if (models.any.length + models.none.length > 0) applyValues(search, clause, 'model');
    else applyValues(search, clause, 'make');
    dropMakesWithoutModel(search, before, isOf, modelWords);
    dropModelsWithoutMake(search, isOf, makeWords, models.any.length > 0 ? [] : makes.any);
    return;
  }
  if (makes.any.length === 0 && models.any.length === 0) {
    applyValues(search, clause, 'make');
    excludeModels(search, models.none, modelWords);
    dropMakesWithoutModel(search, before, isOf, modelWords);
    dropModelsWithoutMake(search, isOf, makeWords);
    return;
  }
  // `not the estate Golf` leaves the other cars of the search.
  if (
    onlyExcludesText(clause) &&
    isSubset(makes.any, before.makes.any) &&
    isSubset(models.any, before.models.any)
  )
    return;
  // `Teslas are ok` after `no Teslas`.
  if (how === 'add' && isTakenBack(before.makes, makes) && isTakenBack(before.models, models)) {
    applyValues(search, clause, 'make');
    applyValues(search, clause, 'model');
    return;
  }
  const hadNames = before.makes.any.length + before.models.any.length > 0;
  if (how === 'add' && hadNames) {
    const others = models.any.filter(
      (model) => !union(before.makes.any, makes.any).some((make) => isOf(model, make)),
    );
    // Several makes have had a DS3.
    const makesOfOthers =
      before.makes.any.length === 0
        ? []
        : others.flatMap((model) => vocabulary.models(nameKey(model), undefined).map(({ make }) => make));
    const allMakes = union(union(before.makes.any, makes.any), makesOfOthers);
    search.change('add', 'make', textOfValues({ any: allMakes, none: [] }), makeWords);
    // A list of models limits every make, so it holds only if each make has some in it.
    const isWhole = before.models.any.length === 0 || models.any.length === 0;
    const allModels = isWhole ? [] : union(before.models.any, models.any);
    const reason = 'as a search cannot have one model beside every car of another make';
    search.change(
      'add',
      'model',
      textOfValues({ any: allModels, none: before.models.none }),
      modelWords,
      isWhole ? reason : undefined,
    );
    return;
  }
  const isSameMake = makes.any.length > 0 && makes.any.every((make) => includes(before.makes.any, make));
  if (makes.any.length > 0)
    search.change('set', 'make', textOfValues({ any: makes.any, none: [] }), makeWords);
  else if (before.makes.any.length > 0) {
    const left = before.makes.any.filter((make) => models.any.some((model) => isOf(model, make)));
    const isWhole = models.any.every((model) => left.some((make) => isOf(model, make)));
    if (!isWhole) search.change('remove', 'make', undefined, modelWords);
    else if (left.length < before.makes.any.length)
      search.change('set', 'make', textOfValues({ any: left, none: [] }), modelWords);
  }
  const kept = before.models.any.filter((model) => makes.any.some((make) => isOf(model, make)));
  const wanted = models.any.length > 0 ? models.any : kept;
  const none = isSameMake ? union(before.models.none, models.none) : models.none;
  search.change('set', 'model', textOfValues({ any: wanted, none: without(none, wanted) }), modelWords);
  removeUnits(search, makeWords, (unit) => isNameOfAnother(unit, search, vocabulary, isSameMake));
}

/** Beside models that are left, those of the search need no exclusion. */
function excludeModels(search: SearchUnderChange, none: readonly string[], words: Span): void {
  if (none.length === 0) return;
  const before = parseValueList(search.get('model'));
  const any = without(before.any, none);
  const added = any.length > 0 ? without(none, before.any) : none;
  search.change('exclude', 'model', textOfValues({ any, none: union(before.none, added) }), words);
}

/** Without the makes whose models all went, if models of other makes are left. */
function dropMakesWithoutModel(
  search: SearchUnderChange,
  before: { readonly models: ValueList },
  isOf: (model: string, make: string) => boolean,
  words: Span,
): void {
  const makes = parseValueList(search.get('make'));
  const { any } = parseValueList(search.get('model'));
  const gone = without(before.models.any, any);
  const left = makes.any.filter(
    (make) => any.some((model) => isOf(model, make)) || !gone.some((model) => isOf(model, make)),
  );
  if (any.length > 0 && left.length < makes.any.length)
    search.change('remove', 'make', textOfValues({ any: left, none: makes.none }), words);
}

function onlyExcludesText({ asked }: Clause): boolean {
  const others = Object.keys(asked).filter((name) => name !== 'make' && name !== 'model' && name !== 'q');
  return (
    others.length === 0 &&
    asked['q'] !== undefined &&
    unitsOf(asked['q']).every(({ isExcluded }) => isExcluded)
  );
}

function dropModelsWithoutMake(
  search: SearchUnderChange,
  isOf: (model: string, make: string) => boolean,
  words: Span,
  gone: readonly string[] = [],
): void {
  const makes = parseValueList(search.get('make'));
  const models = parseValueList(search.get('model'));
  const isLeft = (model: string): boolean =>
    makes.any.length > 0
      ? makes.any.some((make) => isOf(model, make))
      : ![...makes.none, ...gone].some((make) => isOf(model, make));
  const left = { any: models.any.filter(isLeft), none: models.none.filter(isLeft) };
  if (left.any.length < models.any.length || left.none.length < models.none.length)
    search.change('remove', 'model', textOfValues(left), words);
}

/** Whether words of the text name another make, model or badge, or a trim that only the earlier make has. */
function isNameOfAnother(
  { keys, group, isExcluded }: SearchWords,
  search: SearchUnderChange,
  vocabulary: Vocabulary,
  isSameMake: boolean,
): boolean {
  if (isExcluded) return false;
  if (group === 'trim') return !isSameMake;
  if (group !== undefined) return false;
  const makes = parseValueList(search.get('make')).any;
  const models = parseValueList(search.get('model')).any;
  return keys.some((key) => {
    const make = vocabulary.make(key);
    if (make !== undefined) return !includes(makes, make);
    const named = [undefined, ...makes].flatMap((after) => vocabulary.models(key, after));
    const badge = modelOfBadge(key, undefined);
    const all = badge === undefined ? named : [...named, badge];
    return all.length > 0 && !all.some((name) => includes(models, name.model));
  });
}

function applyPlace(search: SearchUnderChange, clause: Clause): void {
  const { location, distance, sort } = clause.asked;
  const hadPlace = search.get('location') !== undefined;
  if (clause.how === 'remove') {
    // `York rather than Leeds` has left Leeds already.
    if (location !== undefined && location === search.get('location'))
      removePlace(search, clause.wordsOf('location'));
    if (distance !== undefined) search.change('remove', 'distance', undefined, clause.wordsOf('distance'));
    if (sort !== undefined && clause.hasOrder)
      search.change('remove', 'sort', undefined, clause.wordsOf('sort'));
    return;
  }
  if (location !== undefined) search.change('set', 'location', location, clause.wordsOf('location'));
  if (distance !== undefined) search.change('set', 'distance', distance, clause.wordsOf('distance'));
  const isIdle = !clause.hasOrder && (hadPlace || search.get('sort') !== undefined);
  if (sort !== undefined && !isIdle) search.change('set', 'sort', sort, clause.wordsOf('sort'));
}

function removePlace(search: SearchUnderChange, words: Span): void {
  search.change('remove', 'location', undefined, words);
  search.change('remove', 'distance', undefined, words);
  if (search.get('sort') === 'distance')
    search.change('remove', 'sort', undefined, words, 'as it needs a place');
}

/** Adds the words of a clause to the text, or removes them. */
function applyText(search: SearchUnderChange, clause: Clause, vocabulary: Vocabulary): void {
  const { q } = clause.asked;
  if (q === undefined) return;
  const asked = unitsOf(q);
  const held = unitsOf(search.get('q') ?? '');
  const isOnlyWithout = clause.how === 'remove' || asked.every(({ isExcluded }) => isExcluded);
  let units = isOnlyWithout ? splitUnits(held, asked) : held;
  const isAsked = (unit: SearchWords): boolean => asked.some((other) => sharesKey(unit, other));
  if (clause.how === 'remove') {
    const isHeld = (unit: SearchWords): boolean => units.some((other) => sharesKey(unit, other));
    shortenModels(
      search,
      asked.filter((unit) => !isHeld(unit)),
      clause.wordsOf('q'),
    );
    units = withoutUnits(units, isAsked);
  } else {
    // `what about the GTD` after a Golf R.
    if (clause.replaces && Object.keys(clause.asked).length === 1 && asked.every(isVersion)) {
      units = units.filter((unit) => !isVersion(unit));
      const { any, none } = parseValueList(search.get('model'));
      const models = any.map((model) => modelWithoutVersion(model, vocabulary));
      search.change('set', 'model', textOfValues({ any: union([], models), none }), clause.wordsOf('q'));
    }
    for (const unit of asked) {
      // `black is fine too` after `not black`.
      const isRuledOut = (other: SearchWords): boolean => other.isExcluded && sharesKey(other, unit);
      if (clause.how === 'add' && units.some(isRuledOut)) {
        units = withoutUnits(units, isRuledOut);
        continue;
      }
      const same = units.find(
        (other) => !other.isExcluded && other.group === unit.group && isChoice(unit.group),
      );
      if (clause.how === 'add' && same !== undefined && !unit.isExcluded)
        units = units.map((other) => (other === same ? alternatives(same, unit) : other));
      else {
        const goes = (other: SearchWords): boolean =>
          sharesKey(other, unit) ||
          (!unit.isExcluded && !other.isExcluded && other.group === unit.group && isChoice(unit.group));
        units = [...units.filter((other) => asked.includes(other) || !goes(other)), unit];
      }
    }
  }
  const text = textOf(units);
  const operation =
    clause.how === 'remove' ? 'remove' : asked.every(({ isExcluded }) => isExcluded) ? 'exclude' : clause.how;
  search.change(operation, 'q', text === '' ? undefined : text, clause.wordsOf('q'));
}

/** Whether words may name a version of a car. */
function isVersion({ group, isExcluded }: SearchWords): boolean {
  return !isExcluded && (group === undefined || group === 'trim');
}

/** `Caddy` for `Caddy Maxi` without `maxi`. */
function shortenModels(search: SearchUnderChange, gone: readonly SearchWords[], words: Span): void {
  const { any, none } = parseValueList(search.get('model'));
  const shorter = any.map((model) => {
    const [first, ...others] = model.split(' ');
    return [first, ...others.filter((word) => !gone.some(({ keys }) => keys.includes(nameKey(word))))].join(
      ' ',
    );
  });
  if (shorter.some((model, i) => model !== any[i]))
    search.change('remove', 'model', textOfValues({ any: shorter, none }), words);
}

/** Removes the wanted words of the text for which `isGone` holds. */
function removeUnits(search: SearchUnderChange, words: Span, isGone: (unit: SearchWords) => boolean): void {
  const units = unitsOf(search.get('q') ?? '');
  const kept = textOf(withoutUnits(units, isGone));
  if (kept !== textOf(units)) search.change('remove', 'q', kept === '' ? undefined : kept, words);
}

function sharesKey(one: SearchWords, other: SearchWords): boolean {
  return one.keys.some((key) => other.keys.includes(key));
}

const LIMITS: readonly ParameterName[] = [...BOUND_PAIRS.flat(), 'distance'];

const PARAMETERS: Readonly<Partial<Record<Topic, readonly ParameterName[]>>> = {
  price: ['price_min', 'price_max'],
  mileage: ['miles_min', 'miles_max'],
  year: ['year_min', 'year_max'],
  engine: ['engine_min', 'engine_max'],
  make: ['make', 'model'],
  limits: LIMITS,
  'lower limits': LIMITS.filter((name) => name.endsWith('_min')),
  'upper limits': LIMITS.filter((name) => name.endsWith('_max')),
};

/** Of classes, the group that says the same in the text: `fuel` for `diesel` in `q`. */
const CLASS_GROUPS: Readonly<Partial<Record<Topic, string>>> = { fuel_type: 'fuel', transmission: 'gearbox' };

export function removeTopics(search: SearchUnderChange, topics: readonly Topic[], words: Span): void {
  for (const topic of topics) {
    if (topic === 'place') removePlace(search, words);
    for (const name of PARAMETERS[topic] ?? [topic].filter((name) => isParameterName(name)))
      search.change('remove', name, undefined, words);
    if (topic === 'make' || topic === 'model')
      removeUnits(search, words, ({ group, keys }) => group === 'trim' || (group === undefined && keys.some((key) => modelOfBadge(key, undefined) !== undefined))); // prettier-ignore
    const groups = [...groupsOfTopic(topic), CLASS_GROUPS[topic]];
    removeUnits(search, words, ({ group }) => group !== undefined && groups.includes(group));
  }
}
