// `forecourt watch` as users start it, beside a server whose stock changes: what it prints and posts, and what it survives. A few kills
// here; `npm run test:kills` tries two hundred.
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { importFeeds } from '../../src/ingest/run/import.ts';
import { ForecourtClient, type Change } from '../../src/client/index.ts';
import { startServer, stopServer } from '../e2e/server.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { installNode } from '../support/installed.ts';
import { forecourt, outcomeOf, start } from '../support/process.ts';
import { randomOf } from '../support/random.ts';
import { unknownVehicle } from '../support/vehicle.ts';
import { SECRET, startReceiver } from './receiver.ts';

/** Processes start slowly on a busy machine. */
const PATIENT = { timeout: 60_000 };
const KILLS = Number(process.env['KILLS'] ?? 6);
const standard = await installNode(['standardwebhooks@1.1.1']);

/** A server over Fords whose numbers are also their prices from 1000. */
async function serveFords(count: number) {
  const folder = join(temporaryFolder(), 'data');
  const file = join(temporaryFolder(), 'feed.ndjson');
  const car = (number: number, more: object = {}): object => ({
    id: String(number),
    dealer: 'north.example',
    advert_url: `https://north.example/${number}`,
    make: 'Ford',
    model: 'Fiesta',
    year: 2018,
    mileage: 31_000,
    loc: 'Leeds',
    price: 1000 + number,
    ...more,
  });
  const writeFeed = (cars: readonly object[]): void =>
    writeFileSync(file, cars.map((each) => `${JSON.stringify(each)}\n`).join(''));
  /** Replaces the stock. */
  const replace = async (cars: readonly object[]): Promise<void> => {
    writeFeed(cars);
    await importFeeds(folder, [{ name: 'feed', source: file }], { merge: false, force: true });
  };
  /** Replaces it, or not: the import is killed after some time. */
  const replacePerhaps = async (cars: readonly object[], ms: number): Promise<void> => {
    writeFeed(cars);
    const child = start(['import', file, '--data', folder, '--force']);
    const ended = once(child, 'exit');
    await Promise.race([ended, pause(ms)]);
    child.kill('SIGKILL');
    await ended;
  };
  await replace(Array.from({ length: count }, (_, number) => car(number)));
  let server = await startServer(folder);
  const { url, port } = server;
  const restart = async (): Promise<void> => {
    await stopServer(server, 'SIGKILL');
    server = await startServer(folder, ['--port', String(port)]);
  };
  return { url, car, replace, replacePerhaps, restart };
}

const cursorOf = async (url: string): Promise<string> => {
  for await (const { cursor } of new ForecourtClient({ baseUrl: url }).changePages({}, { wait: 0 }))
    return cursor;
  throw new Error('there is no cursor');
};

test('prints sentences and lines of JSON, and ends by SIGTERM where it continues', async () => {
  const { url, car, replace } = await serveFords(4);
  const state = join(temporaryFolder(), 'state.json');
  const since = await cursorOf(url);
  const watch = ['watch', '?make=Ford', '--url', url];
  const running = start([...watch, '--state', state, '--since', since, '--sentences', '--wait', '1']);
  const ended = outcomeOf(running);
  await replace([car(0, { price: 995 }), car(1), car(3, { price: 2500.5 }), car(4)]);
  await expect
    .poll(() => JSON.parse(readFileSync(state, 'utf8')) as object, PATIENT)
    .toEqual({
      version: 1,
      url,
      search: 'make=Ford',
      cursor: expect.not.stringMatching(since) as string,
      pending: [],
    });
  running.kill('SIGTERM');
  const { code, stdout, stderr } = await ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.trimEnd().split('\n').sort()).toEqual([
    'Cheaper: 2018 Ford Fiesta, £1,000 → £995, 31,000 miles, Leeds – https://north.example/0',
    'Dearer: 2018 Ford Fiesta, £1,003 → £2,500.50, 31,000 miles, Leeds – https://north.example/3',
    'Gone: north.example – https://north.example/2',
    'New: 2018 Ford Fiesta, £1,004, 31,000 miles, Leeds – https://north.example/4',
  ]);
  await replace([car(0), car(1), car(3, { price: 2500.5 }), car(4)]);
  const next = await forecourt([...watch, '--state', state, '--wait', '0']);
  expect(next).toMatchObject({ code: 0, stderr: '' });
  expect(
    next.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Change),
  ).toMatchObject([
    { change: 'changed', advert: 'https://north.example/0', was: { price: 995 }, vehicle: { price: 1000 } },
  ]);
});

