// Applies what a clause of a phrase means to a search: its values take the place of those of their kind (`make it blue`), come
// beside them (`or a Polo`) or are removed (`forget the sunroof`). What contradicts the new values goes, and is listed as a
// change.
import { isChoice } from '../terms/term.ts';
import { nameKey } from '../../vehicle/name-key.ts';
import { modelOfBadge } from '../../vehicle/models.ts';
import { PARAMETER_NAMES, type ParameterName, isParameterName } from '../../query/parameters.ts';
import { splitValues } from '../../query/parameter-text.ts';
import { applyNames, takesBack } from './apply-names.ts';
import { applyBounds, complement } from './change-limits.ts';
import { isOfSide, LIMITS, MEASURE_NAMES, MEASURES } from './measures.ts';
import type { Clause } from './steps.ts';
import { modelWithoutVersion } from './words-beside-search.ts';
import type { Span } from '../words/query-builder.ts';
import type { SearchParameters, SearchUnderChange } from './search-under-change.ts';
import {
  alternatives,
  CLASS_GROUPS,
  splitUnits,
  textOf,
  unitsOf,
  withoutUnits,
  type SearchWords,
  includes,
  union,
  without,
  type SearchedValues,
  groupsOfTopic,
} from './search-words.ts';
import type { Topic } from './refine-words.ts';

export function applyClause(search: SearchUnderChange, read: Clause): void {
  const clause = { ...read, ...besideSearch(search, read) };
  applyNames(search, clause);
  for (const [parameter, group] of CLASS_GROUPS) {
    applyValues(search, clause, parameter);
    if (clause.asked[parameter] !== undefined && clause.action !== 'remove')
      search.removeUnits(clause.wordsOf(parameter), (unit) => unit.group === group);
  }
  applyValues(search, clause, 'dealer');
  applyBounds(search, clause);
  applyPlace(search, clause);
  applyText(search, clause);
}

/** What of a clause is otherwise beside what the search has. */
function besideSearch(search: SearchUnderChange, clause: Clause): Partial<Clause> {
  if (clause.action !== 'remove' || clause.removes === undefined)
    return clause.joinedByOr ? { asked: asExclusions(search, clause.asked) } : {};
  const left = withoutAll(search, clause);
  if (left !== undefined) return left;
  return clause.removes === 'everything beyond the limit' ? complement(search, clause) : {};
}

/** `skip anything by Fiat` leaves Fiats out, if the search asks for no make. */
function withoutAll(search: SearchUnderChange, { asked }: Clause): Partial<Clause> | undefined {
  const left = asExclusions(search, asked, true);
  const isLeftOut = PARAMETER_NAMES.every(
    (name) => left[name] === undefined || (left[name] !== asked[name] && left[name].startsWith('-')),
  );
  return isLeftOut ? { action: 'set', asked: left } : undefined;
}

/**
 * `or petrols` after `no diesels` is left out too, if the search asks for none and does not leave out the very same. `isFirst`:
 * also without an exclusion before it.
 */
function asExclusions(search: SearchUnderChange, asked: SearchParameters, isFirst = false): SearchParameters {
  const result: Partial<Record<ParameterName, string>> = { ...asked };
  for (const group of [['model', 'make'], ['fuel_type'], ['transmission']] as const) {
    const name = group.find((parameter) => asked[parameter] !== undefined);
    const searched = group.map((parameter) => search.values(parameter));
    const { any } = splitValues((name && asked[name]) ?? '');
    const none = searched.flatMap((values) => values.none);
    const isContinued = (isFirst || none.length > 0) && searched.every((values) => values.any.length === 0);
    const isSame = !isFirst && any.some((value) => includes(none, value));
    if (name === undefined || any.length === 0 || !isContinued || isSame) continue;
    for (const parameter of group) delete result[parameter];
    result[name] = any.map((value) => `-${value}`).join(',');
  }
  return result;
}

/** The values of a list under change. Beside wanted values, others need no exclusion. */
function applyValues(search: SearchUnderChange, clause: Clause, parameter: ParameterName): void {
  const asked = clause.asked[parameter];
  if (asked === undefined) return;
  const before = search.values(parameter);
  const { any, none } = splitValues(asked);
  const words = clause.wordsOf(parameter);
  const put = (operation: 'set' | 'add' | 'remove' | 'exclude', values: SearchedValues): void => {
    search.setValues(operation, parameter, values, words);
  };
  const isAdded = clause.action === 'add';
  if (clause.action === 'remove') {
    const removed = union(any, none);
    put('remove', { any: without(before.any, removed), none: without(before.none, removed) });
  } else if (any.length === 0) {
    const left = without(before.any, none);
    const added = clause.leavesOut ? without(none, before.any) : none;
    put('exclude', { any: left, none: left.length > 0 ? [] : union(before.none, added) });
  } else if (takesBack(clause) && any.every((value) => includes(before.none, value)))
    put('add', { any: before.any, none: without(before.none, any) });
  // What will do limits nothing by itself.
  else if (before.any.length > 0 || clause.permits !== 'also')
    put(clause.action, { any: without(isAdded ? union(before.any, any) : any, none), none: [] });
}

