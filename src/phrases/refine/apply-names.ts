// Applies the makes and models of a clause to those of a search. Both are read as cars, a make with or without a model, because a model
// stays only with its make, and a list of models limits every make of a search.
import { splitValues } from '../../listing/parameter-text.ts';
import { modelOfBadge } from '../../vehicle/models.ts';
import { nameKey } from '../../vehicle/name-key.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import type { SearchUnderChange } from './search-under-change.ts';
import { includes, union, unitsOf, without, type SearchWords, type ValueList } from './search-words.ts';
import type { Clause } from './steps.ts';

interface Car {
  readonly make?: string | undefined;
  readonly model?: string;
}

interface Names {
  readonly cars: readonly Car[];
  readonly noMakes: readonly string[];
  readonly noModels: readonly string[];
}

const NO_MODEL = 'as a search cannot have one model beside every car of another make';

export function applyNames(search: SearchUnderChange, clause: Clause, vocabulary: Vocabulary): void {
  const { asked, action } = clause;
  if (asked['make'] === undefined && asked['model'] === undefined) return;
  const makes = splitValues(asked['make'] ?? '');
  const models = splitValues(asked['model'] ?? '');
  const before = { makes: search.values('make'), models: search.values('model') };
  const held = namesOf(before.makes, before.models, [], vocabulary);
  const said = namesOf(makes, models, before.makes.any, vocabulary);
  const put = (operation: 'set' | 'add' | 'remove' | 'exclude', names: Names): void => {
    write(search, clause, operation, names, vocabulary);
  };
  if (action === 'remove') {
    put('remove', withoutRemoved(held, said, clause.exchanges, vocabulary));
    // `forget the Stepway` after a Sandero with that word
    const gone = modelsOf(said.cars).flatMap((model) => model.split(' ').map(nameKey));
    search.removeUnits(clause.wordsOf('model'), ({ keys }) => keys.some((key) => gone.includes(key)));
  } else if (said.cars.length === 0) put('exclude', withoutExcluded(held, said, clause, vocabulary));
  // `not the estate Golf` leaves the other cars of the search.
  else if (
    onlyExcludesText(clause) &&
    said.cars.every((car) => held.cars.some((other) => isPart(other, car)))
  )
    return; // prettier-ignore
  else if (takesBack(clause) && said.cars.every((car) => isExcluded(held, car)))
    put('add', { ...held, noMakes: without(held.noMakes, makes.any), noModels: without(held.noModels, models.any) }); // prettier-ignore
  else if (action === 'add' && held.cars.length > 0) {
    // `a Galaxy as well as the Citroens` after a Citroen C4
    const isHeld = (car: Car): boolean => !clause.joinedByOr && held.cars.some((other) => isPart(other, car));
    put('add', { ...held, cars: [...held.cars, ...said.cars.filter((car) => !isHeld(car))] });
  } else {
    // `the Audi ones` keeps the models of Audi.
    const cars = said.cars.flatMap((car): readonly Car[] => {
      const own = held.cars.filter((other) => isPart(other, car));
      return car.model === undefined && own.length > 0 ? own : [car];
    });
    const isSameMake = makes.any.length > 0 && makes.any.every((make) => includes(before.makes.any, make));
    const noModels = isSameMake ? union(held.noModels, said.noModels) : said.noModels;
    put('set', { cars, noMakes: [], noModels: without(noModels, modelsOf(cars)) });
    const words = clause.wordsOf(asked['make'] === undefined ? 'model' : 'make');
    const isOther = (unit: SearchWords): boolean => isNameOfAnother(unit, search, vocabulary, isSameMake);
    // Of `competizione or turismo`, both.
    const either = unitsOf(search.get('q') ?? '').flatMap(({ parts = [] }) =>
      parts.some(isOther) ? parts : [],
    );
    const isGone = (unit: SearchWords): boolean =>
      isOther(unit) || either.some(({ text }) => text === unit.text);
    search.removeUnits(words, isGone);
  }
}

/** Whether values that the search excludes are only allowed again: `Teslas are ok` after `no Teslas`. */
export function takesBack({ action, permits }: Clause): boolean {
  return action === 'add' || permits !== undefined;
}

function isExcluded({ noMakes, noModels }: Names, { make = '', model = '' }: Car): boolean {
  return includes(noModels, model) || includes(noMakes, make);
}

/** `near`: makes that a model without a make may belong to. */
function namesOf(
  makes: ValueList,
  models: ValueList,
  near: readonly string[],
  vocabulary: Vocabulary,
): Names {
  const cars = models.any.flatMap((model): Car[] => {
    const isKnown = makesOf(model, vocabulary).length > 0;
    const own = [makes.any, near].map((all) => all.filter((make) => isOf(model, make, vocabulary)));
    const named = own.find((some) => some.length > 0) ?? (isKnown ? [] : makes.any);
    return named.length === 0 ? [{ model }] : named.map((make) => ({ make, model }));
  });
  return {
    cars: cars.length === 0 ? makes.any.map((make) => ({ make })) : cars,
    noMakes: makes.none,
    noModels: models.none,
  };
}