test('ends when nobody reads its output', async () => {
  const { url, car, replace } = await serveFords(2);
  const running = start(['watch', '', '--url', url, '--since', await cursorOf(url), '--wait', '1']);
  running.stdout.destroy();
  const exit = once(running, 'exit');
  await replace([car(0, { price: 1 }), car(1)]);
  expect(await exit).toEqual([0, null]);
});

test(
  'posts to a webhook, misses nothing when it, the writer, the server or the receiver is killed',
  { timeout: 120_000 + KILLS * 30_000 },
  async () => {
    const random = randomOf(11);
    const { url, car, replace, replacePerhaps, restart } = await serveFords(60);
    const path = join(temporaryFolder(), 'state.json');
    const secrets = join(temporaryFolder(), 'secrets.txt');
    writeFileSync(secrets, `# old and new\nwhsec_${Buffer.alloc(32, 5).toString('base64')}\n${SECRET}\n`);
    let receiver = await startReceiver();
    const { port } = new URL(receiver.url);
    const all = [receiver];
    const misbehave = (): void => {
      receiver.respond = (_, response) => {
        const chance = random.below(8);
        if (chance > 1) setTimeout(() => response.writeHead(200).end('thanks'), random.below(30));
        else if (chance === 1) response.destroy();
        else response.writeHead(500).end();
      };
    };
    const client = new ForecourtClient({ baseUrl: url });
    const since = await cursorOf(url);
    const birth = () =>
      start([
        ...['watch', '?price_max=1060', '--url', url, '--since', since, '--wait', '1', '--state', path],
        ...['--webhook', receiver.url, '--webhook-secret-file', secrets],
      ]);
    let watcher = birth();
    misbehave();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const numbers = Array.from({ length: 60 }, (_, number) => number).filter(() => random.below(8) > 0);
      const cars = numbers.map((number) =>
        car(number, random.below(3) > 0 ? {} : { price: 1000 + random.below(120) }),
      );
      if (random.below(2) === 0) await replace(cars);
      else await replacePerhaps(cars, random.below(1500));
      // In the middle of its deliveries, if there are as many.
      const enough = Math.min(1 + random.below(12), numbers.length);
      const before = receiver.received.length;
      await expect
        .poll(() => receiver.received.length - before, { timeout: 5000, interval: 5 })
        .toBeGreaterThan(enough)
        .catch(() => undefined);
      if (random.below(4) === 0) await restart();
      if (random.below(3) === 0) {
        await receiver.close();
        receiver = await startReceiver(undefined, Number(port));
        all.push(receiver);
        misbehave();
      }
      const exit = once(watcher, 'exit');
      watcher.kill('SIGKILL');
      await exit;
      watcher = birth();
    }
    receiver.respond = (_, response) => response.writeHead(204).end();
    const expected = new Map<string, number | null>();
    for await (const line of client.export({ price_max: 1060 }))
      if ('vehicle' in line) expected.set(line.advert, line.vehicle.price);
    const told = () => {
      const stock = new Map(
        Array.from({ length: 60 }, (_, i) => [`https://north.example/${i}`, (1000 + i) as number | null]),
      );
      for (const { accepted } of all)
        for (const { change } of accepted)
          if (change.vehicle === null) stock.delete(change.advert);
          else stock.set(change.advert, change.vehicle.price);
      return [...stock].sort();
    };
    await expect.poll(told, { timeout: 90_000 }).toEqual([...expected].sort());
    watcher.kill('SIGTERM');
    await once(watcher, 'exit');
  },
);

