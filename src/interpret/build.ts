// From claims to a search. Where two claims want one parameter, the first has it and the other is told: a search can
// say one thing at a time. The result holds for the whole text, so it is here that an amount without a unit becomes a
// price or a mileage, and `50 miles` a distance or a mileage.
import { DISTANCE_BANDS_KM, type Sort } from '../listing/search-query.ts';
import type { ParameterName } from '../listing/parameter-names.ts';
import type { Claim, Meaning, MeaningOf, RangeField } from './claim.ts';
import { Draft } from './draft.ts';
import { bandOf } from './quantity-meaning.ts';
import type { Tokens } from './tokens.ts';

type Of<Kind extends Meaning['kind']> = Claim & { readonly meaning: MeaningOf<Kind> };

const ONE_VEHICLE = 'One make and model can be searched for at a time: ask again for the other.';

export function buildDraft(claims: readonly Claim[], tokens: Tokens): Draft {
  const draft = new Draft(tokens);
  const of = <Kind extends Meaning['kind']>(kind: Kind): Of<Kind>[] =>
    claims.filter((claim): claim is Of<Kind> => claim.meaning.kind === kind);

  takeNames(draft, claims.filter((claim): claim is Of<'make'> | Of<'model'> => ['make', 'model'].includes(claim.meaning.kind))); // prettier-ignore
  takeFirst(
    draft,
    'fuel_type',
    of('fuel'),
    'One fuel type can be searched for at a time: ask again for the other.',
  );
  takeGearbox(draft, of('gearbox'), claims);
  const place = takePlace(draft, of('place'));
  takeDistances(draft, of('distance'), place);
  takeRanges(draft, of('range'), place);
  takeSort(draft, of('sort'), place);

  for (const claim of claims) {
    const { meaning } = claim;
    if (meaning.kind === 'chatter' || meaning.kind === 'anywhere') draft.leaveOut(claim);
    if (meaning.kind === 'word') takeWord(draft, claim, claims, tokens);
    if (meaning.kind !== 'refused') continue;
    draft.tell(claim, meaning.why);
    if (meaning.searched !== undefined) draft.search({ from: claim.to - meaning.searched, to: claim.to });
  }
  return draft;
}

/** Every word of `q` must occur, so of `black or white` only the first is searched for. */
function takeWord(draft: Draft, claim: Claim, claims: readonly Claim[], { words }: Tokens): void {
  const { meaning, from } = claim;
  const isAlternative =
    from >= 2 &&
    words[from - 1].key === 'or' &&
    words[from].flows &&
    words[from - 1].flows &&
    claims.some(({ to, meaning: other }) => to === from - 1 && other.kind === 'word');
  if (isAlternative)
    draft.tell(claim, 'Every word that is searched for must occur: ask again for the other.');
  else draft.search(claim, meaning.kind === 'word' ? meaning.as : undefined);
}

/** The first name decides the make, and the others must be of it. */
function takeNames(draft: Draft, names: readonly (Of<'make'> | Of<'model'>)[]): void {
  const make = makeOf(names);
  const badge = names.find(({ meaning }) => meaning.kind === 'model' && meaning.searched === true);
  for (const claim of names) {
    const { meaning } = claim;
    if (meaning.kind === 'make') {
      if (meaning.make === make) draft.set('make', meaning.make, claim);
      else draft.tell(claim, ONE_VEHICLE);
      continue;
    }
    const known =
      make === undefined ? meaning.models[0] : meaning.models.find((model) => model.make === make);
    const secondBadge = badge !== undefined && meaning.searched === true && badge !== claim;
    if (known === undefined || !draft.isFree('model', known.model) || secondBadge) {
      draft.tell(claim, ONE_VEHICLE);
      continue;
    }
    if (meaning.searched === true) draft.search(claim);
    if (
      make !== undefined &&
      !names.some((name) => name.meaning.kind === 'make' && name.meaning.make === make)
    ) {
      draft.set('make', make, claim);
    }
    draft.set('model', known.model, claim);
  }
}

function makeOf(names: readonly (Of<'make'> | Of<'model'>)[]): string | undefined {
  const first = names.at(0)?.meaning;
  if (first === undefined) return undefined;
  if (first.kind === 'make') return first.make;
  const possible = new Set(first.models.map(({ make }) => make));
  const said = names.find(({ meaning }) => meaning.kind === 'make' && possible.has(meaning.make))?.meaning;
  if (said?.kind === 'make') return said.make;
  return possible.size === 1 ? first.models[0].make : undefined;
}

function takeFirst(
  draft: Draft,
  parameter: ParameterName,
  claims: readonly (Of<'fuel'> | Of<'gearbox'>)[],
  why: string,
): void {
  for (const claim of claims) {
    const { value } = claim.meaning;
    if (!draft.isFree(parameter, value)) draft.tell(claim, why);
    else draft.set(parameter, value, claim, claim.meaning.kind === 'fuel' ? claim.meaning.note : undefined);
  }
}

