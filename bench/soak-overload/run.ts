// `npm run soak:overload`: the soak, then the checks, each on its own server.
import { join } from 'node:path';
import { logProgress, runCommand } from '../harness/command.ts';
import { withFolder } from '../harness/process.ts';
import { Server } from '../harness/server.ts';
import { fairnessLines, measureFairness } from './fairness.ts';
import { isCheck, isSoak, SOAK_OVERLOAD, type CheckName, type OverloadOptions } from './options.ts';
import { reportLines } from './report.ts';
import { soakOverload } from './soak.ts';
import { checkUnread } from './unread-responses.ts';
import { checkBrowser, checkPictures, checkUsers, type Check, type UserCheckOptions } from './user-checks.ts';

type UserCheck = (server: Server, options: UserCheckOptions) => Promise<Check>;

const USER_CHECKS: Readonly<Record<Exclude<CheckName, 'unread'>, UserCheck>> = {
  users: checkUsers,
  pictures: checkPictures,
  browser: checkBrowser,
};

/** In the order of the parts. A check that throws is a failure; the others still run. */
function runChecks(options: OverloadOptions): Promise<readonly Check[]> {
  return withFolder(options.folder, async (folder) => {
    const checks: Check[] = [];
    for (const name of options.parts.filter(isCheck)) {
      const check = await runCheck(name, options, folder).catch((error: unknown) => failedCheck(name, error));
      logProgress(check.line);
      checks.push(check);
    }
    return checks;
  });
}

async function runCheck(name: CheckName, options: OverloadOptions, folder: string): Promise<Check> {
  if (name === 'unread') return checkUnread(folder);
  const environment = { FORECOURT_DEMO: 'true', FORECOURT_MAX_QUEUE: String(options.maxQueue) };
  const server = await Server.start(join(folder, 'demo'), { environment });
  try {
    return await USER_CHECKS[name](server, options);
  } finally {
    await server.stop();
  }
}

function failedCheck(name: CheckName, error: unknown): Check {
  const reason = error instanceof Error ? error.message : String(error);
  return { line: `${name}: could not be run.`, failures: [`${name}: ${reason}`] };
}

await runCommand(SOAK_OVERLOAD, async (options) => {
  const lines: string[] = [];
  const failures: string[] = [];
  if (options.parts.some(isSoak)) {
    const stats = await soakOverload(options);
    lines.push(...reportLines(stats));
    failures.push(...stats.failures);
  }
  if (options.parts.includes('fairness')) {
    const stats = await measureFairness(options);
    lines.push(...fairnessLines(stats));
    failures.push(...stats.failures);
  }
  for (const check of await runChecks(options)) {
    lines.push(check.line);
    failures.push(...check.failures);
  }
  return { lines, failures };
});
