// `npm run fuzz`: reads the options, runs the fuzzer and prints what came of it.
import { growthOf } from '../soak/resident-memory.ts';
import { faultLine, fuzz, fuzzOnly, type FuzzFigures } from './fuzz.ts';
import { HELP, readFuzzOptions } from './options.ts';

const SHOWN_FAULTS = 40;

try {
  const options = readFuzzOptions(process.argv.slice(2));
  if (options === undefined) {
    process.stdout.write(HELP);
  } else if (options.only !== undefined) {
    process.stdout.write(await fuzzOnly(options, options.only));
  } else {
    const figures = await fuzz(options, (text) => process.stderr.write(`${text}\n`));
    process.stdout.write(`${pageOf(figures).join('\n')}\n`);
    if (figures.faultCount > 0) process.exitCode = 1;
  }
} catch (error) {
  process.stderr.write(`fuzz: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
}

function pageOf({ requests, seconds, kinds, statuses, memory, faults, faultCount }: FuzzFigures): string[] {
  const growth = growthOf(memory);
  return [
    `${requests} requests in ${seconds.toFixed(0)} s: ${Math.round(requests / seconds)} a second.`,
    `Kinds: ${listed(kinds)}.`,
    `Statuses: ${listed(statuses)}.`,
    growth === undefined
      ? `Memory was ${memory.at(-1) ?? 0} MB in the end.`
      : `Memory was ${growth.from} MB in the middle third and ${growth.to} MB in the last, at most ${Math.max(...memory)} MB.`,
    faultCount === 0 ? 'No faults.' : `${faultCount} faults:`,
    ...faults.slice(0, SHOWN_FAULTS).map((fault) => `  ${faultLine(fault)}`),
  ];
}

function listed(counts: ReadonlyMap<string | number, number>): string {
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}
