// `npm run soak`.
import { runCommand } from '../harness/command.ts';
import { reportLines, soak, SOAK } from './soak.ts';

await runCommand(SOAK, async (options) => {
  const figures = await soak(options);
  return { lines: reportLines(figures), failures: figures.failures };
});
