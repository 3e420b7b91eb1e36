// The command line of `npm run soak:overload`.
import {
  aboveZero,
  commandLine,
  TEMPORARY_FOLDER,
  option,
  wholeNumber,
  type OptionsOf,
} from '../harness/command.ts';
import type { SlowKind } from './slow-clients.ts';

export type CheckName = 'users' | 'pictures' | 'browser' | 'unread';
export type Part = 'overload' | 'pages' | SlowKind | CheckName;

const SOAK_PARTS: readonly Part[] = [
  'overload',
  'pages',
  'idle',
  'silent',
  'heads',
  'bodies',
  'reads',
  'piles',
];
const CHECKS: readonly Part[] = ['users', 'pictures', 'browser', 'unread'];
const PARTS: readonly Part[] = [...SOAK_PARTS, ...CHECKS];

export function isCheck(part: Part): part is CheckName {
  return CHECKS.includes(part);
}

function partsOf(list: string): readonly Part[] {
  return list.split(',').map((word) => {
    const part = PARTS.find((name) => name === word.trim());
    if (part === undefined) throw new Error(`--parts must be some of ${PARTS.join(',')} (got '${list}')`);
    return part;
  });
}

export const SOAK_OVERLOAD = commandLine(
  'soak:overload',
  {
    listings: option('NUMBER', aboveZero, 100_000, 'listings of the stock, which is drawn from a seed'),
    factor: option('NUMBER', aboveZero, 10, 'requests of the overload, as a multiple of the capacity'),
    seconds: option('NUMBER', aboveZero, 60, 'duration of the overload, and of the rest after it'),
    baseline: option('NUMBER', aboveZero, 20, 'seconds of each baseline measurement'),
    processes: option('NUMBER', aboveZero, 3, 'client processes of the overload'),
    connections: option('NUMBER', aboveZero, 3000, 'maximum connections of all of them'),
    maxQueue: option('NUMBER', aboveZero, 256, 'the setting of the server'),
    idle: option('NUMBER', aboveZero, 10_000, 'idle connections'),
    slow: option('NUMBER', aboveZero, 500, 'slow clients of each other kind; a fiftieth of it sends piles'),
    parts: option('LIST', partsOf, PARTS, PARTS.join(','), 'all'),
    seed: option('NUMBER', wholeNumber, 1, 'what stock and requests are drawn from'),
    folder: TEMPORARY_FOLDER,
  },
  {
    summary:
      'Sends a real `forecourt serve` many times more requests than it can answer, and connects clients that are slow on ' +
      'purpose. First its capacity is measured, then its response times at 30 % of that; they are measured again after the ' +
      'overload and while slow clients are connected. All searches differ. Prints a report. Fails if the server ended or ' +
      'sent a 5xx other than 503, if the p99 of what it completed under overload was more than 3 times the baseline, if it ' +
      'was not as before afterwards, or if memory or open files grew. Clients share the processors with the server; the ' +
      "report has their CPU time. Memory and files are read from Linux's /proc.",
    examples: [
      '--listings 10000 --seconds 10 --baseline 5',
      '--parts idle,reads',
      '--parts users,pictures,browser,unread --seconds 30',
    ],
    notes: `\`pages\` is the overload with search pages instead of searches.

Checks run on servers of their own:
  users     20 simulated users beside two busy loops; every request must be answered
  pictures  600 pictures while the server's process is stopped for 120 ms; every request must be answered
  browser   40 loads of the page with /usr/bin/chromium; every request must be answered
  unread    how much memory 100 clients take that request large pages and read nothing

Both sides of 10,000 connections need as many open files: \`ulimit -n\` shows how many there may be.`,
  },
);

export type OverloadOptions = OptionsOf<typeof SOAK_OVERLOAD>;
