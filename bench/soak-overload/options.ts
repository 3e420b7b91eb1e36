// The command line of `npm run soak:overload`.
import { ATTACKS, type AttackName } from './attacks.ts';
import {
  aboveZero,
  anyText,
  commandLine,
  TEMPORARY_FOLDER,
  option,
  optional,
  wholeFromOne,
  wholeNumber,
  type OptionsOf,
} from '../harness/command.ts';
import type { SlowKind } from './slow-clients.ts';

export type CheckName = 'users' | 'pictures' | 'browser' | 'unread';
export type Part = 'overload' | 'pages' | 'fairness' | SlowKind | CheckName;

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
const PARTS: readonly Part[] = [...SOAK_PARTS, 'fairness', ...CHECKS];

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

/** True for the parts of one soak on one server. */
export function isSoak(part: Part): boolean {
  return SOAK_PARTS.includes(part);
}

const ATTACK_NAMES = Object.keys(ATTACKS) as readonly AttackName[];

function attacksOf(list: string): readonly AttackName[] {
  return list.split(',').map((word) => {
    const attack = ATTACK_NAMES.find((name) => name === word.trim());
    if (attack === undefined)
      throw new Error(`--attacks must be some of ${ATTACK_NAMES.join(',')} (got '${list}')`);
    return attack;
  });
}

function attackersOf(list: string): readonly number[] {
  const counts = list.split(',').map(Number);
  if (counts.every((count) => Number.isInteger(count) && count >= 1 && count <= 1000)) return counts;
  throw new Error(`--attackers must be numbers from 1 to 1000 (got '${list}')`);
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
    attacks: option('LIST', attacksOf, ATTACK_NAMES, 'requests of the attacker of `fairness`', 'all'),
    attackers: option('LIST', attackersOf, [16, 64, 200], 'connections of that attacker', '16,64,200'),
    rounds: option('NUMBER', wholeFromOne, 3, 'rounds of `fairness`'),
    against: optional('REF', anyText, 'also measure `fairness` of the commit REF'),
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
      '--parts fairness --attacks interpret,page --attackers 64 --listings 20000 --against HEAD~1',
      '--parts users,pictures,browser,unread --seconds 30',
    ],
    notes: `\`pages\` is the overload with search pages instead of searches.

\`fairness\` measures five users with five searches a second each, alone and beside an attacker at another address. Each of
the attacker's connections sends its next request after a response. It fails if the median of the users' p99 is more than five times
the median of their p99 alone, or if one of their requests is refused. The attacks are ${ATTACK_NAMES.join(', ')}.

Checks run on servers of their own:
  users     20 simulated users beside two busy loops; every request must be answered
  pictures  600 pictures while the server's process is stopped for 120 ms; every request must be answered
  browser   40 loads of the page with /usr/bin/chromium; every request must be answered
  unread    how much memory 100 clients take that request large pages and read nothing

Both sides of 10,000 connections need as many open files: \`ulimit -n\` shows how many there may be.`,
  },
);

export type OverloadOptions = OptionsOf<typeof SOAK_OVERLOAD>;
