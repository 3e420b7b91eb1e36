// Sets makes and models. Several are alternatives; exclusions count where they narrow what is wanted.
import { noteOf } from './build-choices.ts';
import { makesOf, partsAmong } from './wanted-names.ts';
import { isJoint, isName, type Match, type Name } from '../words/match.ts';
import { versionOf } from '../../vehicle/model-name.ts';
import type { QueryBuilder } from '../words/query-builder.ts';
import { groupOf, isTerm, isTrim, saidBy } from '../terms/term.ts';
import { joinedKeys, type Phrase } from '../words/tokenized-phrase.ts';
import { NAMES } from '../words/word-lists.ts';

interface Car {
  readonly match: Name;
  readonly make: string | undefined;
  readonly model: string | undefined;
  /** Right behind it: `Golf GTI`. */
  readonly trim?: Match;
}

const EVERY_MODEL = 'Another make was named without a model, so every model of both is searched for.';
const A_PART = 'Another car was named before, and counts. Write “or” between them to search for either.';

/** Returns the words that it has added as trims of cars. */
export function addNames(builder: QueryBuilder, matches: readonly Match[], phrase: Phrase): readonly Match[] {
  const parts = partsAmong(matches, phrase);
  for (const part of parts) builder.addUnsupported(part, A_PART);
  const names = withoutBases(builder, matches, parts, phrase);
  const wanted = carsOf(names.filter(({ isExcluded }) => isExcluded !== true));
  const excluded = carsOf(names.filter(({ isExcluded }) => isExcluded === true));
  // Of a car that is wanted and excluded, the last counts.
  const isLater = (car: Car, others: readonly Car[]): boolean =>
    others.every(
      (other) =>
        other.make !== car.make ||
        // `like an X3, but not a BMW`
        (other.model !== car.model && (other.model !== undefined || other.match.isExcluded !== true)) ||
        other.match.from < car.match.from,
    );
  const cars = wanted.filter((car) => isLater(car, excluded));
  const trimmed = withTrims(cars, matches, phrase);
  addWanted(builder, trimmed, phrase);
  addExcluded(
    builder,
    excluded.filter((car) => isLater(car, wanted)),
    cars,
  );
  for (const { match } of [
    ...wanted.filter((car) => !isLater(car, excluded)),
    ...excluded.filter((car) => !isLater(car, wanted)),
  ])
    builder.addIgnored(match);
  return trimmed.flatMap(({ trim }) => trim ?? []);
}

/**
 * Cars with their trims, if they differ: `Golf GTI or Focus ST`. A trim with an alternative is one of any car: `Golf GTI or R`.
 */
function withTrims(cars: readonly Car[], matches: readonly Match[], phrase: Phrase): readonly Car[] {
  const textAt = (at: number): Match | undefined =>
    matches.find(
      ({ from, meaning, isExcluded }) =>
        from === at && meaning.kind === 'free_text' && isExcluded !== true && phrase.words[at].flows,
    );
  const hasAlternative = ({ to }: Match): boolean => {
    const joint = matches.find((match) => match.from === to && isJoint(match));
    const other = joint && textAt(joint.to);
    return other !== undefined && (isTrim(other, phrase) || groupOf(other, phrase) === undefined);
  };
  const trimmed = cars.map((car) => {
    const trim = textAt(car.match.to);
    return { ...car, ...(trim && { trim }) };
  });
  const isUnclear = ({ match, make, model, trim }: Car): boolean => {
    if (trim !== undefined)
      return make === undefined || model === undefined || !mayBeTrim(trim, phrase) || hasAlternative(trim);
    if (model === undefined) return !cars.some((car) => car.make === make && car.model !== undefined);
    // `an A3 or A1 S line`
    return trimmed.some(
      (car) =>
        car.trim !== undefined && (car.model === model || (car.make === make && car.match.from > match.from)),
    );
  };
  const names = trimmed.flatMap((car) => (car.model === undefined ? [] : [nameOf(car, phrase)]));
  return new Set(names.map((name) => name.toLowerCase())).size < 2 || trimmed.some(isUnclear)
    ? cars
    : trimmed;
}

/** A word that no table knows right behind a model is one of its trims: `a Caddy Kombi or a Berlingo`. */
function mayBeTrim(match: Match, phrase: Phrase): boolean {
  const isUnknown = match.to === match.from + 1 && !isTerm(saidBy(match, phrase) ?? '');
  return isTrim(match, phrase) || isUnknown;
}

function nameOf({ model = '', trim }: Car, phrase: Phrase): string {
  return trim === undefined ? model : `${model} ${saidBy(trim, phrase) ?? ''}`;
}

/** The names without base models before one of their badges: `3 series 320d`, `3 series touring 320d`. */
function withoutBases(
  builder: QueryBuilder,
  matches: readonly Match[],
  parts: ReadonlySet<Match>,
  phrase: Phrase,
): Name[] {
  const result: Name[] = [];
  let isDescribed = false;
  for (const said of matches) {
    const flows = phrase.words[said.from].flows;
    if (!isName(said) || parts.has(said)) {
      isDescribed &&= flows && said.meaning.kind === 'free_text';
      continue;
    }
    const before = result.at(-1);
    const match = asVersion(said, result, phrase);
    const { meaning } = match;
    const isBase =
      before !== undefined &&
      isDescribed &&
      flows &&
      before.meaning.kind === 'model' &&
      before.isExcluded === match.isExcluded &&
      meaning.kind === 'model' &&
      meaning.badge !== undefined &&
      before.meaning.badge === undefined &&
      before.meaning.models.some(({ model }) => model === modelOf(match));
    if (isBase) result.pop();
    const isBeside = isBase && before.to === match.from;
    if (isBase && !isBeside) builder.addIgnored(before);
    result.push(isBeside ? { ...match, from: before.from } : match);
    isDescribed = true;
  }
  return result;
}

