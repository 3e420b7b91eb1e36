// The Problem of a stock whose format is not today's: one that can be upgraded, or one of a version that this one does not know.
import { Problem } from '../problem.ts';
import { dataVersion, STOCK_FILE } from './store-problem.ts';
import { stepsFrom } from './upgrade/format-steps.ts';

/** A format, and the version of the program that wrote the stock last. */
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
