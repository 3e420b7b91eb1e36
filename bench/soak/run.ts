// `npm run soak:feeds`: reads the options, runs the soak and prints what came of it.
import { percentilesOf } from '../percentiles.ts';
import { HELP, readSoakOptions } from './options.ts';
import { growthOf } from './resident-memory.ts';
import { soak, type SoakFigures } from './soak.ts';

const SHOWN_FAULTS = 20;

try {
  const options = readSoakOptions(process.argv.slice(2));
  if (options === undefined) {
    process.stdout.write(HELP);
  } else {
    const figures = await soak(options, (text) => process.stderr.write(`${text}\n`));
    process.stdout.write(`${pageOf(figures).join('\n')}\n`);
    if (figures.faults.length > 0) process.exitCode = 1;
  }
} catch (error) {
  process.stderr.write(`soak:feeds: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

function pageOf(figures: SoakFigures): string[] {
  const { listings, rounds, runs, filledSeconds, lags, runMs, latencies, memory, faults } = figures;
  const growth = growthOf(memory);
  return [
    `${listings} listings came in within ${filledSeconds.toFixed(1)} s.`,
    `${rounds} rounds, ${runs} runs that brought changes.`,
    `A run took ${spread(runMs)} ms, fetching and its turn included.`,
    `Its changes were found ${spread(lags)} ms after its end.`,
    `${latencies.length} searches took ${spread(latencies)} ms.`,
    growth === undefined
      ? `Memory was ${memory.at(-1) ?? 0} MB in the end.`
      : `Memory was ${growth.from} MB in the middle third and ${growth.to} MB in the last, at most ${Math.max(...memory)} MB.`,
    faults.length === 0 ? 'No faults.' : `${faults.length} faults:`,
    ...faults.slice(0, SHOWN_FAULTS).map((fault) => `  ${fault}`),
  ];
}

function spread(times: readonly number[]): string {
  if (times.length === 0) return '–';
  const { p50, p99 } = percentilesOf(times);
  const most = times.reduce((greatest, time) => Math.max(greatest, time));
  return `${p50.toFixed(1)} (half), ${p99.toFixed(1)} (99 of 100) and ${most.toFixed(1)} (all)`;
}