/**
 * A badge as a version of the car before it: the 220d of `Mercedes CLA 220d` and of `a CLA, the 200 or 220d` is not a BMW. Behind
 * other joints it is a car of its own: `a C-Class or a 320d`.
 */
function asVersion(match: Name, names: readonly Name[], phrase: Phrase): Name {
  const { meaning, from, to } = match;
  const before = names.at(-1);
  if (meaning.kind !== 'model' || meaning.badge === undefined || before?.meaning.kind !== 'model')
    return match;
  const { words } = phrase;
  const [{ make }] = meaning.models;
  const number = joinedKeys(phrase, from, to - from).at(-1) ?? '';
  const isNamed = names.some((name) => makesOf(name).includes(make));
  const joint = words.slice(0, from).findLastIndex(({ key }, at) => at >= before.to && NAMES.joint.has(key));
  const isOther = joint !== -1 && !/^[0-9]/.test(words[joint - 1].key);
  const model = before.meaning.models.find(
    (name) => name.make !== make && versionOf(name, number) !== undefined,
  );
  if (model === undefined || isOther || (isNamed && before.to < from)) return match;
  return { ...match, meaning: { kind: 'model', models: [model], badge: versionOf(model, number) ?? '' } };
}

function modelOf({ meaning }: Name): string | undefined {
  return meaning.kind === 'model' ? meaning.models[0].model : undefined;
}

function carsOf(names: readonly Name[]): Car[] {
  const said = names.flatMap(({ meaning }) => (meaning.kind === 'make' ? [meaning.make] : []));
  let last: string | undefined;
  return names.map((match) => {
    const { meaning } = match;
    if (meaning.kind === 'make') {
      last = meaning.make;
      return { match, make: meaning.make, model: undefined };
    }
    const known =
      meaning.models.find(({ make }) => make === last) ??
      meaning.models.find(({ make }) => said.includes(make)) ??
      meaning.models[0];
    const isCertain =
      known.make === last ||
      said.includes(known.make) ||
      meaning.models.every(({ make }) => make === known.make);
    if (isCertain) last = known.make;
    const model = meaning.badge ?? known.model;
    return {
      match,
      make: isCertain ? known.make : undefined,
      model: meaning.trim === undefined ? model : `${model} ${meaning.trim}`,
    };
  });
}

function addWanted(builder: QueryBuilder, cars: readonly Car[], phrase: Phrase): void {
  const makes = distinct(cars.map(({ make }) => make));
  const models = distinct(cars.map(({ model }) => model));
  const hasModel = (make: string): boolean =>
    cars.some((car) => car.make === make && car.model !== undefined);
  const isEvery = models.length > 0 && makes.some((make) => !hasModel(make));
  const badge = cars.find(
    ({ match: { meaning } }) => meaning.kind === 'model' && meaning.badge !== undefined,
  );
  for (const { match, make, model, trim } of cars) {
    const { meaning } = match;
    const isSaid = cars.some((car) => car.make === make && car.model === undefined);
    const setsMake = make !== undefined && !(model !== undefined && isSaid);
    const note = isEvery && model !== undefined ? EVERY_MODEL : noteOf(makes);
    // `a Golf or a Leon`, which is a SEAT or a Cupra
    const ownMakes =
      make === undefined && makes.length > 0 && meaning.kind === 'model'
        ? distinct(meaning.models.map((name) => name.make))
        : [];
    for (const own of setsMake ? [make] : ownMakes) builder.add('make', own, match, note);
    if (model === undefined) continue;
    if (meaning.kind === 'model' && meaning.badge !== undefined && !isEvery && trim === undefined) {
      const [{ make: ownMake, model: baseModel }] = meaning.models;
      const choice = badge?.match.from ?? match.from;
      builder.addBadge(match, {
        text: meaning.badge,
        make: ownMake,
        baseModel,
        note: noteOf(models),
        choice,
      });
    } else if (trim !== undefined && make !== undefined) {
      const choice = cars.find((car) => car.trim !== undefined)?.match.from ?? match.from;
      const word = { from: trim.from, to: trim.to, text: saidBy(trim, phrase) ?? '' };
      const text = nameOf({ match, make, model, trim }, phrase);
      builder.addBadge(match, { text, make, baseModel: model, note: noteOf(models), choice, trim: word });
    } else if (!isEvery) builder.add('model', model, match, noteOf(models));
    else if (!setsMake) builder.addUnsupported(match, EVERY_MODEL);
  }
}

function addExcluded(builder: QueryBuilder, excluded: readonly Car[], wanted: readonly Car[]): void {
  const isRedundant = ({ make, model }: Car): boolean =>
    wanted.length > 0 &&
    (model === undefined ||
      wanted.every((car) => car.model !== undefined || (make !== undefined && car.make !== make)));
  for (const car of excluded) {
    const { match, make, model } = car;
    if (isRedundant(car)) builder.addIgnored(match);
    else if (model !== undefined) builder.add('model', `-${model}`, match, `not ${model}`);
    else if (make !== undefined) builder.add('make', `-${make}`, match, `not ${make}`);
  }
}

function distinct(values: readonly (string | undefined)[]): string[] {
  return [...new Set(values.filter((value) => value !== undefined))];
}
