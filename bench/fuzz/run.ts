// `npm run fuzz`.
import { runCommand } from '../harness/command.ts';
import { FUZZ, fuzz, fuzzOnly, reportLines } from './fuzz.ts';

await runCommand(FUZZ, async (options) => {
  if (options.only !== undefined) return { lines: [await fuzzOnly(options, options.only)] };
  const figures = await fuzz(options);
  return { lines: reportLines(figures), failures: figures.failures };
});
