// The program: wires the command line to the server, and turns errors into a message and an exit code.
import { CommanderError } from 'commander';
import { asOutputProblem, asPathProblem } from './cli/path-problems.ts';
import { buildProgram } from './cli/program.ts';
import { errorStack, processOutput } from './log/log.ts';
import { Problem, type ProblemCode } from './problem.ts';
import { BUILD } from './package-files.ts';

/** Exit code of failed work and of wrong usage. */
const EXIT_FAILURE = 1;
const EXIT_USAGE = 2;
const USAGE_PROBLEMS: readonly ProblemCode[] = ['invalid_parameters', 'invalid_configuration'];

let isServer = false;
const program = buildProgram({
  version: BUILD,
  environment: process.env,
  output: processOutput,
  serve: async (config) => {
    isServer = true;
    const { serve } = await import('./server/serve.ts');
    await serve(config, processOutput, process.env, async (log) => {
      const { prepareStock } = await import('./cli/prepare-stock.ts');
      await prepareStock(config, log);
    });
  },
});
// A closed pipe (`forecourt search | head`) is not an error. A server continues without its log, whatever the error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE' && !isServer) process.exitCode ??= exitCodeOf(asOutputProblem(error));
});
process.stderr.on('error', () => undefined);

program.exitOverride();
for (const command of [...program.commands, ...program.commands.flatMap(({ commands }) => commands)])
  command.exitOverride();
try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}

function exitCodeOf(thrown: unknown): number {
  const error = asPathProblem(thrown);
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE;
  if (error instanceof Problem) {
    processOutput.warn(`forecourt: ${error.message}`);
    return USAGE_PROBLEMS.includes(error.code) ? EXIT_USAGE : EXIT_FAILURE;
  }
  processOutput.warn(`forecourt: bug. ${errorStack(error)}`);
  return EXIT_FAILURE;
}
