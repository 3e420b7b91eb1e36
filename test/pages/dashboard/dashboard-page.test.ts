// The operator's page: what it says of a service in each state, and that no text from outside becomes anything else.
import { parseDocument } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { dashboardPage } from '../../../src/pages/dashboard/dashboard-page.ts';
import { feedStatus } from '../../metrics/stats-fixture.ts';
import { durations, FEEDS, model, NOW, sample } from './model.ts';

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

function stateOf(page: string): string {
  return /<p class="state ([a-z]+)">([^<]*)/.exec(page)?.slice(1).join(': ') ?? '';
}

describe('the state of the service', () => {
  test('is well where nothing is wrong', () => {
    expect(stateOf(dashboardPage(model({ samples: [sample(NOW)] })))).toBe('good: All is well.');
  });

  test('is waiting while the stock is being read', () => {
    const page = dashboardPage(model({ status: undefined }));
    expect(stateOf(page)).toBe(
      'waiting: The stock is being read. Searches are answered as soon as that is done.',
    );
    expect(wordsOf(page)).toContain('Feeds They are shown once the stock has been read.');
    expect(wordsOf(page)).toContain('Nothing has been measured yet.');
  });

  test('names feeds in trouble', () => {
    expect(stateOf(dashboardPage(model({ status: FEEDS })))).toBe('warn: 2 feeds failed or were blocked.');
  });

  test('is bad when a change has been waiting to be shown for long', () => {
    const samples = [sample(NOW, { lagSeconds: 75 })];
    expect(stateOf(dashboardPage(model({ samples })))).toBe(
      'bad: A change of the stock has been waiting to be shown for 1 min.',
    );
  });

  test('is bad after a fault of the service, whatever else there is', () => {
    const samples = [sample(NOW - 60_000, { serverErrors: 1 }), sample(NOW, { lagSeconds: 75 })];
    expect(stateOf(dashboardPage(model({ samples, status: FEEDS })))).toBe(
      'bad: 1 request of the last hour ended in a fault of the service. The log has the details.',
    );
  });
});

describe('feeds', () => {
  test('are listed with those in trouble first', () => {
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

  test('that never ran are spoken of kindly', () => {
    expect(wordsOf(dashboardPage(model()))).toContain('No feed has run yet.');
  });

  test('beyond three hundred are not listed, and counted', () => {
    const feeds = Array.from({ length: 350 }, (_, i) => feedStatus(`feed-${i}`));
    const page = dashboardPage(model({ status: { ...FEEDS, feeds } }));
    expect(page.match(/<th scope="row">/g)).toHaveLength(300);
    expect(wordsOf(page)).toContain('And 50 more');
  });

  test('bring no markup, whatever they are called and say', () => {
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

  test('say what the last minute was like', () => {
    const searches = durations({ 0.0005: 90, 0.01: 10 });
    const samples = [
      sample(NOW - 1_800_000, { requests: 5000 }),
      sample(NOW - 10_000, { requests: 100, clientErrors: 5, durations: searches, loopDelay: 0.02 }),
      sample(NOW - 5000, { requests: 50, shed: 10, loopDelay: 0.001 }),
    ];
    const page = dashboardPage(model({ samples }));
    const said = (title: string): string => /aria-label="([^"]*)"/.exec(chartNamed(page, title))?.[1] ?? '';
    expect(said('Requests a second')).toBe(
      'Requests a second over the last hour, up to 1,000. Now: answered 15.',
    );
    expect(said('Time to answer a search')).toBe(
      'Time to answer a search over the last hour, up to 10 ms. Now: half within 0.39 ms, 99 of 100 within 9.5 ms.',
    );
    expect(said('Refused a second')).toContain('Now: turned away 1, mistakes of clients 0.5, faults 0.');
    expect(said('Delay of the event loop')).toContain('Now: longest 20 ms.');
    expect(said('Memory')).toBe('Memory over the last hour, up to 400 MB. Now: in use 400 MB.');
  });

  test('are broken where nothing was measured', () => {
    const minute = 60_000;
    const samples = [40, 39.5, 39, 20].map((ago) => sample(NOW - ago * minute, { requests: 5 }));
    const line = /class="line-1" d="([^"]*)"/.exec(
      chartNamed(dashboardPage(model({ samples })), 'Requests a second'),
    );
    expect(line?.[1]).toMatch(/^M[\d.]+ 0\.0h0(L[\d.]+ 0\.0){2}M[\d.]+ 0\.0h0$/);
  });

  test('do without those who have not answered a search', () => {
    const page = dashboardPage(model({ samples: [sample(NOW)] }));
    expect(chartNamed(page, 'Time to answer a search')).toContain('Now: half within –, 99 of 100 within –.');
    expect(page).not.toContain('NaN');
    expect(page).not.toContain('Infinity');
  });
});
