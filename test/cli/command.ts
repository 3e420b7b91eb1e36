// Runs the command as users do, `node bin/forecourt.js …`, each time in a new process. It ends with its test, and does not
// inherit settings from the environment.
import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach } from 'vitest';

const COMMAND = fileURLToPath(new URL('../../bin/forecourt.js', import.meta.url));

export interface CommandOptions {
  /** All that comes on standard input; nothing by default. */
  readonly input?: string | Uint8Array;
  readonly environment?: Readonly<Record<string, string>>;
  /** The folder it runs in. */
  readonly cwd?: string;
}

export interface Outcome {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const running = new Set<ChildProcess>();

afterEach(async () => {
  for (const child of running) {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
});

/** Starts the command with standard input open. */
export function start(
  args: readonly string[],
  options: Omit<CommandOptions, 'input'> = {},
): ChildProcessWithoutNullStreams {
  return startProcess(process.execPath, [COMMAND, ...args], options);
}

/** Starts any program, which ends with the test. */
export function startProcess(
  program: string,
  args: readonly string[],
  { environment, cwd }: Omit<CommandOptions, 'input'> = {},
): ChildProcessWithoutNullStreams {
  const child = spawn(program, args, { cwd, env: { ...ownEnvironment(), ...environment } });
  running.add(child);
  child.once('exit', () => running.delete(child));
  // Whoever writes to a command that has ended already learns of it by its exit code.
  child.stdin.on('error', () => undefined);
  return child;
}

/** Runs the command to its end. */
export async function forecourt(args: readonly string[], options: CommandOptions = {}): Promise<Outcome> {
  const child = start(args, options);
  child.stdin.end(options.input ?? '');
  return outcomeOf(child);
}

/** The output and exit code of a process. */
export async function outcomeOf(child: ChildProcessWithoutNullStreams): Promise<Outcome> {
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

/** The command line of the command for a shell, quoted. */
export function shellCommand(args: readonly string[]): string {
  return [process.execPath, COMMAND, ...args]
    .map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`)
    .join(' ');
}

function ownEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => !/^(?:FORECOURT_|NODE_OPTIONS$)/.test(name));
  return Object.fromEntries(entries);
}
