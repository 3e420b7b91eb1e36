// `npm run soak`: reads the options, runs the soak and prints what came of it.
import { median } from '../percentiles.ts';
import { growthOf } from '../soak/resident-memory.ts';
import { HELP, readOptions } from './options.ts';
import { REFUSED_AS } from './refused.ts';
import { soakAll, type SoakFigures } from './soak-all.ts';

const SHOWN_FAULTS = 20;

try {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) {
    process.stdout.write(HELP);
  } else {
    const figures = await soakAll(options, (text) => process.stderr.write(`${text}\n`));
    process.stdout.write(`${pageOf(figures).join('\n')}\n`);
    if (figures.faults.length > 0) process.exitCode = 1;
  }
} catch (error) {
  process.stderr.write(`soak: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

function pageOf({ answered, imports, kills, broken, memory, files, faults }: SoakFigures): string[] {
  const growth = growthOf(memory);
  const { [REFUSED_AS]: refused = 0, ...held } = answered;
  const total = Object.values(held).reduce((sum, count) => sum + count, 0);
  const listed = Object.entries(held).map(([kind, count]) => `${kind} ${count}`);
  return [
    `${total} answers were held to the model: ${listed.join(', ')}.`,
    `${refused} requests were refused as too many.`,
    `${imports} imports, ${kills} kills, ${broken} connections broken by them.`,
    growth === undefined
      ? `Memory was ${memory.at(-1) ?? 0} MB in the end.`
      : `Memory was ${growth.from} MB in the middle third and ${growth.to} MB in the last, at most ${Math.max(...memory)} MB.`,
    `Open files: ${files.length === 0 ? 0 : median(files)} (half), at most ${Math.max(0, ...files)}.`,
    faults.length === 0 ? 'No faults.' : `${faults.length} faults:`,
    ...faults.slice(0, SHOWN_FAULTS).map((fault) => `  ${fault}`),
  ];
}
