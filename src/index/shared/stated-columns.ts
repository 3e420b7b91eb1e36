// The columns of the facts that adverts' texts state (stated-facts.ts): from facts to a row's columns, and back.
import { Memo } from '../../memo.ts';
import type { Row } from '../../engine/schema.ts';
import type { FoundRow } from '../../engine/search.ts';
import type { Segment } from '../../engine/segment/segment.ts';
import { STATED_FIELDS, statedTexts, type StatedFacts } from '../../listing/stated-fields.ts';

export const CONSUMPTION = 'consumption';
const TRIMS = 'trims';
export const LABELS: readonly string[] = [...STATED_FIELDS.map(({ name }) => name), TRIMS];

/** Factor of the consumption column: whole numbers take half of the memory, and adverts give at most two decimals. */
const HUNDREDTHS = 100;
/** Separates ids of trims, which contain no space. */
const SEPARATOR = ' ';

export function consumptionColumnOf({ consumptionMpg }: StatedFacts): number | null {
  return consumptionMpg === null ? null : Math.round(consumptionMpg * HUNDREDTHS);
}

/** The labels of a listing's facts, parallel to LABELS. */
export function statedLabelsOf(stated: StatedFacts): (string | null)[] {
  const { trims } = stated;
  const labels: (string | null)[] = [];
  for (const { name } of STATED_FIELDS) labels.push(stated[name]);
  labels.push(trims.length === 0 ? null : trims.join(SEPARATOR));
  return labels;
}

/** The facts that the texts of a row's listing state. */
export function statedBy({ segment, row }: FoundRow): StatedFacts {
  const texts = statedTexts({});
  for (const { name } of STATED_FIELDS) texts[name] = segment.labels(name).valueAt(row);
  const consumptionMpg = toMpg(segment.numbers(CONSUMPTION).valueOr(row, NaN));
  return { consumptionMpg, trims: toTrims(segment.labels(TRIMS).valueAt(row)), ...texts };
}

/** A function from a row of a segment to the facts that price ratings compare. */
export function comparedFactsOf(segment: Segment) {
  const consumptions = segment.numbers(CONSUMPTION);
  const trims = segment.labels(TRIMS);
  const writeOffs = segment.labels('written_off');
  return {
    consumptionMpg: (row: number) => toMpg(consumptions.valueOr(row, NaN)),
    trims: (row: number) => toTrims(trims.valueAt(row)),
    writtenOff: (row: number) => writeOffs.valueAt(row),
  };
}

/** As `statedBy`, for a row with the labels of `statedLabelsOf` and its consumption at the index `consumption` of its numbers. */
export function statedInRow({ labels = [], numbers }: Row, consumption: number): StatedFacts {
  const texts = statedTexts({});
  for (const [i, { name }] of STATED_FIELDS.entries()) texts[name] = labels[i];
  const trims = toTrims(labels[LABELS.indexOf(TRIMS)]);
  return { consumptionMpg: toMpg(numbers[consumption] ?? NaN), trims, ...texts };
}

function toMpg(hundredths: number): number | null {
  return Number.isNaN(hundredths) ? null : hundredths / HUNDREDTHS;
}

function toTrims(label: string | null): readonly string[] {
  return label === null ? NONE : trimsOf.get(label);
}

const NONE: readonly string[] = [];
/** Cached, because many adverts share a list of trims. */
const trimsOf = new Memo<readonly string[]>(1024, (label) => label.split(SEPARATOR));
