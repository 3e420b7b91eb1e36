// The page, the chart and the README's table, from given figures.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StockMeasurements } from '../../bench/performance/measure-stock.ts';
import { renderChart } from '../../bench/performance/report/chart.ts';
import { renderPage, withPerformance, writeReport } from '../../bench/performance/report/page.ts';
import { enginesPage, withOtherEngines } from '../../bench/performance/report/engines-page.ts';
import type { BenchmarkRun } from '../../bench/performance/report/run.ts';

const times = (p50: number) => ({ p50, p95: 2 * p50, p99: 3 * p50, mean: p50 });

const stock = (listings: number): StockMeasurements => ({
  stock: `${listings}`,
  imported: { listings, feedBytes: 1000 * listings, importMs: 500, searchableMs: 2000, peakBytes: 2 ** 26 },
  diskBytes: 2 ** 20,
  search: {
    listings,
    classes: [
      {
        name: 'Q1',
        description: 'this & <that>',
        medianTotal: 7,
        matchingShare: 1,
        warmMs: times(0.0125),
      },
      {
        name: 'Q2',
        description: 'nothing',
        medianTotal: 0,
        matchingShare: 0.994,
        warmMs: times(0),
      },
      {
        name: 'Q3',
        description: 'much',
        medianTotal: 0,
        matchingShare: 1,
        warmMs: times(listings / 1000),
      },
    ],
    allMs: times(0.25),
    indexBytes: { size: 0, keys: 40 * listings, text: 60 * listings },
    retainedBytes: 200 * listings,
  },
  firstStart: { readyMs: 4000 },
  start: { readyMs: 750, memory: { own: 2 ** 27, file: 2 ** 20, peak: 2 ** 28 } },
});

const run = (...stocks: StockMeasurements[]): BenchmarkRun => ({
  command: 'npm run bench',
  environment: { machine: 'a machine', node: 'v20.19.0', commit: 'abc1234', date: '2026-03-14' },
  seed: 1,
  ownPositions: false,
  each: 3,
  stocks,
});

describe('the page of a run', () => {
  const page = renderPage(run(stock(1000), stock(100_000)));

  it('has a row for each class, with p50 and p99 for each stock', () => {
    expect(page).toContain('| times in ms | total | matching | 1,000 listings | 100,000 listings |');
    expect(page).toContain('| Q1: this & <that> | 7 | 100 % | 0.0125 (0.0375) | 0.0125 (0.0375) |');
    expect(page).toContain('| Q2: nothing | 0 | 99 % | 0 (0) | 0 (0) |');
    expect(page).toContain('| Q3: much | 0 | 100 % | 1.00 (3.00) | 100 (300) |');
    expect(page).toContain('| all |  |  | 0.250 (0.750) | 0.250 (0.750) |');
    expect(page).toContain('| mean of all |  |  | 0.250 | 0.250 |');
  });

  it('has a column for each stock where figures belong to a stock', () => {
    expect(page).toContain('| listings per second until searchable | 500 | 50,000 |');
    expect(page).toContain('| peak memory of the import, without page cache | 64.0 MB | 64.0 MB |');
    expect(page).toContain('| all arrays | 100 | 100 |');
    expect(page).toContain('| first start until ready | 4.00 s | 4.00 s |');
    expect(page).toContain('| next start until ready | 0.750 s | 0.750 s |');
  });

  it('has no section for a part that was not measured', () => {
    expect(page.match(/^## .*/gm)).toEqual([
      '## Search',
      '## Import, start and memory',
      '## Index bytes per listing',
      '## The stock',
    ]);
    expect(page).not.toContain('imported again');
    expect(page).not.toContain('CSV');
  });

  it('says where and when it was made', () => {
    expect(page).toContain('| machine | a machine |');
    expect(page).toContain('| day | 2026-03-14 |');
    expect(page).toContain('| command | `npm run bench` |');
  });

  it('says whether every car has its own position', () => {
    expect(page).toContain('| stock | 1000, 100000; seed 1 |');
    expect(page).toContain('5 % of listings have coordinates of their own');
    const own = renderPage({ ...run(stock(1000)), ownPositions: true });
    expect(own).toContain('| stock | 1000; seed 1; every car at its own position |');
    expect(own).toContain('every listing has coordinates of its own');
    expect(own).not.toContain('of dealers send coordinates');
  });
});

