// The commands of docs/scaling.md, with the cluster of this run.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { onSharedCluster } from './on-cluster.ts';
import { PublishedStock } from './published-stock.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const PAGE = readFileSync(join(ROOT, 'docs/scaling.md'), 'utf8');
const LINES = /^```sh\n([\s\S]*?)^```$/m.exec(PAGE)?.[1].trimEnd().split('\n') ?? [];

const FEED = `id,dealer,advert_url,make,model,price
g1,north.example,https://north.example/g1,VW,Golf,9000
p1,north.example,https://north.example/p1,VW,Polo,7000
`;

onSharedCluster('the commands of docs/scaling.md', (urls) => {
  it('publish a stock and serve it from the cluster, with an empty folder', async () => {
    const stock = new PublishedStock(urls);
    const folder = stock.folder.path;
    onTestFinished(() => stock.remove());
    writeFileSync(join(folder, 'stock.csv'), FEED);
    expect(LINES).toHaveLength(4);
    const [indexLine, urlLine, importLine, serveLine] = LINES;
    expect(indexLine).toBe('export FORECOURT_INDEX=opensearch');
    expect(urlLine).toMatch(/^export FORECOURT_OPENSEARCH_URL=https:\S+,https:\S+$/);
    const environment = {
      FORECOURT_INDEX: 'opensearch',
      FORECOURT_OPENSEARCH_URL: urls.join(','),
      FORECOURT_OPENSEARCH_INDEX: stock.clusterOptions.prefix,
    };
    const start = (line: string, replaced: readonly (readonly [string, string])[]): ChildProcess => {
      const words = line.split(' ').map((word) => replaced.find(([from]) => from === word)?.[1] ?? word);
      expect(words[0]).toBe('forecourt');
      return spawn(process.execPath, [join(ROOT, 'bin/forecourt.js'), ...words.slice(1)], {
        cwd: folder,
        env: { ...process.env, ...environment },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
    };

    const importing = start(importLine, [['/var/lib/forecourt', join(folder, 'stock')]]);
    importing.stdout?.resume();
    expect(await once(importing, 'exit')).toEqual([0, null]);

    const serving = start(serveLine, [['8080', '0']]);
    onTestFinished(() => void serving.kill('SIGKILL'));
    if (serving.stdout === null) throw new Error('the server has no output');
    let address: string | undefined;
    let place: string | undefined;
    for await (const line of createInterface(serving.stdout)) {
      [, address, place] = /^Forecourt answers on (\S+) from 2 listings in (.+)\.$/.exec(line) ?? [];
      if (address !== undefined) break;
    }
    expect(place).toBe(`the cluster's '${stock.clusterOptions.prefix}'`);
    const response = await fetch(`${address}/api/v1/vehicles/?make=VW&sort=price_asc`);
    expect(await response.json()).toMatchObject({
      results: { total_vehicles: 2, cars: [{ model: 'Polo' }, { model: 'Golf' }] },
    });
    const redirect = await fetch(`${address}/cars/redirect/?api_target=https://north.example/g1`, {
      redirect: 'manual',
    });
    expect([redirect.status, redirect.headers.get('location')]).toEqual([302, 'https://north.example/g1']);
    const ended = once(serving, 'exit');
    serving.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  it('follow a folder with publish --watch, until told to stop', async () => {
    const stock = new PublishedStock(urls);
    onTestFinished(() => stock.remove());
    const feedLine = (price: number): string =>
      JSON.stringify({ id: '1', dealer: 'north.example', advert_url: 'https://north.example/1', price });
    await stock.folder.import([feedLine(1)], { merge: false });
    const { prefix } = stock.clusterOptions;
    const command = ['publish', '--watch', '--data', stock.folder.path, '--opensearch-index', prefix];
    const following = spawn(
      process.execPath,
      [join(ROOT, 'bin/forecourt.js'), ...command, '--opensearch-url', urls.join(',')],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    onTestFinished(() => void following.kill('SIGKILL'));
    const [line] = (await once(createInterface(following.stdout), 'line')) as [string];
    expect(line).toBe(
      `The cluster's '${prefix}' shows ${stock.folder.path} and follows its changes. Stop with Ctrl+C.`,
    );
    const search = await stock.open();
    const { query } = search.service.parse([['price_min', '2']]);
    expect((await search.service.search(query)).total).toBe(0);
    await stock.folder.import([feedLine(2)], { merge: false });
    const found = async (): Promise<number> => {
      await search.catchUp();
      return (await search.service.search(query)).total;
    };
    await expect.poll(found, { timeout: 60_000 }).toBe(1);
    const ended = once(following, 'exit');
    following.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});
