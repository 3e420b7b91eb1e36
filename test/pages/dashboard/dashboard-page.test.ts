// The operator's dashboard in each state, and that no text from outside becomes markup.
import { parseDocument } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { dashboardPage } from '../../../src/pages/dashboard/dashboard-page.ts';
import { feedStatus } from '../../metrics/stats-fixture.ts';
import { RUN_COUNTS, durations, FEEDS, model, NOW, sample } from './model.ts';

type ChildNode = ReturnType<typeof parseDocument>['children'][number];

/** The texts of the page, with a space between any two. */
function wordsOf(page: string): string {
  const words: string[] = [];
  const walk = (nodes: readonly ChildNode[]): void => {
    for (const node of nodes) {
      if ('data' in node) words.push(node.data);
      if ('children' in node) walk(node.children);
    }
  };
  walk(parseDocument(page).children);
  return words.join(' ').replace(/\s+/g, ' ');
}

/** Lines on the state, each with the section that it leads to. */
function statesOf(page: string): string[] {
  const lines = page.matchAll(/<li class="state ([a-z]+)">(?:<a href="#([a-z]+)">)?([^<]*)/g);
  return Array.from(lines, ([, state, section, words]) =>
    section === undefined ? `${state}: ${words}` : `${state}: ${words} (${section})`,
  );
}

describe('the state of the service', () => {
  test('is good if nothing is wrong', () => {
    expect(statesOf(dashboardPage(model({ samples: [sample(NOW)] })))).toEqual(['good: All is well.']);
  });

  test('is waiting while the stock is being read', () => {
    const page = dashboardPage(model({ status: undefined }));
    expect(statesOf(page)).toEqual(['waiting: The stock is being read. Searches work once that is done.']);
    expect(wordsOf(page)).toContain('No measurements yet.');
  });

  test('names degraded feeds beside failed ones', () => {
    const [first, ...others] = FEEDS.feeds;
    const feeds = [first, ...others.map((feed) => ({ ...feed, degraded: ['price'] }))];
    expect(statesOf(dashboardPage(model({ status: { ...FEEDS, feeds } })))).toEqual([
      'warn: 2 feeds failed or were blocked. (feeds)',
      'warn: 4 feeds degraded: listings lack fields that they had. (feeds)',
    ]);
  });

  test('counts failed and blocked feeds', () => {
    const page = dashboardPage(model({ status: FEEDS }));
    expect(statesOf(page)).toEqual(['warn: 2 feeds failed or were blocked. (feeds)']);
    expect(page).toContain('<h2 id="feeds">');
  });

  test.each([
    [0.5, 0, ['good: All is well.']],
    [2.5, 0, ['warn: Searches are slow: p99 2.5 s in the last 5 minutes. (recent)']],
    [
      2.5,
      1,
      [
        'warn: 1 request rejected in the last 5 minutes. (recent)',
        'warn: Searches are slow: p99 2.5 s in the last 5 minutes. (recent)',
      ],
    ],
  ])('warns of slow searches and rejected requests: up to %d s, %d rejected', (bound, shed, state) => {
    const samples = [sample(NOW, { durations: durations({ [bound]: 1000 }), shed })];
    expect(statesOf(dashboardPage(model({ samples })))).toEqual(state);
    // An hour ago it was otherwise.
    const old = [{ ...samples[0], at: NOW - 3_000_000 }, sample(NOW)];
    expect(statesOf(dashboardPage(model({ samples: old })))).toEqual(['good: All is well.']);
  });

  test('is bad if searches lag behind the stock', () => {
    const samples = [sample(NOW, { lagSeconds: 75 })];
    expect(statesOf(dashboardPage(model({ samples })))).toEqual([
      'bad: Searches lag behind the stock by 1 min. (stock)',
    ]);
  });

  test('is bad after a server error, and names what else is wrong', () => {
    const samples = [sample(NOW - 60_000, { serverErrors: 1 }), sample(NOW, { lagSeconds: 75 })];
    expect(statesOf(dashboardPage(model({ samples, status: FEEDS })))).toEqual([
      'bad: 1 server error in the last hour. The log has the details. (hour)',
      'bad: Searches lag behind the stock by 1 min. (stock)',
      'warn: 2 feeds failed or were blocked. (feeds)',
    ]);
  });
});

