// The columns of what adverts state (stated-facts.ts): from facts to a row's columns, and back.
import { Memo } from '../memo.ts';
import type { Row } from '../engine/schema.ts';
import type { FoundRow } from '../engine/search.ts';
import type { Segment } from '../engine/segment/segment.ts';
import type { StatedFacts } from '../listing/listing.ts';

export const CONSUMPTION = 'consumption';
export const LABELS = ['colour', 'body', 'doors', 'seats', 'trim', 'trims', 'writeOff', 'oneOwner'] as const;
type Label = (typeof LABELS)[number];

/** Whole numbers take half of the memory. Adverts give at most two decimals. */
const HUNDREDTHS = 100;
/** No id has one. */
const SEPARATOR = ' ';
const YES = '1';

export function consumptionColumnOf({ consumptionMpg }: StatedFacts): number | null {
  return consumptionMpg === null ? null : Math.round(consumptionMpg * HUNDREDTHS);
}

/** Parallel to LABELS. */
export function statedLabelsOf(stated: StatedFacts): (string | null)[] {
  const { colour, body, doors, seats, trim, trims, isWriteOff, writeOffCategory, isOneOwner } = stated;
  const writeOff = isWriteOff ? (writeOffCategory ?? YES) : null;
  const together = trims.length === 0 ? null : trims.join(SEPARATOR);
  return [colour, body, doors, seats, trim, together, writeOff, isOneOwner ? YES : null];
}

/** What the texts of a found row's listing state. */
export function statedBy({ segment, row }: FoundRow): StatedFacts {
  const compared = comparedFactsOf(segment);
  return {
    consumptionMpg: compared.consumptionMpg(row),
    trims: compared.trims(row),
    isWriteOff: compared.isWriteOff(row),
    colour: segment.labels('colour').valueAt(row),
    body: segment.labels('body').valueAt(row),
    doors: segment.labels('doors').valueAt(row),
    seats: segment.labels('seats').valueAt(row),
    trim: segment.labels('trim').valueAt(row),
    writeOffCategory: toCategory(segment.labels('writeOff').valueAt(row)),
    isOneOwner: segment.labels('oneOwner').valueAt(row) !== null,
  };
}

/** The facts that price ratings compare, each by row of a segment. */
export function comparedFactsOf(segment: Segment) {
  const consumptions = segment.numbers(CONSUMPTION);
  const trims = segment.labels('trims');
  const writeOffs = segment.labels('writeOff');
  return {
    consumptionMpg: (row: number) => toMpg(consumptions.valueOr(row, NaN)),
    trims: (row: number) => toTrims(trims.valueAt(row)),
    isWriteOff: (row: number) => writeOffs.valueAt(row) !== null,
  };
}

/** The same for a row of `labelsOf` and, among its numbers, the consumption. */
export function statedInRow({ labels = [], numbers }: Row, consumption: number): StatedFacts {
  const label = (name: Label): string | null => labels[LABELS.indexOf(name)];
  return {
    consumptionMpg: toMpg(numbers[consumption] ?? NaN),
    trims: toTrims(label('trims')),
    isWriteOff: label('writeOff') !== null,
    writeOffCategory: toCategory(label('writeOff')),
    isOneOwner: label('oneOwner') !== null,
    colour: label('colour'),
    body: label('body'),
    doors: label('doors'),
    seats: label('seats'),
    trim: label('trim'),
  };
}

function toCategory(label: string | null): string | null {
  return label === YES ? null : label;
}

function toMpg(hundredths: number): number | null {
  return Number.isNaN(hundredths) ? null : hundredths / HUNDREDTHS;
}

function toTrims(label: string | null): readonly string[] {
  return label === null ? NONE : trimsOf.get(label);
}

const NONE: readonly string[] = [];
/** Most lists are common to many adverts. */
const trimsOf = new Memo<readonly string[]>(1024, (label) => label.split(SEPARATOR));
