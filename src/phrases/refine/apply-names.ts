// Applies the makes and models of a clause to those of a search. Both are read as cars, a make with or without a model, because
// a model stays only with its make, and a list of models limits every make of a search.
import { splitValues } from '../../query/parameter-text.ts';
import { modelOfBadge } from '../../vehicle/models.ts';
import { makeKey } from '../../vehicle/model-terms.ts';
import { nameKey, modelKey } from '../../vehicle/name-key.ts';
import { ukVocabulary } from '../words/vocabulary.ts';
import type { SearchUnderChange } from './search-under-change.ts';
import { includes, union, unitsOf, without, type SearchWords, type SearchedValues } from './search-words.ts';
import type { Clause } from './steps.ts';

interface NamedCar {
  readonly make?: string | undefined;
  readonly model?: string;
}

interface NamedCars {
  readonly cars: readonly NamedCar[];
  readonly noMakes: readonly string[];
  readonly noModels: readonly string[];
}

const NO_MODEL = 'as a search cannot have one model beside every car of another make';

export function applyNames(search: SearchUnderChange, clause: Clause): void {
  const { asked, action } = clause;
  if (asked['make'] === undefined && asked['model'] === undefined) return;
  const makes = splitValues(asked['make'] ?? '');
  const models = splitValues(asked['model'] ?? '');
  const before = {
    makes: spelledAs(makes, search.values('make'), makeKey),
    models: spelledAs(models, search.values('model'), modelKey),
  };
  const current = namesOf(before.makes, before.models, []);
  const named = namesOf(makes, models, before.makes.any);
  const isSearched = (car: NamedCar): boolean => current.cars.some((other) => isPart(other, car));
  const put = (operation: 'set' | 'add' | 'remove' | 'exclude', names: NamedCars): void => {
    write(search, clause, operation, names);
  };
  if (action === 'remove') {
    put('remove', withoutRemoved(current, named, clause));
    // `forget the Stepway` after a Sandero with that word
    const removedWords = modelsIn(named.cars).flatMap((model) => model.split(' ').map(nameKey));
    search.removeUnits(clause.wordsOf('model'), ({ keys }) => keys.some((key) => removedWords.includes(key)));
  } else if (named.cars.length === 0) put('exclude', withoutExcluded(current, named, clause));
  // `not the estate Golf` leaves the other cars of the search.
  else if (onlyExcludesText(clause) && named.cars.every(isSearched)) return;
  else if (takesBack(clause) && named.cars.every((car) => isExcluded(current, car)))
    put('add', {
      ...current,
      noMakes: without(current.noMakes, makes.any),
      noModels: without(current.noModels, models.any),
    });
  else if (action === 'add' && current.cars.length > 0) {
    // `a Galaxy as well as the Citroens` after a Citroen C4
    const added = named.cars.filter((car) => clause.joinedByOr === true || !isSearched(car));
    put('add', { ...current, cars: [...current.cars, ...added] });
  } else {
    // `the Audi ones` keeps the models of Audi.
    const cars = named.cars.flatMap((car): readonly NamedCar[] => {
      const own = current.cars.filter((other) => isPart(other, car));
      return car.model === undefined && own.length > 0 ? own : [car];
    });
    const isSameMake = makes.any.length > 0 && makes.any.every((make) => includes(before.makes.any, make));
    const noModels = isSameMake ? union(current.noModels, named.noModels) : named.noModels;
    put('set', { cars, noMakes: [], noModels: without(noModels, modelsIn(cars)) });
    const words = clause.wordsOf(asked['make'] === undefined ? 'model' : 'make');
    const isOther = (unit: SearchWords): boolean => isNameOfAnother(unit, search, isSameMake);
    // Of `competizione or turismo`, both.
    const parts = unitsOf(search.get('q') ?? '').flatMap((unit) =>
      unit.parts?.some(isOther) ? unit.parts : [],
    );
    search.removeUnits(words, (unit) => isOther(unit) || parts.some(({ text }) => text === unit.text));
  }
}

/** Values in the spelling of the phrase, if it names them too: a client may have `VW` and `3-series`. */
function spelledAs(
  { any, none }: SearchedValues,
  values: SearchedValues,
  keyOf: (text: string) => string,
): SearchedValues {
  const spellings = new Map([...any, ...none].map((text) => [keyOf(text), text]));
  const spelled = (text: string): string => spellings.get(keyOf(text)) ?? text;
  return { any: values.any.map(spelled), none: values.none.map(spelled) };
}

/** Whether values that the search excludes are only allowed again: `Teslas are ok` after `no Teslas`. */
export function takesBack({ action, permits }: Clause): boolean {
  return action === 'add' || permits !== undefined;
}

function isExcluded({ noMakes, noModels }: NamedCars, { make = '', model = '' }: NamedCar): boolean {
  return includes(noModels, model) || includes(noMakes, make);
}

/** `near`: makes that a model without a make may belong to. */
function namesOf(makes: SearchedValues, models: SearchedValues, near: readonly string[]): NamedCars {
  const cars = models.any.flatMap((model): NamedCar[] => {
    const isKnown = makesOfModel(model).length > 0;
    const own = [makes.any, near].map((all) => all.filter((make) => isModelOf(model, make)));
    const named = own.find((some) => some.length > 0) ?? (isKnown ? [] : makes.any);
    return named.length === 0 ? [{ model }] : named.map((make) => ({ make, model }));
  });
  return {
    cars: cars.length === 0 ? makes.any.map((make) => ({ make })) : cars,
    noMakes: makes.none,
    noModels: models.none,
  };
}

