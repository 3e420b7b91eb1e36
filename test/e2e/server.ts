// A server started by the real command, queried over HTTP.
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { start, type CommandOptions } from '../support/process.ts';

export interface Server {
  readonly child: ChildProcessWithoutNullStreams;
  /** As the server printed it. */
  readonly url: string;
  readonly port: number;
  /** What it wrote so far. */
  readonly output: { stdout: string; stderr: string };
}

/** A short form of a search's result. */
export interface Found {
  readonly total: number;
  /** The addresses of the adverts on the page, in its order. */
  readonly adverts: readonly string[];
  readonly prices: readonly (number | null)[];
}

export interface Car {
  readonly url: string;
  readonly price: number | null;
  readonly thumbnail: string | null;
  readonly images: readonly string[];
}

export interface Body {
  readonly results: { readonly cars: readonly Car[]; readonly total_vehicles: number };
}

/** `forecourt serve` on a free port. Resolves when it has printed its banner. */
export async function startServer(
  folder: string,
  args: readonly string[] = [],
  options: Pick<CommandOptions, 'environment'> = {},
): Promise<Server> {
  const { environment } = options;
  const child = start(['serve', '--data', folder, '--port', '0', ...args], { environment });
  const output = { stdout: '', stderr: '' };
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output.stdout += text;
      const address = /^(?:\{.*"msg":")?Forecourt answers on (\S+) from .*\n/m.exec(output.stdout)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once('close', (code) => reject(new Error(`the server ended with ${code}: ${output.stderr}`)));
  });
  return { child, url, port: Number(new URL(url).port), output };
}

/** Sends the signal. Resolves with the exit code, or with the name of the signal that ended the process. */
export async function stopServer(
  { child }: Server,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<number | NodeJS.Signals> {
  const ended = once(child, 'exit');
  child.kill(signal);
  const [code, endedBy] = (await ended) as [number, null] | [null, NodeJS.Signals];
  return code ?? endedBy;
}

/** The response to a search. */
export async function searchText({ url }: Server, query = ''): Promise<string> {
  const response = await fetch(`${url}/api/v1/vehicles/?${query}`);
  if (response.status !== 200) throw new Error(`a search was answered with ${response.status}`);
  return response.text();
}

export async function search(server: Server, query = ''): Promise<Found> {
  const { results } = JSON.parse(await searchText(server, query)) as Body;
  return {
    total: results.total_vehicles,
    adverts: results.cars.map(({ url }) => new URL(url).searchParams.get('api_target') ?? ''),
    prices: results.cars.map(({ price }) => price),
  };
}
