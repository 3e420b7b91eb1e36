// `npm run record`.
import { runCommand } from '../harness/command.ts';
import { withFolder } from '../harness/process.ts';
import { compareWith, record, RECORD } from './record.ts';
import { newCalls, newSetting } from './scenario.ts';

await runCommand(RECORD, ({ compare, only, tmp, args: [file] }) => {
  if (compare !== undefined) return withFolder(tmp, (folder) => compareWith(compare, folder, only));
  if (file === undefined)
    throw new Error('name the file to write, or the one to compare with: --compare FILE');
  const { commands, ...setting } = newSetting();
  return withFolder(tmp, (folder) => record(file, folder, setting, { commands, callsOf: newCalls }));
});