function makesOfModel(model: string): string[] {
  const badge = modelOfBadge(nameKey(model), undefined);
  return [...ukVocabulary().models(nameKey(model), undefined), ...(badge === undefined ? [] : [badge])].map(
    ({ make }) => make,
  );
}

function isModelOf(model: string, make: string): boolean {
  const named = ukVocabulary()
    .models(nameKey(model), make)
    .map((name) => name.make);
  return includes([...named, ...makesOfModel(model)], make);
}

/** Whether the cars of `whole` include a car: Volkswagens include a Golf. */
function isPart({ make, model }: NamedCar, whole: NamedCar): boolean {
  const isSame = (one: string | undefined, other: string | undefined): boolean =>
    other === undefined || one?.toLowerCase() === other.toLowerCase();
  return isSame(make, whole.make) && isSame(model, whole.model);
}

function makesIn(cars: readonly NamedCar[]): string[] {
  return union(cars.flatMap(({ make }) => make ?? []));
}

function modelsIn(cars: readonly NamedCar[]): string[] {
  return union(cars.flatMap(({ model }) => model ?? []));
}

/** `forget the Fiesta` leaves other Fords, `swap the Fiesta for a Polo` does not. */
function withoutRemoved(current: NamedCars, named: NamedCars, { exchanges }: Clause): NamedCars {
  const models = [...modelsIn(named.cars), ...named.noModels];
  if (models.length > 0) {
    const left = withoutModels(current.cars, models);
    const cars = exchanges === true ? left.filter(({ model }) => model !== undefined) : left;
    return { ...current, cars, noModels: without(current.noModels, models) };
  }
  const makes = [...makesIn(named.cars), ...named.noMakes];
  return {
    ...current,
    cars: withoutMakes(current.cars, makes),
    noMakes: without(current.noMakes, makes),
  };
}

/** Beside wanted cars, others need no exclusion. */
function withoutExcluded(current: NamedCars, named: NamedCars, { leavesOut }: Clause): NamedCars {
  const cars = withoutModels(withoutMakes(current.cars, named.noMakes), named.noModels);
  const addedMakes = leavesOut ? without(named.noMakes, makesIn(current.cars)) : named.noMakes;
  const addedModels = leavesOut ? without(named.noModels, modelsIn(current.cars)) : named.noModels;
  const noMakes = makesIn(cars).length > 0 ? [] : union(current.noMakes, addedMakes);
  const noModels = modelsIn(cars).length > 0 ? current.noModels : union(current.noModels, addedModels);
  const isLeft = (model: string): boolean => !noMakes.some((make) => isModelOf(model, make));
  return { cars, noMakes, noModels: noModels.filter(isLeft) };
}

function withoutMakes(cars: readonly NamedCar[], makes: readonly string[]): NamedCar[] {
  return cars.filter(({ make, model = '' }) =>
    make === undefined ? !makes.some((removed) => isModelOf(model, removed)) : !includes(makes, make),
  );
}

/** The cars without these models; if all go, their makes are left. */
function withoutModels(cars: readonly NamedCar[], models: readonly string[]): readonly NamedCar[] {
  const left = cars.filter(({ model }) => model === undefined || !includes(models, model));
  return left.length > 0 ? left : makesIn(cars).map((make) => ({ make }));
}

function write(
  search: SearchUnderChange,
  clause: Clause,
  operation: 'set' | 'add' | 'remove' | 'exclude',
  { cars, noMakes, noModels }: NamedCars,
): void {
  const { asked } = clause;
  const own = makesIn(cars);
  // Several makes have had a DS3.
  const others = cars.flatMap(({ make, model = '' }) => (make === undefined ? makesOfModel(model) : []));
  const makes = own.length === 0 ? [] : union(own, others);
  const makeWords = clause.wordsOf(asked['make'] === undefined ? 'model' : 'make');
  search.setValues(operation, 'make', { any: makes, none: noMakes }, makeWords);
  const isWhole = cars.some(({ model }) => model === undefined);
  const models = { any: isWhole ? [] : modelsIn(cars), none: noModels };
  const modelWords = clause.wordsOf(asked['model'] === undefined ? 'make' : 'model');
  search.setValues(
    operation,
    'model',
    models,
    modelWords,
    isWhole && operation === 'add' ? NO_MODEL : undefined,
  );
}

function onlyExcludesText({ asked }: Clause): boolean {
  const others = Object.keys(asked).filter((name) => name !== 'make' && name !== 'model' && name !== 'q');
  const { q } = asked;
  return others.length === 0 && q !== undefined && unitsOf(q).every(({ isExcluded }) => isExcluded);
}

/** Whether words of the text name another make, model or badge, or a trim that only the earlier make has. */
function isNameOfAnother(
  { keys, group, isExcluded }: SearchWords,
  search: SearchUnderChange,
  isSameMake: boolean,
): boolean {
  if (isExcluded) return false;
  if (group === 'trim') return !isSameMake;
  if (group !== undefined) return false;
  const makes = search.values('make').any;
  const models = search.values('model').any;
  return keys.some((key) => {
    const make = ukVocabulary().make(key);
    if (make !== undefined) return !includes(makes, make);
    const named = [undefined, ...makes].flatMap((after) => ukVocabulary().models(key, after));
    const badge = modelOfBadge(key, undefined);
    const all = badge === undefined ? named : [...named, badge];
    // `just the Seats` keeps the Leon.
    return (
      all.length > 0 &&
      !all.some((name) => (models.length === 0 ? includes(makes, name.make) : includes(models, name.model)))
    );
  });
}
