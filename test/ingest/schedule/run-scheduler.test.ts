// The scheduler over a server: which runs it repeats, and what it warns of.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parseFeeds } from '../../../src/ingest/schedule/feeds-file.ts';
import { runScheduler } from '../../../src/ingest/schedule/run-scheduler.ts';
import { readFeedStates, type FeedState } from '../../../src/ingest/status/feed-state.ts';
import { ndjson, plainRecord } from '../../cli/feeds.ts';
import { temporaryFolder } from '../../store/temporary-folder.ts';
import { dealerServer } from '../fetch/dealer-server.ts';

/** Starts the scheduler for a feed of the server's until the test ends, or `stop` is called. */
function schedule(folder: string, url: string, every = '1h') {
  const settings = { name: 'north', address: url, allowPrivate: true, dealer: 'north.example', every };
  const feeds = parseFeeds(JSON.stringify({ feeds: [settings] }), join(folder, 'feeds.json'), {});
  const warned: string[] = [];
  const controller = new AbortController();
  const { signal } = controller;
  const running = runScheduler(feeds, { folder, version: '1', signal, warn: (text) => warned.push(text) });
  const stop = async (): Promise<void> => {
    controller.abort(new Error('the process was told to end'));
    await running;
  };
  onTestFinished(stop);
  return { warned, stop };
}

async function stateIn(folder: string): Promise<FeedState | undefined> {
  return (await readFeedStates(folder)).get('north');
}

test('a run whose rejected records cannot be written is not repeated before it is due, and the fault is told once', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'rejects'), '');
  let price = 0;
  const dealer = await dealerServer((_, response) => {
    price += 1;
    response.end(`${ndjson({ ...plainRecord('A'), price })}{"id":"B"}\n`);
  });
  const { warned } = schedule(folder, dealer.url, '1s');
  await expect.poll(async () => (await stateIn(folder))?.recent.length).toBe(3);
  const [first, second, third] = (await stateIn(folder))?.recent ?? [];
  expect([first?.outcome, second?.outcome, third?.outcome]).toEqual(['imported', 'imported', 'imported']);
  const file = join(folder, 'rejects/north.ndjson');
  expect(warned).toEqual([
    `north: The file of rejected records '${file}' cannot be written: there is something else of this name.`,
  ]);
});
