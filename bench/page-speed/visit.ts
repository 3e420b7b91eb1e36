// One visit of the search page by a slow, distant phone, simulated in Chromium: timings, sizes, and how long a response
// takes to appear. A visit starts with an empty cache.
import type { Browser, CDPSession, Page } from 'playwright-core';

/** What a phone is slowed down to. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const CPU_THROTTLING_RATE = 4;

/** Milliseconds since navigation, unless another unit is named. */
export interface Visit {
  /** The first byte of the document, and its last one. */
  readonly began: number;
  readonly received: number;
  /** Something is seen. */
  readonly painted: number;
  /** Form and first results are seen and can be used; no script was needed for it. */
  readonly usable: number;
  /** Scripts listen, then show a response of their own, then its counts too. */
  readonly listening: number;
  readonly shown: number;
  readonly counted: number;
  readonly longTasks: number;
  /** Milliseconds of the longest task. */
  readonly longestTask: number;
  readonly layoutShift: number;
  readonly requests: number;
  /** Bytes on the wire, by what they are. */
  readonly bytes: Readonly<Record<string, number>>;
  /** From the last byte of a response until it was painted: one for each change of a filter. */
  readonly responseToPaint: readonly number[];
}

/** `slow`: false leaves network and processor as they are. */
export async function visit(browser: Browser, url: string, slow: boolean): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  try {
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    const transfers = await trackTransfers(client);
    if (slow) {
      await client.send('Network.emulateNetworkConditions', NETWORK);
      await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_THROTTLING_RATE });
    }
    await page.addInitScript(OBSERVE_SCRIPT);
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForFunction(() => performance.getEntriesByName('counted').length > 0, undefined, {
      timeout: 60_000,
    });
    const times = await page.evaluate<Omit<Visit, 'requests' | 'bytes' | 'responseToPaint'>>(READ_SCRIPT);
    const measured = { ...times, requests: transfers.requests, bytes: { ...transfers.bytes } };
    return { ...measured, responseToPaint: await responseToPaint(page) };
  } finally {
    await context.close();
  }
}

async function trackTransfers(client: CDPSession) {
  const kinds = new Map<string, string>();
  const transfers = { requests: 0, bytes: {} as Record<string, number> };
  client.on('Network.responseReceived', ({ requestId, type, response }) => {
    const isPlaces = response.url.endsWith('.tsv');
    kinds.set(requestId, isPlaces ? 'places' : type.toLowerCase());
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'other';
    transfers.requests += 1;
    transfers.bytes[kind] = (transfers.bytes[kind] ?? 0) + encodedDataLength;
  });
  await client.send('Network.enable');
  return transfers;
}

/** What a browser only tells those who listen. It runs in the page, whose policy does not hold for its visitor's tools. */
const OBSERVE_SCRIPT = `
  window.watched = { shift: 0, tasks: [] };
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) watched.shift += value; })
    .observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) watched.tasks.push(duration); })
    .observe({ type: 'longtask', buffered: true });
`;

const READ_SCRIPT = `(() => {
  const mark = (name) => performance.getEntriesByName(name)[0]?.startTime ?? 0;
  const [{ responseStart, responseEnd, domInteractive }] = performance.getEntriesByType('navigation');
  const painted = mark('first-contentful-paint');
  return {
    began: responseStart, received: responseEnd, painted, usable: Math.max(painted, domInteractive),
    listening: mark('listening') || mark('shown'), shown: mark('shown'), counted: mark('counted'),
    longTasks: watched.tasks.length, longestTask: Math.max(0, ...watched.tasks), layoutShift: watched.shift,
  };
})()`;

const CHANGES = 6;

/** Orders the results anew again and again. The scripts of a page mark what they show; the frame after it is on the screen. */
async function responseToPaint(page: Page): Promise<number[]> {
  return page.evaluate<number[]>(`(async () => {
    const field = document.querySelector('[name=sort]');
    const late = [];
    for (let i = 0; i < ${CHANGES}; i++) {
      performance.clearResourceTimings();
      const before = document.querySelector('.card')?.dataset.key;
      field.value = ['price_asc', 'price_desc'][i % 2];
      field.dispatchEvent(new Event('change', { bubbles: true }));
      await new Promise((resolve) => {
        const look = () => document.querySelector('.card')?.dataset.key === before ? requestAnimationFrame(look) : setTimeout(resolve);
        requestAnimationFrame(look);
      });
      const painted = performance.now();
      await new Promise((resolve) => setTimeout(resolve, 700));
      const response = performance.getEntriesByType('resource').find(({ name }) => name.includes('/page/state'));
      if (response !== undefined) late.push(painted - response.responseEnd);
    }
    return late;
  })()`);
}