describe('figures', () => {
  /** The group with this heading, as `name value note`. */
  const groupOf = (page: string, heading: string): string[] => {
    const group = page.split('<section').find((section) => section.includes(`>${heading}</h2>`)) ?? '';
    return Array.from(
      group.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g),
      ([, name, value]) => `${name}: ${value.replace(/<small>/g, ' ').replace(/<[^>]*>/g, '')}`,
    );
  };
  const HOUR_AGO = NOW - 3_600_000;

  test('say what time they cover', () => {
    const samples = [
      sample(HOUR_AGO, { requests: 100, shed: 2 }),
      sample(NOW - 290_000, { seconds: 290, requests: 600, cacheable: 300, cached: 200 }),
      sample(NOW, {
        seconds: 10,
        requests: 300,
        cacheable: 90,
        cached: 60,
        emptySearches: 4,
        queued: 3,
        durations: durations({ 0.0005: 90, 0.01: 10 }),
      }),
    ];
    const page = dashboardPage(model({ samples, status: FEEDS }));
    expect(groupOf(page, 'Now')).toEqual([
      'Queued, of at most: 3 / 256',
      'Memory: 400 MB',
      'Processes: 1',
      'Running for: 2 h',
    ]);
    expect(groupOf(page, 'The last 5 minutes')).toEqual([
      'Requests per second: 3',
      'Searches, p50: 0.39 ms',
      'Searches, p99: 9.5 ms',
      'From the cache: 66 %',
    ]);
    expect(groupOf(page, 'The last hour')).toEqual([
      'Requests: 1,000',
      'Rejected: 2',
      'Server errors: 0',
      'Searches that found nothing: 4',
    ]);
    expect(groupOf(page, 'The stock')).toEqual([
      'Listings: 1,204,331',
      'Dealers: 412',
      'Shown since: 1 min ago',
      'Last import: none yet',
    ]);
  });

  test('of a server that has just started cover less', () => {
    const page = dashboardPage(model({ samples: [sample(NOW - 35_000, { requests: 7 }), sample(NOW)] }));
    expect(groupOf(page, 'The last 5 minutes (40 s so far)')).toContain('Requests per second: 0.7');
    expect(groupOf(page, 'The last hour (40 s so far)')).toContain('Requests: 7');
  });

  test('are dashes before the first measurement', () => {
    const page = dashboardPage(model({ status: undefined }));
    for (const heading of ['Now', 'The last 5 minutes', 'The last hour'])
      expect(groupOf(page, heading).every((figure) => figure.endsWith(': –'))).toBe(true);
    expect(page).not.toMatch(/NaN|Infinity|undefined/);
  });
});

describe('searches that found nothing', () => {
  const counts = {
    searches: 41,
    terms: [
      { parameter: 'q', text: '<b>mangusta</b>', searches: 12 },
      { parameter: 'together', text: 'ford hybrid', searches: 7 },
      { parameter: 'price_max', text: '500', searches: 3 },
      { parameter: 'q', text: 'secret', searches: 2 },
    ],
  };

  test('are listed with what they did not find, from three searches on', () => {
    const page = dashboardPage(model({ emptySearches: counts }));
    const words = wordsOf(page);
    expect(words).toContain('41 searches since the start. A term is listed once 3 searches had it;');
    expect(words).toContain(
      'Not found As Searches <b>mangusta</b> q 12 ford hybrid together 7 500 price_max 3',
    );
    expect(page).not.toContain('<b>mangusta');
    expect(words).not.toContain('secret');
  });

  test('are only counted for readers who are no operators', () => {
    const page = dashboardPage(model({ emptySearches: counts, areTermsShown: false }));
    expect(wordsOf(page)).toContain('41 searches since the start.');
    expect(page).not.toMatch(/mangusta|hybrid|secret/);
  });

  test('are said not to exist', () => {
    expect(wordsOf(dashboardPage(model()))).toContain('Searches that found nothing None since the start.');
  });

  test('are said to be too few', () => {
    const few = { searches: 2, terms: [{ parameter: 'q', text: 'secret', searches: 2 }] };
    expect(wordsOf(dashboardPage(model({ emptySearches: few })))).toContain(
      'No term has been searched for that often yet.',
    );
  });
});

describe('imports', () => {
  test('are listed, the newest first, at most ten', () => {
    const report = {
      outcome: 'imported' as const,
      merge: false,
      startedAt: '2026-11-21T11:58:00.000Z',
      tookMs: 4100,
      ...RUN_COUNTS,
      rejections: [],
      omissions: [],
      valueIssues: [],
      ignoredColumns: [],
    };
    const imports = Array.from({ length: 12 }, (_, i) =>
      i === 0 ? report : { ...report, feed: `feed-${i}` },
    );
    const words = wordsOf(dashboardPage(model({ status: { ...FEEDS, imports } })));
    expect(words).toContain('2 min ago by hand imported 900 12 230 8 3 4.1 s 2 min ago feed-1 imported');
    expect(words).toContain('feed-9');
    expect(words).not.toContain('feed-10');
  });

  test('are said not to exist', () => {
    expect(wordsOf(dashboardPage(model()))).toContain(
      'Recent imports These listings are the demo stock: nothing has been imported yet.',
    );
  });
});

