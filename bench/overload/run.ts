// `npm run soak:overload`.
import { runCommand } from '../harness/command.ts';
import { SOAK_OVERLOAD } from './options.ts';
import { reportLines } from './report.ts';
import { soakOverload } from './soak.ts';

await runCommand(SOAK_OVERLOAD, async (options) => {
  const figures = await soakOverload(options);
  return { lines: reportLines(figures), failures: figures.failures };
});