function applyPlace(search: SearchUnderChange, clause: Clause): void {
  const { location, distance, sort } = clause.asked;
  const hadPlace = search.get('location') !== undefined;
  if (clause.action === 'remove') {
    // `York rather than Leeds` has left Leeds already.
    if (location !== undefined && location === search.get('location'))
      removePlace(search, clause.wordsOf('location'));
    if (distance !== undefined) search.change('remove', 'distance', undefined, clause.wordsOf('distance'));
    // `cheapest rather than nearest` has the new order already.
    if (sort !== undefined && sort === search.get('sort') && clause.hasOrder)
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
function applyText(search: SearchUnderChange, clause: Clause): void {
  const { q } = clause.asked;
  if (q === undefined) return;
  const asked = unitsOf(q);
  const before = unitsOf(search.get('q') ?? '');
  const words = clause.wordsOf('q');
  const isExclusion = asked.every(({ isExcluded }) => isExcluded);
  let units = clause.action === 'remove' || isExclusion ? splitUnits(before, asked) : before;
  if (clause.action === 'remove') {
    // `the wheelchair access`, if the search has `wheelchair`
    const removed = splitUnits(asked, before);
    const isIn = (all: readonly SearchWords[], unit: SearchWords): boolean =>
      all.some((other) => sharesKey(other, unit));
    shortenModels(
      search,
      removed.filter((unit) => !isIn(units, unit)),
      words,
    );
    units = withoutUnits(units, (unit) => isIn(removed, unit));
  } else {
    // `what about the GTD` after a Golf R.
    if (clause.replaces && Object.keys(clause.asked).length === 1 && asked.every(mayBeVersion)) {
      units = units.filter((unit) => !mayBeVersion(unit));
      const { any, none } = search.values('model');
      const models = any.map((model) => modelWithoutVersion(model));
      search.setValues('set', 'model', { any: union(models), none }, words);
    }
    for (const unit of asked) units = withUnit(units, unit, clause, asked);
  }
  const text = textOf(units);
  const operation = isExclusion && clause.action !== 'remove' ? 'exclude' : clause.action;
  search.change(operation, 'q', text === '' ? undefined : text, words);
}

function withUnit(
  units: readonly SearchWords[],
  unit: SearchWords,
  clause: Clause,
  asked: readonly SearchWords[],
): SearchWords[] {
  const { group, isExcluded } = unit;
  // `no DSG` beside `automatic`
  if (isExcluded && CLASS_GROUPS.some(([, name]) => name === group))
    return [...units.filter(({ text }) => text !== unit.text), unit];
  // `black is fine too` after `not black`, `no grey` after `black or grey`
  const isTurned = (other: SearchWords): boolean => other.isExcluded !== isExcluded && sharesKey(other, unit);
  const isOneOf = units.some((other) => isTurned(other) && (clause.leavesOut || other.parts !== undefined));
  // `blue, not red`
  const hasAnother = isChoice(group) && asked.some((other) => !other.isExcluded && other.group === group);
  if (isExcluded ? isOneOf || hasAnother : takesBack(clause) && units.some(isTurned))
    return withoutUnits(units, isTurned);
  // `Turismo would be fine too`, `or the R`
  const isVersionToo = (clause.permits === 'also' || clause.joinedByOr === true) && mayBeVersion(unit);
  const isRival = (other: SearchWords): boolean =>
    !isExcluded &&
    !other.isExcluded &&
    ((other.group === group && isChoice(group)) || (isVersionToo && mayBeVersion(other)));
  const same = clause.action === 'add' ? units.findLast(isRival) : undefined;
  if (same !== undefined) return units.map((other) => (other === same ? alternatives(same, unit) : other));
  if (clause.permits === 'also' && isChoice(group)) return [...units];
  const goes = (other: SearchWords): boolean => sharesKey(other, unit) || isRival(other);
  const isSame = (other: SearchWords): boolean => other.text === unit.text && other.isExcluded === isExcluded;
  if (units.some(isSame) && units.filter(goes).length === 1) return [...units];
  return [...units.filter((other) => asked.includes(other) || !goes(other)), unit];
}

/** Whether words may name a version of a car. */
function mayBeVersion({ group, isExcluded }: SearchWords): boolean {
  return !isExcluded && (group === undefined || group === 'trim');
}

/** `Caddy` for `Caddy Maxi` without `maxi`. */
function shortenModels(search: SearchUnderChange, removed: readonly SearchWords[], words: Span): void {
  const { any, none } = search.values('model');
  const shorter = any.map((model) => {
    const [first, ...others] = model.split(' ');
    return [
      first,
      ...others.filter((word) => !removed.some(({ keys }) => keys.includes(nameKey(word)))),
    ].join(' ');
  });
  if (shorter.some((model, i) => model !== any[i]))
    search.setValues('remove', 'model', { any: shorter, none }, words);
}

function sharesKey(one: SearchWords, other: SearchWords): boolean {
  return one.keys.some((key) => other.keys.includes(key));
}

const PARAMETERS: Readonly<Partial<Record<Topic, readonly ParameterName[]>>> = {
  ...Object.fromEntries(MEASURE_NAMES.map((measure) => [measure, MEASURES[measure].limits])),
  make: ['make', 'model'],
  limits: LIMITS,
  'lower limits': LIMITS.filter((limit) => isOfSide(limit, 'min')),
  'upper limits': LIMITS.filter((limit) => isOfSide(limit, 'max')),
};

export function removeTopics(search: SearchUnderChange, topics: readonly Topic[], words: Span): void {
  for (const topic of topics) {
    if (topic === 'place') removePlace(search, words);
    for (const name of PARAMETERS[topic] ?? [topic].filter((name) => isParameterName(name)))
      search.change('remove', name, undefined, words);
    if (topic === 'make' || topic === 'model')
      search.removeUnits(
        words,
        ({ group, keys }) =>
          group === 'trim' ||
          (group === undefined && keys.some((key) => modelOfBadge(key, undefined) !== undefined)),
      );
    const groups = groupsOfTopic(topic);
    search.removeUnits(words, ({ group }) => group !== undefined && groups.includes(group));
  }
}
