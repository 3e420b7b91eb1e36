// The short table in the README, between two marks.
import { digits, megabytes, ms, seconds, table, whole } from './format.ts';
import type { RunFigures } from './run-figures.ts';

const BLOCK = /<!-- performance -->\n[\s\S]*?<!-- end -->/;

/** The README with the run's table; undefined if it has no place for one. */
export function withPerformance(readme: string, run: RunFigures): string | undefined {
  if (!BLOCK.test(readme)) return undefined;
  return readme.replace(BLOCK, () => `<!-- performance -->\n${block(run)}\n<!-- end -->`);
}

function block({ stocks, setting }: RunFigures): string {
  const rows = stocks.map(({ engine, filling, start }) => [
    whole(engine.listings),
    ms(engine.allMs.p50),
    ms(engine.allMs.p99),
    whole((filling.listings / filling.searchableMs) * 1000),
    seconds(start.readyMs),
    megabytes(start.memory?.own),
    digits(engine.heldBytes / engine.listings),
  ]);
  return [
    table(
      [
        'listings',
        'search, median',
        'search, p99',
        'imported a second',
        'start',
        'memory',
        'index bytes a listing',
      ],
      rows,
    ),
    '',
    `Ten shapes of question on a stock drawn from a seed, the engine's own time, on one machine (${setting.machine}; Node ` +
      `${setting.node}). [docs/performance.md](docs/performance.md) says what was measured and how; \`npm run bench\` repeats it.`,
  ].join('\n');
}
