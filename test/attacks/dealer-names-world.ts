// A stock in which three honest feeds and two hostile ones meet, and what a plain model of ownership says of it: a dealer belongs
// to the feed that lists the longest name at or above it. Each listing's price says who sent it, so the model needs no domain
// arithmetic: it knows the true name of every record, whatever spelling the record has.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { moveDealers, releaseDealers } from '../../src/ingest/schedule/dealer-owners.ts';
import { readFeedStates } from '../../src/ingest/status/feed-state.ts';
import { parseFeeds, type FeedConfig } from '../../src/ingest/schedule/feeds-file.ts';
import { runFeed, type FeedRunResult } from '../../src/ingest/schedule/run-feed.ts';
import { SerialQueue } from '../../src/ingest/schedule/scheduler.ts';
import { Problem } from '../../src/problem.ts';
import { openStore } from '../../src/store/store.ts';
import { ndjson } from '../cli/feeds.ts';
import type { Random } from '../support/random.ts';
import { belowOf, claimedName, disguised, type ClaimedName } from './hostile-names.ts';

interface HonestFeed {
  readonly name: string;
  /** As the list may spell them. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The true names that it lists. */
  readonly lists: readonly string[];
  /** The hosts that its adverts may be on besides. */
  readonly hosts: readonly string[];
  /** The dealers that it sends, each with the hosts of its adverts. */
  readonly dealers: Readonly<Record<string, readonly string[]>>;
}

const HONEST: readonly HonestFeed[] = [
  {
    name: 'north',
    settings: { dealers: ['north.example'] },
    lists: ['north.example'],
    hosts: [],
    dealers: {
      'north.example': [
        'north.example',
        'www.north.example',
        'shop.north.example',
        'stock.cars.north.example',
      ],
    },
  },
  {
    name: 'south',
    settings: { dealer: 'south.example', hosts: ['ads.market.example', 'www.carsales.example'] },
    lists: ['south.example'],
    hosts: ['ads.market.example', 'carsales.example'],
    dealers: {
      'south.example': ['south.example', 'uk.ads.market.example', 'ads.market.example', 'carsales.example'],
    },
  },
  {
    name: 'group',
    settings: { dealers: ['group.example', 'yard.north.example', 'müller.example'] },
    lists: ['group.example', 'yard.north.example', 'xn--mller-kva.example'],
    hosts: [],
    dealers: {
      'group.example': ['group.example', 'www.east.group.example'],
      'west.group.example': ['west.group.example'],
      'yard.north.example': ['yard.north.example', 'm.yard.north.example'],
      'xn--mller-kva.example': ['müller.example', 'shop.xn--mller-kva.example'],
    },
  },
];
const HOSTILE = ['evil1', 'evil2'];
/** Prices from here on are those of hostile records. */
const HOSTILE_PRICES = 20_000;
/** Enough for the shrink guard to watch the dealer. */
const CARS = 11;

/** A listing as the model and the stock have it. */
type Stock = Map<string, { readonly price: number; readonly advertUrl: string }>;

interface HostileRecord {
  readonly claim: ClaimedName;
  readonly advertHost: string;
}

export class DealerNamesWorld {
  readonly #random: Random;
  readonly #folder: string;
  readonly #files: string;
  /** The honest feeds that the list has so far. */
  #listed: HonestFeed[] = [];
  readonly #settings = new Map<string, Readonly<Record<string, unknown>>>();
  /** What each honest feed's server has, and what the stock must have of it. */
  readonly #served = new Map<string, Stock>();
  readonly #expected = new Map<string, Stock>();
  readonly #hostile: HostileRecord[] = [];
  /** Hostile listings from before a feed was listed; they stay until they are moved. */
  readonly #squatting = new Set<number>();
  /** Dealers that hostile feeds have had so far, and those from before a feed was listed last. */
  readonly #hostileDealers = new Set<string>();
  #takenBefore = new Set<string>();
  /** Honest feeds with a dealer that an operator moved or released since their last run. */
  readonly #unowned = new Set<string>();
  #now = Date.parse('2026-03-01T12:00:00Z');
  /** What happened, for the report of a failure. */
  readonly log: string[] = [];

