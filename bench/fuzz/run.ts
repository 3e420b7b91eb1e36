// `npm run fuzz`: random requests first, then the search for slow inputs.
import { runCommand } from '../harness/command.ts';
import { withFolder } from '../harness/process.ts';
import { FUZZ, fuzz, fuzzOnly, reportLines } from './fuzz.ts';
import { findSlowInputs, slowFailures, slowLines } from './slow/find-slow.ts';

await runCommand(FUZZ, async (options) => {
  if (options.only !== undefined) return { lines: [await fuzzOnly(options, options.only)] };
  const stats = options.requests === 0 ? undefined : await fuzz(options);
  const results =
    options.slow === 0
      ? []
      : await withFolder(options.folder, (folder) =>
          findSlowInputs({ ...options, seconds: options.slow, listings: options.slowListings, folder }),
        );
  return {
    lines: [...(stats === undefined ? [] : reportLines(stats)), ...slowLines(results)],
    failures: [...(stats?.failures ?? []), ...slowFailures(results)],
  };
});
