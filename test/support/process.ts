// Second processes for tests: the command as users start it, other programs, and scripts. None outlives its test or sees
// the settings of the user who runs the tests.
import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterTest } from './after-test.ts';

const NOBODY = 65534;
const COMMAND = fileURLToPath(new URL('../../bin/forecourt.js', import.meta.url));

export interface CommandOptions {
  /** Standard input; empty by default. */
  readonly input?: string | Uint8Array;
  readonly environment?: Readonly<Record<string, string>>;
  /** The folder it runs in. */
  readonly cwd?: string;
  /** As root, the process runs as `nobody`: file permissions do not bind root. */
  readonly unprivileged?: boolean;
  /** Whether the processes that it started end with it. */
  readonly endsChildren?: boolean;
}

export interface Outcome {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the command with standard input open. */
export function start(
  args: readonly string[],
  options: Omit<CommandOptions, 'input'> = {},
): ChildProcessWithoutNullStreams {
  return startProcess(process.execPath, [COMMAND, ...args], options);
}

/** Starts any program. */
export function startProcess(
  program: string,
  args: readonly string[],
  { environment, cwd, unprivileged = false, endsChildren = false }: Omit<CommandOptions, 'input'> = {},
): ChildProcessWithoutNullStreams {
  const user = unprivileged && process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  // Detached, it leads a process group, which its children share.
  const options = { cwd, env: { ...ownEnvironment(), ...environment }, detached: endsChildren, ...user };
  const child = endedByTest(spawn(program, args, options), endsChildren);
  // A write to a command that has ended fails: its exit code says so already.
  child.stdin.on('error', () => undefined);
  return child;
}

/** Starts a TypeScript file of these tests, which exchanges messages with this process. */
export function startScript(path: string, args: readonly string[]): ChildProcess {
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const;
  return endedByTest(spawn(process.execPath, ['--import', 'tsx', path, ...args], { stdio: [...stdio] }));
}

export async function nextMessage(child: ChildProcess): Promise<unknown> {
  const [message] = (await once(child, 'message')) as unknown[];
  return message;
}

function endedByTest<Child extends ChildProcess>(child: Child, isGroup = false): Child {
  afterTest(async () => {
    // A program that could not be started never exits.
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    if (isGroup) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
    await ended;
  });
  return child;
}

/** Runs the command to its end. */
export async function forecourt(args: readonly string[], options: CommandOptions = {}): Promise<Outcome> {
  const child = start(args, options);
  child.stdin.end(options.input ?? '');
  return outcomeOf(child);
}

/** The exit code and the output from now on. */
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
