// Which dealers a feed may send, and where their adverts may be. A feed without dealers is a fault, not a feed for all dealers.
import { addToList } from '../../lists-by-key.ts';
import { domainName, hostName, isWithin } from '../../listing/domain-name.ts';
import type { ListedDealers } from '../dealers/dealer-ownership.ts';
import { nonBlankText, type JsonObjectReader } from '../settings/json-object-reader.ts';

export interface NamedDealers {
  readonly dealer: string | undefined;
  readonly domains: readonly string[];
  readonly isOpen: boolean;
  readonly hosts: readonly string[];
}

export interface DealerFeed {
  readonly name: string;
  readonly merge: boolean;
  readonly dealers: NamedDealers;
}

const EVERY_OTHER = '*';

export function readNamedDealers(object: JsonObjectReader): NamedDealers {
  const dealer = object.read('dealer', domainOf, 'a domain, such as north.example');
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
  return {
    dealer,
    domains: [...new Set(dealer === undefined ? domains : [dealer, ...domains])],
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
  const completeFirst = [...feeds].sort((a, b) => Number(a.merge) - Number(b.merge));
  return {
    feeds: feedsByName(completeFirst, ({ domains }) => domains),
    hosts: feedsByName(feeds, ({ hosts }) => hosts),
    open: new Set(feeds.filter(({ dealers }) => dealers.isOpen).map(({ name }) => name)),
  };
}

function feedsByName(
  feeds: readonly DealerFeed[],
  namesOf: (dealers: NamedDealers) => readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const byName = new Map<string, string[]>();
  for (const { name, dealers } of feeds)
    for (const domain of namesOf(dealers)) addToList(byName, domain, name);
  return byName;
}

/** The parts of the list that affect what a feed imports. An unchanged feed is re-read when they change. */
export function scopeParts({ name, dealers }: DealerFeed, list: ListedDealers): unknown {
  const { domains, isOpen, hosts } = dealers;
  const own = [...domains, ...hosts];
  const isOthers = ([, feeds]: readonly [string, readonly string[]]): boolean =>
    feeds.some((other) => other !== name);
  const taken = Array.from(list.feeds)
    .filter(isOthers)
    .map(([domain]) => domain)
    .filter((domain) => !domains.includes(domain))
    .filter((domain) => isOpen || own.some((above) => isWithin(domain, above)));
  const shared = domains.flatMap((domain) => list.feeds.get(domain)?.filter((other) => other !== name) ?? []);
  const otherHosts = isOpen ? Array.from(list.hosts).filter(isOthers) : [];
  return [
    [...domains].sort(),
    isOpen,
    [...hosts].sort(),
    taken.sort(),
    shared.sort(),
    otherHosts.map(([host]) => host).sort(),
  ];
}

function domainOf(value: unknown): string | undefined {
  return domainName(nonBlankText(value) ?? '');
}

function hostNameOf(value: unknown): string | undefined {
  const host = hostName(nonBlankText(value)?.trim() ?? '');
  if (host === undefined) return undefined;
  return domainName(host) ?? (/^[0-9]+(?:[.][0-9]+){3}$/.test(host) ? host : undefined);
}

/** The parsed elements; undefined for anything but a non-empty list of valid elements. */
function listOf<T>(value: unknown, parse: (element: unknown) => T | undefined): T[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const parsed = value.map(parse);
  return parsed.every((element) => element !== undefined) ? parsed : undefined;
}
