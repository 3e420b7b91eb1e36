// `npm run soak:overload`.
import { runCommand } from '../harness/command.ts';
import { runChecks } from './checks.ts';
import { isCheck, SOAK_OVERLOAD } from './options.ts';
import { reportLines } from './report.ts';
import { soakOverload } from './soak.ts';

await runCommand(SOAK_OVERLOAD, async (options) => {
  const lines: string[] = [];
  const failures: string[] = [];
  if (!options.parts.every(isCheck)) {
    const stats = await soakOverload(options);
    lines.push(...reportLines(stats));
    failures.push(...stats.failures);
  }
  for (const check of await runChecks(options)) {
    lines.push(check.line);
    failures.push(...check.failures);
  }
  return { lines, failures };
});
