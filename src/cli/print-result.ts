// Prints the result of a command: with --json as JSON, else as lines for people.
import type { Config } from '../config/config.ts';
import type { Output } from '../log/log.ts';

export function printResult(
  result: object,
  lines: () => readonly string[],
  { json }: Pick<Config, 'json'>,
  output: Output,
): void {
  for (const line of json ? [JSON.stringify(result)] : lines()) output.line(line);
}