describe('feeds', () => {
  test('are listed with failed and blocked ones first', () => {
    const page = dashboardPage(model({ status: FEEDS }));
    const names = Array.from(page.matchAll(/<th scope="row">([^<]*)/g), ([, name]) => name);
    expect(names).toEqual(['castle-autos', 'northgate', 'by-hand', 'harbour-motors', 'valley-cars']);
    const words = wordsOf(page);
    expect(words).toContain(
      'castle-autos 1 min ago failed, 4 times in a row castle-autos.example did not answer within 10 s.',
    );
    expect(words).toContain('– 0 3 days ago in 6 min');
    expect(words).toContain(
      'northgate 20 min ago blocked northgate-cars.example would lose 312 of 400 listings.',
    );
    expect(words).toContain('harbour-motors 8 min ago imported +12 ~230 −8');
    expect(words).toContain('by-hand 2 h ago imported – 0 2 h ago by hand');
  });

  test('get a hint if none has run', () => {
    expect(wordsOf(dashboardPage(model()))).toContain('No feed has run yet.');
  });

  test('beyond three hundred are counted', () => {
    const feeds = Array.from({ length: 350 }, (_, i) => feedStatus(`feed-${i}`));
    const page = dashboardPage(model({ status: { ...FEEDS, feeds } }));
    expect(page.match(/<th scope="row">/g)).toHaveLength(300);
    expect(wordsOf(page)).toContain('50 more feeds are listed at /status.');
  });

  test('are truncated between characters', () => {
    const lastRun = {
      outcome: 'failed',
      startedAt: '2026-11-21T11:00:00.000Z',
      tookMs: 1,
      reason: `y${'🚗'.repeat(400)}`,
    } as const;
    const page = dashboardPage(model({ status: { ...FEEDS, feeds: [feedStatus('north', { lastRun })] } }));
    expect(wordsOf(page)).toContain(`y${'🚗'.repeat(298)}…`);
  });

  test('add no markup, whatever their names and reasons', () => {
    const shape = (text: string): string[] => {
      const run = {
        outcome: 'failed',
        startedAt: '2026-11-21T11:00:00.000Z',
        tookMs: 1,
        reason: text,
      } as const;
      const feeds = [feedStatus(text, { lastRun: run })];
      const found: string[] = [];
      const walk = (nodes: readonly ChildNode[]): void => {
        for (const node of nodes) {
          if (!('name' in node) || !('attribs' in node)) continue;
          found.push(`${node.name} ${Object.keys(node.attribs).join(' ')}`);
          walk(node.children);
        }
      };
      walk(parseDocument(dashboardPage(model({ status: { ...FEEDS, feeds } }))).children);
      return found;
    };
    const harmless = shape('north');
    expect(harmless.length).toBeGreaterThan(30);
    for (const text of [
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      '</table></main><script src="//elsewhere.example/x.js"></script>',
      "' onmouseover='alert(1)",
      '<!--',
      '&lt;b&gt;',
    ]) {
      expect(shape(text)).toEqual(harmless);
    }
  });
});

describe('charts', () => {
  const chartNamed = (page: string, title: string): string =>
    page.split('<figure>').find((figure) => figure.includes(`<h3>${title}</h3>`)) ?? '';

  test('show the values of the last minute', () => {
    const searches = durations({ 0.0005: 90, 0.01: 10 });
    const samples = [
      sample(NOW - 1_800_000, { requests: 5000 }),
      sample(NOW - 10_000, { requests: 100, clientErrors: 5, durations: searches, loopDelay: 0.02 }),
      sample(NOW - 5000, { requests: 50, shed: 10, loopDelay: 0.001 }),
    ];
    const page = dashboardPage(model({ samples }));
    const said = (title: string): string => /aria-label="([^"]*)"/.exec(chartNamed(page, title))?.[1] ?? '';
    expect(said('Requests per second')).toBe(
      'Requests per second over the last hour, up to 1,000. Now: answered 15.',
    );
    expect(said('Search latency')).toBe(
      'Search latency over the last hour, up to 10 ms. Now: p50 0.39 ms, p99 9.5 ms.',
    );
    expect(said('Errors per second')).toContain('Now: rejected 1, client 0.5, server 0.');
    expect(said('Event loop lag')).toContain('Now: maximum 20 ms.');
    expect(said('Memory')).toBe('Memory over the last hour, up to 400 MB. Now: in use 400 MB.');
  });

  test('have gaps where nothing was measured', () => {
    const minute = 60_000;
    const samples = [40, 39.5, 39, 20].map((ago) => sample(NOW - ago * minute, { requests: 5 }));
    const line = /class="line-1" d="([^"]*)"/.exec(
      chartNamed(dashboardPage(model({ samples })), 'Requests per second'),
    );
    expect(line?.[1]).toMatch(/^M[\d.]+ 0\.0h0(L[\d.]+ 0\.0){2}M[\d.]+ 0\.0h0$/);
  });

  test('show dashes without searches', () => {
    const page = dashboardPage(model({ samples: [sample(NOW)] }));
    expect(chartNamed(page, 'Search latency')).toContain('Now: p50 –, p99 –.');
    expect(page).not.toContain('NaN');
    expect(page).not.toContain('Infinity');
  });
});