function makesOf(model: string, vocabulary: Vocabulary): string[] {
  const badge = modelOfBadge(nameKey(model), undefined);
  return [...vocabulary.models(nameKey(model), undefined), ...(badge === undefined ? [] : [badge])].map(({ make }) => make); // prettier-ignore
}

function isOf(model: string, make: string, vocabulary: Vocabulary): boolean {
  const named = vocabulary.models(nameKey(model), make).map((name) => name.make);
  return includes([...named, ...makesOf(model, vocabulary)], make);
}

/** Whether the cars of `whole` include a car: Volkswagens include a Golf. */
function isPart({ make, model }: Car, whole: Car): boolean {
  const isSame = (one: string | undefined, other: string | undefined): boolean =>
    other === undefined || one?.toLowerCase() === other.toLowerCase();
  return isSame(make, whole.make) && isSame(model, whole.model);
}

function onMakes(cars: readonly Car[]): string[] {
  return union(cars.flatMap(({ make }) => make ?? []));
}

function modelsOf(cars: readonly Car[]): string[] {
  return union(cars.flatMap(({ model }) => model ?? []));
}

/** `forget the Fiesta` leaves other Fords, `swap the Fiesta for a Polo` does not. */
function withoutRemoved(held: Names, said: Names, exchanges: boolean, vocabulary: Vocabulary): Names {
  const models = [...modelsOf(said.cars), ...said.noModels];
  if (models.length > 0) {
    const left = withoutModels(held.cars, models);
    const cars = exchanges ? left.filter(({ model }) => model !== undefined) : left;
    return { ...held, cars, noModels: without(held.noModels, models) };
  }
  const makes = [...onMakes(said.cars), ...said.noMakes];
  return { ...held, cars: withoutMakes(held.cars, makes, vocabulary), noMakes: without(held.noMakes, makes) };
}

/** Beside wanted cars, others need no exclusion. */
function withoutExcluded(held: Names, said: Names, { leavesOut }: Clause, vocabulary: Vocabulary): Names {
  const cars = withoutModels(withoutMakes(held.cars, said.noMakes, vocabulary), said.noModels);
  const addedMakes = leavesOut ? without(said.noMakes, onMakes(held.cars)) : said.noMakes;
  const addedModels = leavesOut ? without(said.noModels, modelsOf(held.cars)) : said.noModels;
  const noMakes = onMakes(cars).length > 0 ? [] : union(held.noMakes, addedMakes);
  const noModels = modelsOf(cars).length > 0 ? held.noModels : union(held.noModels, addedModels);
  const isLeft = (model: string): boolean => !noMakes.some((make) => isOf(model, make, vocabulary));
  return { cars, noMakes, noModels: noModels.filter(isLeft) };
}

function withoutMakes(cars: readonly Car[], makes: readonly string[], vocabulary: Vocabulary): Car[] {
  return cars.filter(({ make, model = '' }) =>
    make === undefined ? !makes.some((gone) => isOf(model, gone, vocabulary)) : !includes(makes, make),
  );
}

/** Of cars that all go, their makes are left. */
function withoutModels(cars: readonly Car[], models: readonly string[]): readonly Car[] {
  const left = cars.filter(({ model }) => model === undefined || !includes(models, model));
  return left.length > 0 ? left : onMakes(cars).map((make) => ({ make }));
}

function write(
  search: SearchUnderChange,
  clause: Clause,
  operation: 'set' | 'add' | 'remove' | 'exclude',
  { cars, noMakes, noModels }: Names,
  vocabulary: Vocabulary,
): void {
  const { asked } = clause;
  const named = onMakes(cars);
  // Several makes have had a DS3.
  const others = cars.flatMap(({ make, model = '' }) =>
    make === undefined ? makesOf(model, vocabulary) : [],
  );
  const makes = named.length === 0 ? [] : union(named, others);
  const makeWords = clause.wordsOf(asked['make'] === undefined ? 'model' : 'make');
  search.setValues(operation, 'make', { any: makes, none: noMakes }, makeWords);
  const isWhole = cars.some(({ model }) => model === undefined);
  const models = { any: isWhole ? [] : modelsOf(cars), none: noModels };
  const modelWords = clause.wordsOf(asked['model'] === undefined ? 'make' : 'model');
  search.setValues(operation, 'model', models, modelWords, isWhole && operation === 'add' ? NO_MODEL : undefined); // prettier-ignore
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
  vocabulary: Vocabulary,
  isSameMake: boolean,
): boolean {
  if (isExcluded) return false;
  if (group === 'trim') return !isSameMake;
  if (group !== undefined) return false;
  const makes = search.values('make').any;
  const models = search.values('model').any;
  return keys.some((key) => {
    const make = vocabulary.make(key);
    if (make !== undefined) return !includes(makes, make);
    const named = [undefined, ...makes].flatMap((after) => vocabulary.models(key, after));
    const badge = modelOfBadge(key, undefined);
    const all = badge === undefined ? named : [...named, badge];
    // `just the Seats` keeps the Leon.
    return all.length > 0 && !all.some((name) => models.length === 0 ? includes(makes, name.make) : includes(models, name.model)); // prettier-ignore
  });
}
