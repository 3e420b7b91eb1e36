// What `npm run fuzz` can be asked, and what its help says.
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';

export const HELP = `npm run fuzz -- [options]

Starts a real server on demo stock and sends it everything that a public address gets: good and bad parameters in every
encoding, tricks with paths, headers and bodies, hostile text, and bytes that are no HTTP. Ends with a page of figures,
and with an error if an answer had a status above 499 or was not as the OpenAPI document says, if a question that was
asked before is answered differently in the end, if the server ended, or if its memory grew. A 503 of a server without
time to answer is only counted. Memory is read from Linux's /proc.

  --requests NUMBER  how many requests (default: 1000000)
  --seconds NUMBER   stop after so long, however many were sent (default: no limit)
  --seed NUMBER      what the requests are drawn from (default: 1)
  --only NUMBERS     send just the requests of these numbers of the seed, on one connection and in this order, and show
                     them and their answers
  --listings NUMBER  listings in the stock (default: 20000)
  --clients NUMBER   requests at a time (default: 24)
  --folder FOLDER    where the data folder is made and removed again (default: ${tmpdir()})

Examples
  npm run fuzz -- --requests 50000 --seed 7
  npm run fuzz -- --seed 7 --only 4711
  npm run fuzz -- --seed 7 --only 12,15,4711
`;

export interface FuzzOptions {
  readonly requests: number;
  readonly seconds: number;
  readonly seed: number;
  readonly only: readonly number[] | undefined;
  readonly listings: number;
  readonly clients: number;
  readonly folder: string;
}

/** Undefined where help was asked for. Throws an Error with a sentence for the caller if something is wrong. */
export function readFuzzOptions(args: readonly string[]): FuzzOptions | undefined {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean' },
      requests: text,
      seconds: text,
      seed: text,
      only: text,
      listings: text,
      clients: text,
      folder: text,
    },
  });
  if (values.help === true) return undefined;
  return {
    requests: wholeNumber('--requests', values.requests ?? '1000000'),
    seconds: values.seconds === undefined ? Infinity : wholeNumber('--seconds', values.seconds),
    seed: wholeNumber('--seed', values.seed ?? '1'),
    only: values.only?.split(',').map((value) => wholeNumber('--only', value)),
    listings: wholeNumber('--listings', values.listings ?? '20000'),
    clients: wholeNumber('--clients', values.clients ?? '24'),
    folder: values.folder ?? tmpdir(),
  };
}

function wholeNumber(name: string, value: string): number {
  if (!/^[0-9]{1,15}$/.test(value)) throw new Error(`${name} must be a whole number (got '${value}')`);
  return Number(value);
}
