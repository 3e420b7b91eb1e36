// One request of a seed, sent on a connection of its own: its bytes and all that comes back, to be read by people.
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { requestOf } from './requests.ts';
import type { FuzzOptions } from './options.ts';

const WAIT_MS = 1000;
const SHOWN = 4000;

export async function showOne(
  { seed }: FuzzOptions,
  number: number,
  port: number,
  adverts: readonly string[],
): Promise<string> {
  const sent = requestOf(seed, number, adverts);
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1').on('data', (text) => (answer += String(text)));
  socket.on('error', (error) => (answer += `\n${error.message}`));
  socket.write(sent.bytes, 'latin1');
  await pause(WAIT_MS);
  socket.destroy();
  return `${sent.kind}\n${shown(sent.bytes)}\n\n${shown(answer)}\n`;
}

/** What is not plain is escaped, but for line ends. */
function shown(bytes: string): string {
  const cut = bytes.length > SHOWN ? `${bytes.slice(0, SHOWN)}… ${bytes.length} bytes` : bytes;
  return cut.replace(/[^\x20-\x7e\n]/gu, (character) => JSON.stringify(character).slice(1, -1));
}
