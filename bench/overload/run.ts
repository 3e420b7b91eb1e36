// `npm run soak:overload`: reads the options, runs the soak and prints what came of it.
import { note } from '../harness/command.ts';
import { HELP, readOverloadOptions } from './options.ts';
import { reportLines } from './report.ts';
import { soakOverload } from './soak.ts';

try {
  const options = readOverloadOptions(process.argv.slice(2));
  if (options === undefined) {
    process.stdout.write(HELP);
  } else {
    const figures = await soakOverload(options, note);
    process.stdout.write(`${reportLines(figures).join('\n')}\n`);
    if (figures.faults.length > 0) process.exitCode = 1;
  }
} catch (error) {
  process.stderr.write(`soak:overload: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
