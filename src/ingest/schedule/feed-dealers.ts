// The settings `dealer`, `dealers` and `hosts` of a feed: which dealers it may send, and where their adverts may be. A feed
// without dealers is a fault, not a feed for all dealers.
import { asciiDomain, dealerDomain } from '../../listing/domain-name.ts';
import type { FeedScope, ListedDealers } from '../feed-rights.ts';
import { nonBlankText, type JsonObjectReader } from './json-object-reader.ts';

/** A feed's dealer settings. */
export interface NamedDealers {
  /** Dealer of records without one. */
  readonly dealer: string | undefined;
  /** Distinct ASCII domains that the feed lists. */
  readonly domains: readonly string[];
  /** Whether it may send any dealer without another feed. */
  readonly isOpen: boolean;
  readonly hosts: readonly string[];
}

/** The settings of a feed that decide about its dealers. */
export interface DealerFeed {
  readonly name: string;
  readonly merge: boolean;
  readonly dealers: NamedDealers;
}

const EVERY_OTHER = '*';

export function readNamedDealers(object: JsonObjectReader): NamedDealers {
  const dealer = object.read('dealer', dealerOf, 'a domain, such as north.example');
  const dealers = object.read(
    'dealers',
    (value) => (value === EVERY_OTHER ? value : listOf(value, domainOf)),
    'a list of domains, such as ["north.example", "south.example"], or "*" for every dealer that no other feed has',
  );
  const hosts = object.read(
    'hosts',
    (value) => listOf(value, hostNameOf),
    'a list of hosts without scheme, port and path, such as ["ads.market.example"]',
  );
  if (!object.has('dealer') && !object.has('dealers'))
    object.fault(
      'dealer or dealers must be given: a domain, a list of domains, or "*" for every dealer that no other feed has',
    );
  const domains = dealers === undefined || dealers === EVERY_OTHER ? [] : dealers;
  const own = dealer === undefined ? undefined : asciiDomain(dealer);
  return {
    dealer,
    domains: [...new Set(own === undefined ? domains : [own, ...domains])],
    isOpen: dealers === EVERY_OTHER,
    hosts: [...new Set(hosts ?? [])],
  };
}

/** Adds a fault for each dealer with two complete feeds: they would withdraw each other's listings. */
export function checkDealersApart(feeds: readonly DealerFeed[], faults: string[]): void {
  const whole = new Map<string, string>();
  for (const { name, merge, dealers } of feeds) {
    if (merge) continue;
    for (const domain of dealers.domains) {
      const other = whole.get(domain);
      if (other !== undefined)
        faults.push(`feed '${name}': feed '${other}' is of dealer ${domain} too. Let one of them merge`);
      whole.set(domain, name);
    }
  }
}

export function listedDealers(feeds: readonly DealerFeed[]): ListedDealers {
  const named = new Map<string, string[]>();
  for (const { name, dealers } of feeds)
    for (const domain of dealers.domains) named.set(domain, [...(named.get(domain) ?? []), name]);
  return {
    feeds: named,
    open: new Set(feeds.filter(({ dealers }) => dealers.isOpen).map(({ name }) => name)),
  };
}

export function scopeOf({ isOpen, hosts }: NamedDealers, list: ListedDealers): FeedScope {
  return { isOpen, hosts, list };
}

/** The parts of the list that affect what a feed imports. An unchanged feed is re-read when they change. */
export function scopeParts({ name, dealers }: DealerFeed, { feeds }: ListedDealers): unknown {
  const { domains, isOpen, hosts } = dealers;
  const taken = isOpen ? Array.from(feeds.keys()).filter((domain) => !domains.includes(domain)) : [];
  const shared = domains.map((domain) => feeds.get(domain)?.filter((other) => other !== name) ?? []);
  return [[...domains].sort(), isOpen, [...hosts].sort(), taken.sort(), shared.flat().sort()];
}

function dealerOf(value: unknown): string | undefined {
  const text = nonBlankText(value);
  const domain = text === undefined ? undefined : dealerDomain(text);
  return domain !== undefined && isDomain(asciiDomain(domain)) ? domain : undefined;
}

function domainOf(value: unknown): string | undefined {
  const domain = dealerOf(value);
  return domain === undefined ? undefined : asciiDomain(domain);
}

function hostNameOf(value: unknown): string | undefined {
  const host = asciiDomain(nonBlankText(value) ?? '');
  return isDomain(host) ? host : undefined;
}

function isDomain(text: string | undefined): text is string {
  return text !== undefined && /^[a-z0-9-]+(?:[.][a-z0-9-]+)+$/.test(text);
}

/** The parsed elements; undefined for anything but a non-empty list of valid elements. */
function listOf<T>(value: unknown, parse: (element: unknown) => T | undefined): T[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const parsed = value.map(parse);
  return parsed.every((element) => element !== undefined) ? parsed : undefined;
}
