// Where a command writes: results to standard output, everything else to standard error. With the lines that several
// commands print.
import { describeError } from '../log/describe-error.ts';
import type { Output } from '../log/log.ts';
import type { SearchBackend } from '../search/search-backend.ts';

export type { Output };

export const processOutput: Output = {
  line: (text) => void process.stdout.write(`${text}\n`),
  warn: (text) => void process.stderr.write(`${text}\n`),
};

/** Starts polling the data folder. An error that repeats is reported once, until another one replaces it. */
export function pollWithWarnings(backend: SearchBackend, output: Output): void {
  let lastMessage = '';
  backend.startPolling((error) => {
    const message = describeError(error);
    if (message !== lastMessage) output.warn(`The stock cannot be followed: ${message}`);
    lastMessage = message;
  });
}
