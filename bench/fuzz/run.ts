// `npm run fuzz`.
import { runCommand } from '../harness/command.ts';
import { FUZZ, fuzz, fuzzOnly, reportLines } from './fuzz.ts';

await runCommand(FUZZ, async (options) => {
  if (options.only !== undefined) return { lines: [await fuzzOnly(options, options.only)] };
  const stats = await fuzz(options);
  return { lines: reportLines(stats), failures: stats.failures };
});
