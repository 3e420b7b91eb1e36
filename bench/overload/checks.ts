// Runs the checks that were asked for, one after the other, each against a real server.
import { join } from 'node:path';
import { PROJECT, type BuiltTree } from '../built-tree.ts';
import { temporaryFolder } from '../cleanup.ts';
import { Server } from '../parts/server.ts';
import { isCheck, type CheckName, type OverloadOptions } from './options.ts';
import { checkBrowser, checkPictures, checkUsers, type Check, type PeopleOptions } from './people.ts';
import { checkUnread } from './unread.ts';

type PeopleCheck = (server: Server, options: PeopleOptions) => Promise<Check>;

const OF_PEOPLE: Readonly<Record<Exclude<CheckName, 'unread'>, PeopleCheck>> = {
  users: checkUsers,
  pictures: checkPictures,
  browser: checkBrowser,
};

/** The checks among the parts, in their order, each when it is done. */
export async function* runChecks(
  options: OverloadOptions,
  tree: BuiltTree = { root: PROJECT },
): AsyncGenerator<Check> {
  const folder = temporaryFolder(options.folder);
  try {
    for (const name of options.parts.filter(isCheck)) {
      if (name === 'unread') {
        yield await checkUnread(tree, folder.path);
        continue;
      }
      const environment = { FORECOURT_DEMO: 'true', FORECOURT_MAX_QUEUE: String(options.maxQueue) };
      const server = await Server.start(tree, join(folder.path, 'demo'), [], environment);
      try {
        yield await OF_PEOPLE[name](server, options);
      } finally {
        await server.stop();
      }
    }
  } finally {
    folder.remove();
  }
}
