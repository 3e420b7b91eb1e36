// Runs the checks among the parts, one after the other, each against a server of its own.
import { join } from 'node:path';
import { logProgress } from '../harness/command.ts';
import { withFolder } from '../harness/process.ts';
import { Server } from '../harness/server.ts';
import { isCheck, type CheckName, type OverloadOptions } from './options.ts';
import { checkBrowser, checkPictures, checkUsers, type Check, type UserCheckOptions } from './user-checks.ts';
import { checkUnread } from './unread-responses.ts';

type UserCheck = (server: Server, options: UserCheckOptions) => Promise<Check>;

const USER_CHECKS: Readonly<Record<Exclude<CheckName, 'unread'>, UserCheck>> = {
  users: checkUsers,
  pictures: checkPictures,
  browser: checkBrowser,
};

/** In the order of the parts. A check that could not be run is a failure, and does not keep others from running. */
export function runChecks(options: OverloadOptions): Promise<readonly Check[]> {
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
