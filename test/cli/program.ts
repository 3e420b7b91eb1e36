// Runs the command line in this process, without its `main`.
import { buildProgram } from '../../src/cli/program.ts';
import type { Config } from '../../src/config/config.ts';
import { Problem } from '../../src/problem.ts';

export interface Run {
  readonly lines: readonly string[];
  readonly warnings: readonly string[];
  /** The code and the message of the Problem that ended it. */
  readonly problem: string | undefined;
  /** What `serve` would have run with. */
  readonly served: Config | undefined;
}

export async function runProgram(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Run> {
  const lines: string[] = [];
  const warnings: string[] = [];
  let served: Config | undefined;
  const program = buildProgram({
    version: '0',
    environment,
    output: { line: (text) => void lines.push(text), warn: (text) => void warnings.push(text) },
    serve: async (config) => void (served = config),
  });
  let problem: string | undefined;
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    problem = `${error.code}: ${error.message}`;
  }
  return { lines, warnings, problem, served };
}

/** The help of a command, such as `feed inspect`. */
export function helpOf(path: string): string {
  const program = buildProgram({
    version: '0',
    environment: {},
    output: { line: () => undefined, warn: () => undefined },
    serve: async () => undefined,
  });
  let command = program;
  for (const name of path.split(' ')) {
    const found = command.commands.find((one) => one.name() === name);
    if (found === undefined) throw new Error(`there is no command ${path}`);
    command = found;
  }
  let help = '';
  command.configureOutput({ writeOut: (text) => void (help += text), getOutHelpWidth: () => 200 });
  command.outputHelp();
  return help;
}
