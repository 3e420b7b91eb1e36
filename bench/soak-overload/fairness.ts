// Users beside one attacker: what they wait, alone and while a client at another address sends requests on many connections. With an
// earlier commit, both take the same measurements in turn.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { corpusSource } from '../corpus/stock-source.ts';
import { distinctTargets } from '../corpus/workload.ts';
import { logProgress } from '../harness/command.ts';
import { LoadGenerator, type LoadStats } from '../harness/load-generator.ts';
import { withFolder } from '../harness/process.ts';
import { importFeed, PROJECT, Server } from '../harness/server.ts';
import { median } from '../harness/statistics.ts';
import { addWorktree } from '../harness/worktree.ts';
import { requestsOf, type AttackName } from './attacks.ts';
import type { OverloadOptions } from './options.ts';
import { table } from './report.ts';

type FairnessOptions = Pick<
  OverloadOptions,
  'listings' | 'seed' | 'folder' | 'attacks' | 'attackers' | 'rounds' | 'against' | 'maxQueue'
>;

const USERS = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5', '127.0.0.6'];
const ATTACKER = '127.0.0.7';
const CONNECTIONS_PER_USER = 10;
const REQUESTS_PER_SECOND = 25;
const SECONDS = 5;
/** Until all connections of the attacker have sent something. */
const SETTLE_MS = 1000;
const TARGETS = 20_000;
const MAX_P99_RATIO = 5;
const TOLERANCE_MS = 2;

interface Side {
  readonly name: string;
  readonly server: Server;
}

interface Cell {
  readonly side: string;
  /** Undefined: the users are alone. */
  readonly attack: AttackName | undefined;
  readonly attackers: number;
  /** Of the users, one a round. */
  readonly rounds: LoadStats[];
}

interface Requests {
  /** Targets of the users' searches. */
  readonly users: readonly string[];
  /** Adverts of the stock, for attacks. */
  readonly adverts: readonly string[];
}

interface FairnessStats {
  readonly cells: readonly Cell[];
  readonly failures: readonly string[];
}

export function measureFairness(options: FairnessOptions): Promise<FairnessStats> {
  const { listings, seed, folder, against, maxQueue } = options;
  return withFolder(folder, async (work) => {
    const { feed, sample } = await corpusSource('stock', listings, seed).prepare(work);
    const requests = {
      users: distinctTargets(sample, seed, Math.min(TARGETS, 10 * listings)),
      adverts: sample.listings.map(({ advertUrl }) => advertUrl),
    };
    const trees = [{ name: 'now', tree: PROJECT }];
    let removeWorktree = (): void => undefined;
    if (against !== undefined) {
      const worktree = join(work, 'worktree');
      removeWorktree = addWorktree(PROJECT, against, worktree);
      for (const part of ['build:program', 'build:page'])
        execFileSync('npm', ['run', '--silent', part], { cwd: worktree, stdio: ['ignore', 2, 2] });
      trees.unshift({ name: against, tree: worktree });
    }
    const sides: Side[] = [];
    try {
      for (const { name, tree } of trees) {
        const data = join(work, `data-${sides.length}`);
        await importFeed(tree, feed, data);
        const environment = { FORECOURT_MAX_QUEUE: String(maxQueue) };
        sides.push({ name, server: await Server.start(data, { tree, environment }) });
      }
      return await measureSides(sides, requests, options);
    } finally {
      await Promise.all(sides.map(({ server }) => server.stop()));
      removeWorktree();
    }
  });
}

async function measureSides(
  sides: readonly Side[],
  requests: Requests,
  { attacks, attackers, rounds }: FairnessOptions,
): Promise<FairnessStats> {
  const cells: Cell[] = sides.flatMap(({ name: side }) => [
    { side, attack: undefined, attackers: 0, rounds: [] },
    ...attacks.flatMap((attack) =>
      attackers.map((connections): Cell => ({ side, attack, attackers: connections, rounds: [] })),
    ),
  ]);
  const users = new LoadGenerator(1);
  try {
    // Warm, and then measured.
    for (const { server } of sides) await measureCell(users, server, requests, cells[0]);
    for (let round = 1; round <= rounds; round += 1) {
      logProgress(`fairness: round ${round} of ${rounds}`);
      for (const cell of byAttack(cells, round % 2 === 0)) {
        const { server } = sides.find(({ name }) => name === cell.side) ?? sides[0];
        cell.rounds.push(await measureCell(users, server, requests, cell));
      }
    }
  } finally {
    await users.close();
  }
  return { cells, failures: failuresOf(cells) };
}