  constructor(random: Random, folder: string) {
    this.#random = random;
    this.#folder = join(folder, 'data');
    this.#files = folder;
    for (const name of HOSTILE) this.#settings.set(name, { dealers: '*' });
    if (random.next() < 0.5) this.#list(HONEST[random.below(3)]);
  }

  async step(): Promise<void> {
    this.#now += 60_000;
    const at = this.#random.next();
    const isListed = this.#listed.length > 0;
    if (at < 0.42) await this.#runHostile();
    else if (at < 0.76 && isListed) await this.#runHonest(this.#random.oneOf(this.#listed));
    else if (at < 0.84) await this.#change('move');
    else if (at < 0.89) await this.#change('release');
    else await this.#restart();
    await this.#check();
  }

  async #runHonest(feed: HonestFeed): Promise<void> {
    const isChanged = !this.#served.has(feed.name) || this.#random.next() < 0.6;
    if (isChanged) this.#serveHonest(feed);
    const isNew = isChanged || !this.#expected.has(feed.name);
    const { run } = await this.#run(feed.name);
    const { outcome, counts, reason } = run;
    this.log.push(`${feed.name} runs: ${outcome}`);
    expect({ outcome, reason, rejected: counts?.rejected ?? 0 }).toEqual({
      outcome: isNew || outcome !== 'not_modified' ? 'imported' : 'not_modified',
      reason: undefined,
      rejected: 0,
    });
    const served = this.#served.get(feed.name) ?? new Map<string, never>();
    this.#expected.set(feed.name, served);
    this.#unowned.delete(feed.name);
    for (const [key, { price }] of await this.#stock())
      if (price >= HOSTILE_PRICES)
        expect(Object.keys(feed.dealers), `${key} after a run`).not.toContain(key.slice(0, key.indexOf('/')));
  }

