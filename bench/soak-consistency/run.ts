// `npm run soak`.
import { runCommand } from '../harness/command.ts';
import { reportLines, soakConsistency, SOAK_CONSISTENCY } from './soak.ts';

await runCommand(SOAK_CONSISTENCY, async (options) => {
  const stats = await soakConsistency(options);
  return { lines: reportLines(stats), failures: stats.failures };
});
