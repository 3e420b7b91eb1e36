// Where a command's words go: answers to standard output, everything else to standard error.

export interface Output {
  /** A line of the answer. */
  line(text: string): void;
  /** A line about the work: a warning, a fault. */
  warn(text: string): void;
}

export const processOutput: Output = {
  line: (text) => void process.stdout.write(`${text}\n`),
  warn: (text) => void process.stderr.write(`${text}\n`),
};