/** Cells that differ in nothing but their side follow each other. */
function byAttack(cells: readonly Cell[], isReversed: boolean): readonly Cell[] {
  const keyOf = ({ attack, attackers }: Cell): string => `${attack ?? ''} ${String(attackers).padStart(4)}`;
  const ordered = cells.slice().sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0));
  return isReversed ? ordered.reverse() : ordered;
}

async function measureCell(
  users: LoadGenerator,
  { port }: Server,
  requests: Requests,
  { attack, attackers }: Cell,
): Promise<LoadStats> {
  const attacker = new LoadGenerator(1);
  try {
    if (attack !== undefined) {
      const task = {
        ...requestsOf(attack, requests.adverts),
        port,
        repeat: true,
        seconds: 600,
        connections: attackers,
      };
      // Ends with its process.
      attacker.run({ ...task, addresses: [ATTACKER] }).catch(() => undefined);
      await sleep(SETTLE_MS);
    }
    return await users.run({
      port,
      targets: requests.users,
      repeat: true,
      seconds: SECONDS,
      perSecond: REQUESTS_PER_SECOND,
      connections: CONNECTIONS_PER_USER * USERS.length,
      addresses: USERS,
    });
  } finally {
    await attacker.close();
  }
}

function failuresOf(cells: readonly Cell[]): string[] {
  return cells.flatMap((cell) => {
    if (cell.side !== 'now' || cell.attack === undefined) return [];
    const [took, alone] = [p99Of(cell), p99Of(aloneBeside(cell, cells))];
    const what = `users beside ${cell.attackers} connections of ${cell.attack}`;
    const refused = refusedOf(cell);
    return [
      ...(took <= alone * MAX_P99_RATIO + TOLERANCE_MS
        ? []
        : [`${what}: p99 ${took.toFixed(1)} ms instead of ${alone.toFixed(1)}`]),
      ...(refused === 0 ? [] : [`${what}: ${(100 * refused).toFixed(1)} % of their requests were refused`]),
    ];
  });
}

const percentileOf = ({ rounds }: Cell, quantile: number): number =>
  median(rounds.map(({ latencies }) => latencies.percentile(quantile)));

const p99Of = (cell: Cell): number => percentileOf(cell, 0.99);

/** The share of requests without a 200, also of those that found no connection free. */
function refusedOf({ rounds }: Cell): number {
  const [requests, answered] = rounds.reduce(
    ([all, good], { requests, unsent, statuses }) => [
      all + requests + unsent,
      good + (statuses.get(200) ?? 0),
    ],
    [0, 0],
  );
  return 1 - answered / requests;
}

function aloneBeside({ side }: Cell, cells: readonly Cell[]): Cell {
  return cells.find((cell) => cell.side === side && cell.attack === undefined) ?? cells[0];
}

export function fairnessLines({ cells }: FairnessStats): string[] {
  const head = ['users beside', 'connections', 'side', 'p50 ms', 'p99 ms', 'of alone', 'refused'];
  const rows = byAttack(cells, false).map((cell) => [
    cell.attack ?? 'nobody',
    String(cell.attackers),
    cell.side,
    percentileOf(cell, 0.5).toFixed(1),
    p99Of(cell).toFixed(1),
    (p99Of(cell) / p99Of(aloneBeside(cell, cells))).toFixed(1),
    `${(100 * refusedOf(cell)).toFixed(1)} %`,
  ]);
  return [
    ...table([head, ...rows]),
    '',
    `Five users with ${REQUESTS_PER_SECOND} searches a second together. Medians of the rounds. Refused: without a 200, or without a free connection.`,
  ];
}