const traffic = { requestsPerSecond: 4000, p50Ms: 3, p99Ms: 9, cpuUs: 250, bodyBytes: 22_000 };

describe('the section on HTTP', () => {
  const kind = { ...traffic, accepted: undefined, isCached: false };
  const page = renderPage(
    run({
      ...stock(1000),
      http: {
        options: {
          connections: 16,
          rounds: 5,
          seconds: 5,
          repeated: 10_000,
          requests: 20_000,
          shortRequests: 60_000,
          cached: 200,
        },
        bodyBytes: 22_000,
        distinct: { ...traffic, rate: 0.06, cpuRatio: 12.34 },
        repeated: { ...traffic, rate: 0.2, cpuRatio: 4 },
        cached: { ...traffic, cpuUs: 40, rate: 0.4, cpuRatio: 2.5 },
        bare: { ...traffic, cpuUs: undefined, rate: 1, cpuRatio: undefined },
        memory: { own: 2 ** 27, file: 0, peak: 2 ** 28 },
        compression: {
          options: { rounds: 3, seconds: 2, distinct: 4000, cached: 200, requests: 20_000, warmUps: 10 },
          kinds: [
            kind,
            { ...kind, accepted: 'gzip, br', isCached: true, bodyBytes: 3600.4, cpuUs: undefined },
          ],
        },
        surfaces: {
          options: { rounds: 8, requests: 400, phraseRounds: 3 },
          rows: [
            { name: 'search', bytes: 22_000, cpuUs: 250, ratio: 1, range: { min: 1, max: 1 } },
            { name: 'summary', bytes: 9000, cpuUs: 500, ratio: 2, range: { min: 1.5, max: 2.25 } },
          ],
          slowestPhrase: { target: '/', bytes: 800, ms: 4, ratio: 8.5 },
        },
      },
    }),
  );

  it('has the CPU time of distinct and of cached responses, and what it is relative to the bare server', () => {
    expect(page).toContain(
      '| 1,000 listings: distinct queries | 22,000 | 250 µs | 12.3 | 4,000 | 0.0600 | 3.00 ms | 9.00 ms |',
    );
    expect(page).toContain('| 1,000 listings: cached queries | 22,000 | 40.0 µs | 2.50 | 4,000 | 0.400 |');
    expect(page).toContain('| 1,000 listings: bare server | 22,000 | – | – | 4,000 | 1.00 |');
    expect(page).toContain("the server's own memory was 128 MB with 1,000 listings.");
  });

  it('has a row for each Accept-Encoding, of distinct and of cached responses', () => {
    expect(page).toContain('| distinct, plain | 22,000 | 4,000 | 250 µs | 3.00 ms | 9.00 ms |');
    expect(page).toContain('| cached, `gzip, br` | 3,600 | 4,000 | – | 3.00 ms | 9.00 ms |');
  });

  it('has a row for each surface, relative to a search', () => {
    expect(page).toContain('| summary | 9,000 | 500 µs | 2.00 (1.50 to 2.25) |');
    expect(page).toContain('| slowest phrase | 800 | – | 8.50 |');
  });
});

