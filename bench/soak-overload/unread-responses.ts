// Clients that request large pages and read nothing: how much of a server's memory they hold.
import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { requestBytes } from '../harness/load-connection.ts';
import { importFeed, PROJECT, Server } from '../harness/server.ts';
import type { Check } from './user-checks.ts';

const READERS = 100;
/** Requests that each sends at once. */
const REQUESTS = 8;
const RECORDS = 40;
/** About as much as a listing may have. */
const IMAGES = 100;
const IMAGE_URL_LENGTH = 1900;
const DESCRIPTION_LENGTH = 19_000;

const SECONDS = 10;
const POLL_INTERVAL_MS = 100;
/** The bytes that may wait for readers, and room for responses that are being made or not yet collected as garbage. */
const MAX_GROWTH_MEGABYTES = 64 + 256;

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
    let peak = before;
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
    for (let ms = 0; ms < SECONDS * 1000; ms += POLL_INTERVAL_MS) {
      await sleep(POLL_INTERVAL_MS);
      peak = Math.max(peak, ownMb());
    }
    const status = (await fetch(`${url}/api/v1/vehicles/?price_max=1`)).status;
    for (const socket of sockets) socket.destroy();
    await sleep(SECONDS * 1000);
    const line =
      `${READERS} readers of ${REQUESTS} pages of ${(bytes / 1e6).toFixed(1)} MB each: ` +
      `${before} MB before, ${peak} MB at most, ${ownMb()} MB afterwards.`;
    const failures = [
      ...(peak > before + MAX_GROWTH_MEGABYTES ? [`slow readers took ${peak - before} MB`] : []),
      ...(status === 200 ? [] : [`beside slow readers a search was answered with ${status}`]),
    ];
    return { line, failures };
  } finally {
    await server.stop();
  }
}

function record(number: number): string {
  const imageUrl = (each: number): string =>
    `https://large.example/${number}/${each}-${'p'.repeat(IMAGE_URL_LENGTH)}.jpg`;
  return JSON.stringify({
    id: `large-${number}`,
    dealer: 'large.example',
    advert_url: `https://large.example/${number}`,
    make: 'Ford',
    model: 'Focus',
    price: 5000 + number,
    images: Array.from({ length: IMAGES }, (_, each) => imageUrl(each)),
    full_description: 'A long story. '.repeat(DESCRIPTION_LENGTH / 14),
  });
}