/** `manual or automatic` is all there is, and asks for nothing. */
function takeGearbox(draft: Draft, gearboxes: readonly Of<'gearbox'>[], claims: readonly Claim[]): void {
  const either = new Set<Claim>();
  gearboxes.forEach((claim, i) => {
    const next = gearboxes.at(i + 1);
    if (next === undefined || next.meaning.value === claim.meaning.value) return;
    const joined = claims.some(({ from, to, meaning }) => from === claim.to && to === next.from && meaning.kind === 'chatter' && meaning.joins === true); // prettier-ignore
    if (joined) either.add(claim).add(next);
  });
  for (const claim of either) draft.leaveOut(claim);
  const rest = gearboxes.filter((claim) => !either.has(claim));
  takeFirst(
    draft,
    'transmission',
    rest,
    'One gearbox can be searched for at a time: leave it out to find both.',
  );
}

function takePlace(draft: Draft, places: readonly Of<'place'>[]): Of<'place'> | undefined {
  const first = places.at(0);
  for (const claim of places) {
    if (claim === first) continue;
    draft.tell(claim, 'Distances are measured from one place at a time: ask again for the other.');
  }
  return first;
}

function takeDistances(
  draft: Draft,
  distances: readonly Of<'distance'>[],
  place: Of<'place'> | undefined,
): void {
  for (const claim of distances) {
    if (place === undefined) draft.tell(claim, 'A distance needs a postcode or a town to measure from.');
    else if (draft.has('distance')) draft.tell(claim, 'One distance can be searched in at a time.');
    else setDistance(draft, claim, claim.meaning.km);
  }
}

function setDistance(draft: Draft, claim: Claim, km: number): void {
  const band = bandOf(km);
  const radius = DISTANCE_BANDS_KM[band];
  const reach = radius === Infinity ? 'unlimited' : `${radius} km`;
  const note = `${reach}: the narrowest band that holds ${Math.round(km * 10) / 10} km`;
  draft.set('distance', String(band), claim, radius === km ? undefined : note);
}

const RANGE_PARAMETERS: Readonly<
  Record<RangeField, { min: ParameterName; max: ParameterName; noun: string }>
> = {
  price: { min: 'price_min', max: 'price_max', noun: 'price' },
  miles: { min: 'miles_min', max: 'miles_max', noun: 'mileage' },
  year: { min: 'year_min', max: 'year_max', noun: 'year' },
  engine: { min: 'engine_min', max: 'engine_max', noun: 'engine size' },
};

/** Those with a unit first: the others take what is left. */
function takeRanges(draft: Draft, ranges: readonly Of<'range'>[], place: Of<'place'> | undefined): void {
  const sure = ranges.filter(({ meaning }) => meaning.unsure !== true);
  for (const claim of [...sure, ...ranges.filter(({ meaning }) => meaning.unsure === true)]) {
    const { orKm, unsure, field } = claim.meaning;
    if (orKm !== undefined && place !== undefined && !draft.has('distance')) {
      setDistance(draft, claim, orKm);
      continue;
    }
    if (setRange(draft, claim, field)) continue;
    if (unsure === true && setRange(draft, claim, 'miles')) continue;
    draft.tell(claim, `Another ${RANGE_PARAMETERS[field].noun} was said before, and counts.`);
  }
}

function setRange(draft: Draft, claim: Of<'range'>, field: RangeField): boolean {
  const { min, max, note } = claim.meaning;
  const parameters = RANGE_PARAMETERS[field];
  const ends = [
    [parameters.min, min],
    [parameters.max, max],
  ] as const;
  if (ends.some(([name, value]) => value !== undefined && !draft.isFree(name, String(value)))) return false;
  for (const [name, value] of ends) if (value !== undefined) draft.set(name, String(value), claim, note);
  return true;
}

/** The clearest wish counts; a place alone asks for the nearest first. */
function takeSort(draft: Draft, sorts: readonly Of<'sort'>[], place: Of<'place'> | undefined): void {
  const possible = sorts.filter(({ meaning }) => meaning.sort !== 'distance' || place !== undefined);
  const chosen = possible.find(({ meaning }) => meaning.strength === 2) ?? possible.at(0);
  for (const claim of sorts) {
    const { sort } = claim.meaning;
    if (sort === chosen?.meaning.sort) draft.set('sort', sort, claim);
    else if (!possible.includes(claim))
      draft.tell(claim, 'Nearest first needs a postcode or a town to measure from.');
    else draft.tell(claim, `Results have one order, which is ${chosen?.meaning.sort ?? ''} here.`);
  }
  if (place !== undefined) setLocation(draft, place, chosen?.meaning.sort);
}

/** Last of all, because a place that neither limits nor orders has to say so. */
function setLocation(draft: Draft, claim: Of<'place'>, sort: Sort | undefined): void {
  const { place, introWords, note } = claim.meaning;
  const isIdle = sort !== undefined && sort !== 'distance' && !draft.has('distance');
  const idle = `Distances are given, but nothing is limited by them and the order is ${sort ?? ''}: say a distance, such as 'within 20 miles'.`;
  const toldApart = isIdle && introWords > 0;
  const words = toldApart ? { from: claim.from + introWords, to: claim.to } : claim;
  if (toldApart) draft.tell({ from: claim.from, to: claim.from + introWords }, idle);
  const notes = [note, isIdle && !toldApart ? idle : undefined].filter((text) => text !== undefined);
  draft.set('location', place.postcode, words, notes.length === 0 ? undefined : notes.join('. '));
  if (sort === undefined)
    draft.set('sort', 'distance', claim, 'nearest first, as no other order was asked for');
}
