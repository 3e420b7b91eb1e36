// The built program, as users run it: commands, and servers on free ports. None sees the settings of whoever records.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, request, type IncomingMessage } from 'node:http';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { decompress } from '../../test/support/decompress.ts';
import { freePort } from '../../test/support/ports.ts';
import { onExit } from '../harness/process.ts';
import { PROJECT } from '../harness/server.ts';
import { maskedOutput, maskedResponse, type RawResponse } from './mask.ts';
import type { Answer, CommandCall, HttpCall, ServerSetup } from './recording.ts';

const PROGRAM = join(PROJECT, 'bin/forecourt.js');
const CLOCK = new URL('fixed-clock.js', import.meta.url).href;

/** The time of the first command. Each is a minute after the one before it. */
const COMMANDS_FROM = Date.UTC(2026, 5, 15, 9);
/** Long after the commands: listings have been there for days. */
const SERVERS_AT = Date.UTC(2026, 6, 20, 9);
const MINUTE_MS = 60_000;

const POLL_INTERVAL_MS = 20;
/** Beyond it a program hangs, on however busy a machine. */
const MAX_RESPONSE_MS = 60_000;
const MAX_COMMAND_MS = 600_000;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

function environmentAt(time: number, home: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: home,
    TZ: 'UTC',
    LANG: 'C.UTF-8',
    NODE_OPTIONS: `--import=${CLOCK}`,
    RECORDED_AT: new Date(time).toISOString(),
  };
}

/** Writes files of a scenario. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content, 'base64');
  }
}

/** Runs the command that is `position`th in its scenario. */
export async function runCommandCall(folder: string, call: CommandCall, position: number): Promise<Answer> {
  const env = environmentAt(COMMANDS_FROM + position * MINUTE_MS, folder);
  const { args, writes } = call;
  return new Promise((resolve) => {
    const options = { cwd: folder, env, maxBuffer: MAX_OUTPUT_BYTES, timeout: MAX_COMMAND_MS };
    const child = execFile(process.execPath, [PROGRAM, ...args], options, (error, stdout, stderr) => {
      const written = writes !== undefined && existsSync(join(folder, writes));
      resolve({
        exit: String(error === null ? 0 : (error.code ?? error.signal)),
        output: maskedOutput(stdout, folder),
        errors: maskedOutput(stderr, folder),
        ...(written && { written: maskedOutput(readFileSync(join(folder, writes), 'utf8'), folder) }),
      });
    });
    child.stdin?.end();
  });
}

export interface Running {
  readonly port: number;
  /** One call after the other. */
  send(call: HttpCall): Promise<Answer>;
  stop(): Promise<void>;
}

/** A server that is ready. */
export async function startServer(folder: string, { name, args }: ServerSetup): Promise<Running> {
  const port = await freePort();
  const flags = ['serve', ...args, '--host', '127.0.0.1', '--port', String(port)];
  const child = spawn(process.execPath, [PROGRAM, ...flags], {
    cwd: folder,
    env: environmentAt(SERVERS_AT, folder),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const cancelCleanup = onExit(() => child.kill('SIGKILL'));
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`the server ${name} ended with ${child.exitCode}`);
    await sleep(POLL_INTERVAL_MS);
  }
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    port,
    send: (call) => send(call, { port, hasBaseUrl: args.includes('--base-url') }, agent),
    async stop() {
      agent.destroy();
      const ended = once(child, 'exit');
      if (child.exitCode === null && child.kill('SIGTERM')) await ended;
      cancelCleanup();
    },
  };
}

async function isReady(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`);
    await response.text();
    return response.ok;
  } catch {
    return false;
  }
}

interface Address {
  readonly port: number;
  readonly hasBaseUrl: boolean;
}

/** The answer, or why there is none. */
async function send(call: HttpCall, at: Address, agent: Agent): Promise<Answer> {
  const { target, method = 'GET' } = call;
  try {
    return maskedResponse(await responseTo(call, at.port, agent), { method, target, ...at });
  } catch (error) {
    return { failed: String(error).replaceAll(String(at.port), '<port>') };
  }
}

async function responseTo(call: HttpCall, port: number, agent: Agent): Promise<RawResponse> {
  const { target: path, method, headers = {}, body } = call;
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const signal = AbortSignal.timeout(MAX_RESPONSE_MS);
  const sent = request({
    host: '127.0.0.1',
    port,
    agent,
    method,
    path,
    headers: { ...headers, ...length },
    signal,
  });
  // Of a response that breaks off: reading it fails too.
  sent.on('error', () => undefined);
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const raw = await buffer(response);
  const coding = raw.length === 0 ? undefined : response.headers['content-encoding'];
  return { status: response.statusCode ?? 0, headers: response.rawHeaders, body: decompress(raw, coding) };
}

/** Whether the program's HTTP client can send the target. */
export function canSend(target: string): boolean {
  return /^[\x21-\xff]*$/.test(target);
}
