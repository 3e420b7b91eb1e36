// Clients that request large pages and read nothing: how much memory they take from a server.
import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { requestBytes } from '../harness/connection.ts';
import { importFeed, PROJECT, Server } from '../harness/server.ts';
import type { Check } from './people.ts';

const READERS = 100;
/** Requests that each sends at once. */
const REQUESTS = 8;
const RECORDS = 40;
/** About as much as a listing may have. */
const PICTURES = 100;
const PICTURE_CHARACTERS = 1900;
const DESCRIPTION_CHARACTERS = 19_000;

const SECONDS = 10;
const LOOK_MS = 100;
/** The bytes that may wait for readers, and room for responses that are being made or not yet collected as garbage. */
const ALLOWED_MEGABYTES = 64 + 256;

/** Measures the server's memory before, its peak, and after the clients have gone. */
export async function checkUnread(folder: string): Promise<Check> {
  const feed = join(folder, 'large.ndjson');
  const data = join(folder, 'large');
  writeFileSync(feed, Array.from({ length: RECORDS }, (_, number) => `${record(number)}\n`).join(''));
  await importFeed(PROJECT, feed, data);
  const server = await Server.start(data);
  const { port, url } = server;
  const ownMb = (): number => Math.round((server.memory()?.own ?? 0) / 2 ** 20);
  try {
    const bytes = (await (await fetch(`${url}/api/v1/vehicles/`)).arrayBuffer()).byteLength;
    const before = ownMb();
    let most = before;
    const sockets: Socket[] = [];
    for (let reader = 0; reader < READERS; reader += 1) {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      // All requests differ, so that no two share a response.
      const targetOf = (request: number): string =>
        `/api/v1/vehicles/?price_max=${10_000 + REQUESTS * reader + request}`;
      const requests = Array.from({ length: REQUESTS }, (_, request) =>
        requestBytes(port, targetOf(request)),
      );
      socket.pause().write(Buffer.concat(requests));
      sockets.push(socket);
    }
    for (let ms = 0; ms < SECONDS * 1000; ms += LOOK_MS) {
      await pause(LOOK_MS);
      most = Math.max(most, ownMb());
    }
    const status = (await fetch(`${url}/api/v1/vehicles/?price_max=1`)).status;
    for (const socket of sockets) socket.destroy();
    await pause(SECONDS * 1000);
    const line =
      `${READERS} readers of ${REQUESTS} pages of ${(bytes / 1e6).toFixed(1)} MB each: ` +
      `${before} MB before, ${most} MB at most, ${ownMb()} MB afterwards.`;
    const failures = [
      ...(most > before + ALLOWED_MEGABYTES ? [`slow readers took ${most - before} MB`] : []),
      ...(status === 200 ? [] : [`beside slow readers a search was answered with ${status}`]),
    ];
    return { line, failures };
  } finally {
    await server.stop();
  }
}

function record(number: number): string {
  const picture = (each: number): string =>
    `https://large.example/${number}/${each}-${'p'.repeat(PICTURE_CHARACTERS)}.jpg`;
  return JSON.stringify({
    id: `large-${number}`,
    dealer: 'large.example',
    advert_url: `https://large.example/${number}`,
    make: 'Ford',
    model: 'Focus',
    price: 5000 + number,
    images: Array.from({ length: PICTURES }, (_, each) => picture(each)),
    full_description: 'A long story. '.repeat(DESCRIPTION_CHARACTERS / 14),
  });
}
