// All formats that this version can upgrade, oldest first: each step leads to the next step's format, and the last to today's. A
// new format needs a step here and a fixture of the format before it (CONTRIBUTING.md, "Changing the stored form"). Also the
// Problem of a stock in another format.
import { addChangeTimes, TABLES_OF_5_AND_6 } from './add-change-times.ts';
import type { FormatStep, Entries } from './format-step.ts';
import { Problem } from '../../problem.ts';
import { dataVersion, STOCK_FILE } from '../store-problem.ts';

/**
 * From format 6-1u1db1y to 7-1u1db1y: a table of listings as they were before each change. What was before the upgrade is not
 * known, so the past starts with it. `meta` gets `past`, JSON with the floor (the `sequence` there) and the characters.
 */
const addPastListings: FormatStep = {
  from: '6-1u1db1y',
  to: '7-1u1db1y',
  summary: 'what each listing was before it changed, from now on',
  tables: TABLES_OF_5_AND_6,
  changes: () => ({ meta: withFloor }),
};

function* withFloor(meta: Entries): Entries {
  for (const entry of meta) {
    yield entry;
    if (entry.key === 'sequence')
      yield { key: 'past', value: JSON.stringify({ floor: Number(entry.value), characters: 0 }) };
  }
}

const STEPS: readonly FormatStep[] = [addChangeTimes, addPastListings];

/** The steps from a format to today's; undefined if it cannot be upgraded. */
export function stepsFrom(format: string): readonly FormatStep[] | undefined {
  const first = STEPS.findIndex(({ from }) => from === format);
  return first < 0 ? undefined : STEPS.slice(first);
}

/** A stock's format, and the version of the program that last wrote it. */
export interface StockFormat {
  readonly format: string;
  /** Undefined for formats before 6. */
  readonly program: string | undefined;
}

/** `data_version`. `today` is the format that this version reads. */
export function otherFormat(folder: string, { format, program }: StockFormat, today: string): Problem {
  const finding = `${STOCK_FILE} has format ${format}, not ${today}`;
  if (stepsFrom(format) !== undefined)
    return new Problem(
      'data_version',
      `The stock in the data folder '${folder}' was written by ${program === undefined ? 'an earlier version' : `Forecourt ${program}`}: ` +
        `${finding}. Nothing was changed. Upgrade it with forecourt upgrade --data ${folder}; a server or an import does that ` +
        'by itself.',
    );
  return dataVersion(
    folder,
    program === undefined ? finding : `${finding}, and was written by Forecourt ${program}`,
  );
}