test('ends with 0 when the webhook responds 410', async () => {
  const { url, car, replace } = await serveFords(2);
  const receiver = await startReceiver((_, response) => response.writeHead(410).end());
  const running = start(
    ['watch', '', '--url', url, '--since', await cursorOf(url), '--wait', '1', '--webhook', receiver.url],
    { environment: { FORECOURT_WEBHOOK_SECRET: SECRET } },
  );
  const ended = outcomeOf(running);
  await replace([car(0, { price: 1 }), car(1)]);
  expect(await ended).toEqual({
    code: 0,
    stdout: '',
    stderr: 'The webhook responded 410: it wants no more messages. Stopped.\n',
  });
});

test('refuses wrong flags, a second watcher of a state file, and a state that is unknown', async () => {
  const { url } = await serveFords(1);
  const folder = temporaryFolder();
  const watch = ['watch', '?make=Ford', '--url', url, '--wait', '0'];
  const failures: readonly (readonly [number, readonly string[], string])[] = [
    [2, ['watch', '', '--url', 'cars.example'], '--url must begin with http:// or https:// and a host'],
    [
      2,
      ['watch', '', '--url', url, '--wait', '61'],
      "--wait must be a whole number from 0 to 60 (got '61').",
    ],
    [2, [...watch, '--webhook', 'ftp://a.example/'], '--webhook must be an http or https URL'],
    [2, [...watch, '--webhook', 'https://u:p@a.example/'], '--webhook must have no user or password'],
    [2, [...watch, '--webhook', 'https://a.example/'], 'A webhook needs a secret to sign its messages.'],
    [
      2,
      [...watch, '--webhook', 'https://a.example/', '--webhook-secret-file', join(folder, 'none')],
      'with webhook secrets does not exist.',
    ],
    [
      2,
      [...watch, '--webhook', 'https://a.example/', '--sentences'],
      '--sentences has no effect with --webhook, which posts JSON. Leave it out.',
    ],
    [
      2,
      [...watch, '--webhook-secret-file', join(folder, 'none')],
      '--webhook-secret-file has no effect without --webhook. Leave it out, or set --webhook.',
    ],
    [2, ['watch', 'prise_max=1?&make=Ford', '--url', url, '--wait', '0'], 'did-you-mean="price_max"'],
    [2, ['watch', '?prise_max=1', '--url', url, '--wait', '0'], 'did-you-mean="price_max"'],
    [2, [...watch, '--since', 'yester'], 'since must be'],
    [2, [...watch, '--state', folder], 'is not a file. Name one.'],
    [2, [...watch, '--state', join(folder, 'none', 'state.json')], 'cannot be used: it is not there.'],
  ];
  for (const [expected, args, message] of failures) {
    const { code, stderr } = await forecourt(args);
    expect(stderr).toContain(message);
    expect(code).toBe(expected);
  }
  const state = join(folder, 'state.json');
  const running = start(['watch', '?make=Ford', '--url', url, '--state', state, '--wait', '1']);
  await expect.poll(() => readFileSync(state, 'utf8'), PATIENT).toContain('cursor');
  const second = await forecourt([...watch, '--state', state]);
  expect(second.stderr).toContain(
    `Process ${running.pid} has been writing to the state file '${state}' since`,
  );
  expect(second.code).toBe(1);
});

test.skipIf(standard.folder === undefined)(
  `signs so that the library of Standard Webhooks verifies it${standard.missing}`,
  async () => {
    const { Webhook } = createRequire(join(standard.folder ?? '', 'node_modules/'))('standardwebhooks') as {
      Webhook: new (secret: string) => { verify(body: string, headers: object): unknown };
    };
    const { signatureHeaders, parseSecrets } = await import('../../src/watch/post-message.ts');
    const { toMessage } = await import('../../src/watch/outbox.ts');
    const { change } = await import('./changes.ts');
    const { id, body } = toMessage(
      change({ change: 'entered', vehicle: unknownVehicle({ make: 'Škoda' }) }),
      'q=£',
    );
    const other = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
    const headers = signatureHeaders({ id, body, sentAt: Date.now() }, parseSecrets(`${other} ${SECRET}`));
    for (const secret of [other, SECRET])
      expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'listing.entered' });
    const wrong = new Webhook(`whsec_${Buffer.alloc(32, 8).toString('base64')}`);
    expect(() => wrong.verify(body, headers)).toThrow('No matching signature found');
  },
);