  #serveHonest(feed: HonestFeed): void {
    const records: object[] = [];
    const stock: Stock = new Map();
    for (const [dealer, hosts] of Object.entries(feed.dealers)) {
      const gone = this.#random.below(CARS);
      for (let n = 0; n < CARS; n += 1) {
        if (n === gone) continue;
        const price = 1000 + this.#random.below(5);
        const host = hosts[n % hosts.length];
        const isExplicit = feed.settings['dealer'] === undefined || this.#random.next() < 0.5;
        const spelling = disguised(dealer, this.#random, { isHonest: true });
        records.push({
          id: `A${n}`,
          ...(isExplicit && { dealer: spelling }),
          advert_url: `https://${host}/a${n}`,
          vin: vinOf(n),
          price,
        });
        const advertUrl = new URL(`https://${host}/a${n}`).href;
        stock.set(`${dealer}/A${n}`, { price, advertUrl });
      }
    }
    this.#served.set(feed.name, stock);
    writeFileSync(
      join(this.#files, `${feed.name}.ndjson`),
      ndjson(...(records as Record<string, unknown>[])),
    );
  }

  async #runHostile(): Promise<void> {
    const name = this.#random.oneOf(HOSTILE);
    if (!this.#settings.has(name)) return;
    const own = ownDealers(name);
    const records: Record<string, unknown>[] = [];
    const add = (claim: ClaimedName, advertHost: string, n: number): number => {
      const serial = this.#hostile.push({ claim, advertHost }) - 1;
      const price = HOSTILE_PRICES + serial;
      const advert_url = `https://${advertHost}/a${n}`;
      records.push({ id: `A${n}`, dealer: claim.spelling, advert_url, vin: vinOf(n), price });
      return serial;
    };
    const ownSerials = own.map((dealer, n) => add({ spelling: dealer, name: dealer }, dealer, n));
    for (let attacks = 1 + this.#random.below(4); attacks > 0; attacks -= 1) {
      const claim = claimedName(this.#random);
      const cars = this.#random.next() < 0.4 ? 2 * CARS : 1;
      const host = this.#random.next() < 0.5 ? claim.name : this.#advertHost(claim);
      for (let n = 0; n < cars; n += 1) add(claim, host, n);
    }
    writeFileSync(join(this.#files, `${name}.ndjson`), ndjson(...records));
    const force = this.#random.next() < 0.5;
    const { run } = await this.#run(name, force);
    this.log.push(`${name} runs${force ? ' by force' : ''}: ${run.outcome}, ${claimsOf(records)}`);
    if (run.outcome !== 'imported') return;
    // Nothing is blocked that nobody lists.
    const isOpen = this.#settings.get(name)?.['dealers'] === '*';
    const prices = new Set(Array.from((await this.#stock()).values(), ({ price }) => price));
    const kept = ownSerials.filter((serial) => prices.has(HOSTILE_PRICES + serial));
    expect(kept, 'own dealers').toEqual(isOpen ? ownSerials : ownSerials.slice(0, 1));
  }

  #advertHost({ name }: ClaimedName): string {
    const { hosts } = this.#random.oneOf(HONEST);
    const honest = this.#random.oneOf(HONEST.flatMap(({ dealers }) => Object.values(dealers).flat()));
    return this.#random.oneOf([`www.${name}`, `shop.${name}`, honest, ...hosts]);
  }

  async #run(name: string, force = false): Promise<FeedRunResult> {
    const states = await readFeedStates(this.#folder);
    return runFeed(this.#configured(name), states.get(name), {
      folder: this.#folder,
      downloads: join(this.#folder, 'incoming'),
      version: '1',
      now: () => this.#now,
      queue: new SerialQueue(),
      signal: new AbortController().signal,
      force,
      rejectsPath: (feed) => join(this.#files, 'rejects', `${feed}.ndjson`),
    });
  }

  /** An operator moves or releases a dealer, rightly or wrongly. */
  async #change(kind: 'move' | 'release'): Promise<void> {
    const dealers = [
      ...new Set([...(await this.#stock()).keys()].map((key) => key.slice(0, key.indexOf('/')))),
    ];
    const moveable = dealers.filter((dealer) => !HOSTILE.flatMap(ownDealers).includes(dealer));
    if (moveable.length === 0 || this.#settings.size === 0) return;
    const dealer = this.#random.oneOf(moveable);
    const to = this.#random.oneOf([...this.#settings.keys()]);
    this.log.push(kind === 'move' ? `${dealer} is moved to ${to}` : `${dealer} is released`);
    try {
      if (kind === 'move') await moveDealers(this.#folder, { dealer }, this.#configured(to));
      else await releaseDealers(this.#folder, { dealer });
      for (const feed of HONEST.filter(({ dealers }) => dealers[dealer] !== undefined)) {
        this.#unowned.add(feed.name);
        if (!this.#listed.includes(feed)) this.#forget(feed);
      }
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.log.push(`but not: ${error.message}`);
    }
  }

  /** The program starts with another list. */
  async #restart(): Promise<void> {
    const missing = HONEST.filter((feed) => !this.#listed.includes(feed));
    for (const feed of this.#listed) if (this.#random.next() < 0.25) this.#unlist(feed);
    if (missing.length > 0 && this.#random.next() < 0.7) {
      this.#list(this.#random.oneOf(missing));
      for (const { price } of (await this.#stock()).values()) this.#squatting.add(price);
    }
    for (const name of HOSTILE) {
      const choice = this.#random.next();
      if (choice < 0.2) this.#settings.delete(name);
      else if (choice < 0.35) this.#settings.set(name, { dealers: [`${name}.example`] });
      else this.#settings.set(name, { dealers: '*' });
    }
    this.log.push(`the list is ${JSON.stringify([...this.#settings])}`);
  }

  /** What it has stays its own, unless an operator gave it away. */
  #unlist(feed: HonestFeed): void {
    this.#listed = this.#listed.filter((other) => other !== feed);
    this.#settings.delete(feed.name);
    if (this.#unowned.has(feed.name)) this.#forget(feed);
    this.log.push(`${feed.name} leaves the list`);
  }

  #forget({ name }: HonestFeed): void {
    this.#expected.delete(name);
    this.#served.delete(name);
  }

  #list(feed: HonestFeed): void {
    this.#listed.push(feed);
    this.#takenBefore = new Set(this.#hostileDealers);
    const spelt = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(spelt)
        : disguised(String(value), this.#random, { isHonest: true, isHost: true });
    const settings = Object.entries(feed.settings).map(([key, value]) => [key, spelt(value)]);
    this.#settings.set(feed.name, Object.fromEntries(settings) as Record<string, unknown>);
    this.log.push(`${feed.name} is listed: ${JSON.stringify(this.#settings.get(feed.name))}`);
  }

  #configured(name: string): FeedConfig {
    const feeds = Array.from(this.#settings, ([feed, settings]) => ({
      name: feed,
      path: `${feed}.ndjson`,
      format: 'ndjson',
      ...settings,
    }));
    const found = parseFeeds(JSON.stringify({ feeds }), join(this.#files, 'feeds.json'), {}).find(
      (feed) => feed.name === name,
    );
    if (found === undefined) throw new Error(`there is no feed ${name}`);
    return found;
  }

  async #check(): Promise<void> {
    const stock = await this.#stock();
    for (const [name, expected] of this.#expected) {
      const found = [...stock].filter(([key, { price }]) => price < HOSTILE_PRICES && this.#isOf(name, key));
      expect(found.sort(byKey), `the listings of ${name}`).toEqual([...expected].sort(byKey));
    }
    for (const [key, { price }] of stock) {
      const hostile = this.#hostile[price - HOSTILE_PRICES];
      if (hostile === undefined || this.#squatting.has(price)) continue;
      const dealer = key.slice(0, key.indexOf('/'));
      this.#hostileDealers.add(dealer);
      for (const { name, dealers } of HONEST)
        if (this.#expected.has(name) && !this.#takenBefore.has(dealer))
          expect(
            Object.keys(dealers).some((own) => belowOf(hostile.claim.name, own)),
            `${key}, ${hostile.claim.spelling}, which is ${name}'s`,
          ).toBe(false);
      for (const { lists, hosts } of this.#listed) {
        const isTaken = lists.some((name) => belowOf(hostile.claim.name, name));
        const isOnHost = [...lists, ...hosts].some((name) => belowOf(hostile.advertHost, name));
        expect([isTaken, isOnHost], `${key}, ${hostile.claim.spelling}, ${hostile.advertHost}`).toEqual([
          false,
          false,
        ]);
      }
    }
  }

  #isOf(name: string, key: string): boolean {
    const dealer = key.slice(0, key.indexOf('/'));
    return HONEST.find((feed) => feed.name === name)?.dealers[dealer] !== undefined;
  }

  async #stock(): Promise<Stock> {
    const store = openStore(this.#folder, { mode: 'read' });
    try {
      return new Map(
        Array.from(store.listings(), ({ dealer, id, priceGbp, advertUrl }) => [
          `${dealer}/${id}`,
          { price: priceGbp ?? 0, advertUrl },
        ]),
      );
    } finally {
      await store.close();
    }
  }
}

/** Dealers that nobody else has, whose names look like another's. */
function ownDealers(feed: string): string[] {
  return [`${feed}.example`, `not${feed}north.example`];
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : Number(a > b);
}

function claimsOf(records: readonly Readonly<Record<string, unknown>>[]): string {
  return [...new Set(records.map(({ dealer, advert_url }) => `${String(dealer)} at ${String(advert_url)}`))]
    .slice(0, 12)
    .join(', ');
}

/** A VIN with its check digit left out of account: the same for the n-th car of everybody. */
function vinOf(n: number): string {
  return `WVWZZZ1KZAW${String(100_000 + n)}`;
}