describe('the section on workers', () => {
  const size = { workers: 1, readyMs: 900, distinct: traffic, cached: { ...traffic, cpuUs: 41 } };
  const memory = (megabytes: number) => ({ all: megabytes * 2 ** 20, file: 2 ** 20 });
  const page = renderPage(
    run({
      ...stock(1000),
      workers: {
        options: {
          workers: [1, 2],
          connections: 16,
          rounds: 3,
          seconds: 4,
          distinct: 15_000,
          cached: 200,
          requests: 40_000,
        },
        sizes: [
          { ...size, memory: [memory(150)] },
          { ...size, workers: 2, memory: [memory(50), memory(120), memory(130)] },
          { ...size, workers: 3, memory: [] },
        ],
      },
    }),
  );

  it('adds up the memory of all processes, and lists that of each', () => {
    expect(page).toContain(
      '| 1,000 listings: 1 process | 4,000 | 250 µs | 4,000 | 41.0 µs | 150 MB | 1.00 MB | 150 MB |',
    );
    expect(page).toContain('| 300 MB | 3.00 MB | 50.0 MB, 120 MB, 130 MB |');
  });

  it('says nothing of memory that is not known', () => {
    expect(page).toContain('| 1,000 listings: 3 workers | 4,000 | 250 µs | 4,000 | 41.0 µs | – | – | – |');
  });
});

describe('the section on imports', () => {
  it('compares an unchanged feed with reading it, and CSV with NDJSON', () => {
    const page = renderPage(
      run({
        ...stock(1000),
        repeatedImport: { importMs: 900, readMs: 600 },
        csvImport: { listings: 1000, feedBytes: 2 ** 20, importMs: 3000, searchableMs: 4000 },
      }),
    );
    expect(page).toContain('| the same feed imported again | 0.900 s |');
    expect(page).toContain('| a process that only reads that feed | 0.600 s |');
    expect(page).toContain('| importing it again / reading it | 1.50 |');
    expect(page).toContain('| CSV: import until searchable in a running server | 4.00 s |');
    expect(page).toContain('| CSV: listings per second until searchable | 250 |');
  });
});

describe('the section on the first responses after a start', () => {
  const page = renderPage(
    run({
      ...stock(1000),
      coldStarts: {
        options: { starts: 3, connections: 4, windows: [250, 1000] },
        readyMs: 900,
        first: [{ name: 'Q1', description: 'anything', medianMs: 4.5, maxMs: 6 }],
        windows: [
          { from: 0, to: 250, cpuUs: 4400 },
          { from: 250, to: 1000, cpuUs: undefined },
        ],
      },
    }),
  );

  it('has the first response of each class, and CPU by window, of which the last is settled', () => {
    expect(page).toContain('| Q1: anything | 4.50 ms (6.00 ms) |');
    expect(page).toContain('| 1 to 250 | 4,400 µs |');
    expect(page).toContain('| settled: 251 to 1,000 | – |');
  });
});

