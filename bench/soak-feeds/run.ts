// `npm run soak:feeds`.
import { runCommand } from '../harness/command.ts';
import { reportLines, soakFeeds, SOAK_FEEDS } from './soak.ts';

await runCommand(SOAK_FEEDS, async (options) => {
  const stats = await soakFeeds(options);
  return { lines: reportLines(stats), failures: stats.failures };
});
