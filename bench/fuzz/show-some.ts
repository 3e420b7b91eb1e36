// Requests of a seed, sent on one connection, each a while after the one before it: their bytes and all that comes back, to
// be read by people.
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { requestOf } from './requests.ts';
import type { FuzzOptions } from './options.ts';

const WAIT_MS = 1000;
const SHOWN = 4000;

export async function showSome(
  { seed }: FuzzOptions,
  numbers: readonly number[],
  port: number,
  adverts: readonly string[],
): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1').on('data', (text) => (answer += String(text)));
  socket.on('error', (error) => (answer += `\n${error.message}`));
  socket.on('close', () => (answer += '\n(closed)'));
  const pages: string[] = [];
  for (const number of numbers) {
    const { kind, bytes } = requestOf(seed, number, adverts);
    answer = '';
    socket.write(bytes, 'latin1');
    await pause(WAIT_MS);
    pages.push(`${number}, ${kind}\n${shown(bytes)}\n\n${shown(answer)}\n`);
  }
  socket.destroy();
  return pages.join('\n');
}

/** What is not plain is escaped, but for line ends. */
function shown(bytes: string): string {
  const cut = bytes.length > SHOWN ? `${bytes.slice(0, SHOWN)}… ${bytes.length} bytes` : bytes;
  return cut.replace(/[^\x20-\x7e\n]/gu, (character) => JSON.stringify(character).slice(1, -1));
}