describe('the page of other engines', () => {
  const measured = (name: string, p50: number) => ({
    name,
    compared: 2,
    disagreements: [],
    warmMs: times(p50),
  });
  const unsupported = { name: 'Q2', unsupported: 'it cannot', compared: 0, disagreements: [] };
  const compared = run({
    ...stock(1000),
    engines: {
      options: { compared: 2, rounds: 5, secondsPerClass: 15 },
      forecourtMs: [times(0.01), times(0), times(1)],
      forecourtMemoryBytes: 3 * 2 ** 20,
      measured: [
        {
          name: 'Abacus',
          version: '1.2',
          loadMs: 3000,
          bytes: 2 ** 20,
          memoryBytes: 2 ** 21,
          classes: [measured('Q1', 0.05), measured('Q2', 5), measured('Q3', 3)],
        },
        {
          name: 'Ledger',
          version: '7',
          knownDifference: 'it counts sheep',
          loadMs: 500,
          classes: [
            { ...measured('Q1', 0.025), disagreements: ['Ledger: one is two'] },
            unsupported,
            measured('Q3', 4),
          ],
        },
      ],
      absent: [{ name: 'Tally', reason: 'it is not installed' }],
    },
  });
  const page = enginesPage(compared);

  it('is there only if engines were asked, and says where the run was made', () => {
    expect(enginesPage(run(stock(1000)))).toBe('');
    expect(page).toMatch(/^# Other engines\n/);
    expect(page).toContain(
      '`npm run bench` at commit abc1234 on 2026-03-14, on one machine (a machine; Node v20.19.0)',
    );
  });

  it("has each engine's range of times as multiples of Forecourt's, for the README", () => {
    const readme = 'before\n<!-- other engines -->\nold\n<!-- end -->\nafter\n';
    const written = withOtherEngines(readme, compared) ?? '';
    expect(written).toMatch(/^before\n<!-- other engines -->\n\|  \| 1,000 listings \|\n/);
    expect(written).toContain('| Abacus 1.2 | 3.00 to 5.00 |\n| Ledger 7 | 2.50 to 4.00 |\n');
    expect(written.endsWith('\n<!-- end -->\nafter\n')).toBe(true);
    expect(withOtherEngines('nothing', compared)).toBeUndefined();
  });

  it('is written without the page of performance if nothing else was measured', () => {
    const root = mkdtempSync(join(tmpdir(), 'forecourt-report-'));
    try {
      writeFileSync(
        join(root, 'README.md'),
        '<!-- performance -->\n<!-- end -->\n<!-- other engines -->\n<!-- end -->\n',
      );
      writeReport(root, compared);
      expect(readdirSync(join(root, 'docs'))).toEqual(['other-engines.md']);
      const readme = readFileSync(join(root, 'README.md'), 'utf8');
      expect(readme).toMatch(/^<!-- performance -->\n<!-- end -->\n/);
      expect(readme).toContain('| Ledger 7 | 2.50 to 4.00 |');
    } finally {
      rmSync(root, { recursive: true });
    }
  });

  it('has p50 and p99 of each engine, and the best of the others with its ratio', () => {
    expect(page).toContain('| 1,000 listings | Forecourt | Abacus 1.2 | Ledger 7 | best p50 | best p99 |');
    expect(page).toContain(
      '| Q1: this & <that> | 0.0100 (0.0300) | 0.0500 (0.150) | 0.0250 (0.0750) | Ledger 2.50× | Ledger 2.50× |',
    );
    expect(page).toContain(
      '| Q3: much | 1.00 (3.00) | 3.00 (9.00) | 4.00 (12.0) | Abacus 3.00× | Abacus 3.00× |',
    );
  });

  it('leaves out a ratio to a time that is too short for the clock', () => {
    expect(page).toContain('| Q2: nothing | 0 (0) | 5.00 (15.0) | unsupported | Abacus | Abacus |');
  });

  it('lists the classes on which another engine is near', () => {
    expect(page).toContain(
      "- Another engine's p99 is below 10 times Forecourt's on Q1 (Ledger 2.50×), Q3 (Abacus 3.00×).\n",
    );
  });

  it('has what it took each engine to be ready', () => {
    expect(page).toMatch(/\| feed to searchable[^|]+\| 2\.00 s \| 3\.00 s \| 0\.500 s \|  \|  \|/);
    expect(page).toMatch(/\| size[^|]+\| 1\.00 MB \| 1\.00 MB \| – \|  \|  \|/);
    expect(page).toContain('| memory | 3.00 MB | 2.00 MB | – |  |  |');
  });

  it('lists unsupported queries, differing results and absent engines', () => {
    expect(page).toContain('- Abacus: 6 results compared, 0 of them different.\n');
    expect(page).toContain('- Ledger: it counts sheep.\n');
    expect(page).toContain('- Ledger was not measured on Q2: it cannot.\n');
    expect(page).toContain('- Ledger: one is two.\n');
    expect(page).toContain('- Tally was not measured: it is not installed.\n');
  });
});

/** Names of all elements, in the order in which they end; throws where the text is not well-formed. */
function elementsOf(xml: string): string[] {
  const open: string[] = [];
  const ended: string[] = [];
  const token = /<(\/?)([a-z]+)((?: [a-zA-Z0-9:-]+="[^"<]*")*)(\/?)>|([^<]+)|(<)/g;
  for (const [, close, name, , empty, text, stray] of xml.trimEnd().matchAll(token)) {
    if (stray !== undefined) throw new Error('a < that begins no tag');
    if (text !== undefined) {
      if (/&(?!amp;|lt;)/.test(text)) throw new Error(`an & that is not escaped: ${text}`);
      if (open.length === 0) throw new Error(`a text outside of all elements: ${text}`);
    } else if (close === '/') {
      if (open.pop() !== name) throw new Error(`${name} ends but is not open`);
      ended.push(name);
    } else if (empty === '/') ended.push(name);
    else open.push(name);
  }
  if (open.length > 0) throw new Error(`${open.join(', ')} not ended`);
  return ended;
}

describe('the chart', () => {
  it('is well-formed, with a line for each shape and a point for each stock', () => {
    const elements = elementsOf(renderChart([stock(1000), stock(10_000), stock(100_000)]));
    expect(elements.at(-1)).toBe('svg');
    expect(elements.filter((name) => name === 'polyline')).toHaveLength(3);
    expect(elements.filter((name) => name === 'circle')).toHaveLength(9);
  });

  it('lays a cost that grows in proportion along the dashed line, and a constant one flat', () => {
    const chart = renderChart([stock(1000), stock(10_000), stock(100_000)]);
    const lines = Array.from(chart.matchAll(/polyline points="([^"]+)"/g), ([, points]) =>
      points.split(' ').map((point) => point.split(',').map(Number)),
    );
    expect(new Set(lines[0].map(([, y]) => y)).size).toBe(1);
    const [a, b, c] = lines[2];
    expect((b[1] - a[1]) / (b[0] - a[0])).toBeCloseTo((c[1] - b[1]) / (c[0] - b[0]), 2);
    expect(c[1]).toBeLessThan(a[1]);
  });

  it('has no figure that is none, even of one stock and of times too short for the clock', () => {
    expect(renderChart([stock(300)])).not.toMatch(/NaN|Infinity|undefined/);
    expect(elementsOf(renderChart([stock(300)])).filter((name) => name === 'circle')).toHaveLength(3);
  });
});

describe('the table in the README', () => {
  it('replaces what is between the marks, and nothing else', () => {
    const readme = 'before\n<!-- performance -->\nold\n<!-- end -->\nafter\n<!-- end -->\n';
    const written = withPerformance(readme, run(stock(1000))) ?? '';
    expect(written).toMatch(/^before\n<!-- performance -->\n\| listings \|/);
    expect(written).toContain('| 1,000 | 0.250 ms | 0.750 ms | 500 | 0.750 s | 128 MB | 200 |');
    expect(written.endsWith('\n<!-- end -->\nafter\n<!-- end -->\n')).toBe(true);
    expect(written).not.toContain('old');
  });

  it('is left out where there are no marks', () => {
    expect(withPerformance('nothing', run(stock(1000)))).toBeUndefined();
  });
});

describe('--write', () => {
  let root = '';
  beforeAll(() => (root = mkdtempSync(join(tmpdir(), 'forecourt-report-'))));
  afterAll(() => rmSync(root, { recursive: true }));

  it('writes page, chart and README', () => {
    mkdirSync(join(root, 'docs'));
    writeFileSync(join(root, 'README.md'), '<!-- performance -->\n<!-- end -->\n');
    writeReport(root, run(stock(1000)));
    expect(readFileSync(join(root, 'docs/performance.md'), 'utf8')).toMatch(/^# Performance\n/);
    expect(readFileSync(join(root, 'docs/performance.svg'), 'utf8')).toMatch(/^<svg /);
    expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain('docs/performance.md');
  });

  it('keeps the part of the page that people write', () => {
    mkdirSync(join(root, 'docs'), { recursive: true });
    writeFileSync(join(root, 'README.md'), '');
    const byHand = '<!-- by hand -->\n## What was tried\n\nMuch.\n<!-- end -->\n';
    writeFileSync(join(root, 'docs/performance.md'), `# Performance\n\nold\n\n${byHand}\n## The stock\n`);
    writeReport(root, run(stock(1000)));
    writeReport(root, run(stock(1000), stock(2000)));
    const page = readFileSync(join(root, 'docs/performance.md'), 'utf8');
    expect(page.split(`\n\n${byHand}\n## The stock\n`)).toHaveLength(2);
    expect(page).not.toContain('\nold\n');
  });
});
