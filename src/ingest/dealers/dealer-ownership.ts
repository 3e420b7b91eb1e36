// To which feed a domain belongs: to the feed whose list has the longest name at or above it, else to the feed that a run or an
// operator gave it. What "*" gave a feed never stands in the way of a feed that lists the domain.
import { domainName, namesAbove } from '../../listing/domain-name.ts';

/** The dealers and hosts of all feeds in the list. Names are in the one form. */
export interface ListedDealers {
  /** Domain to the names of the feeds that list it, complete feeds before those that merge. */
  readonly feeds: ReadonlyMap<string, readonly string[]>;
  /** Host to the names of the feeds that have it among their `hosts`. */
  readonly hosts: ReadonlyMap<string, readonly string[]>;
  /** Names of the feeds with `"*"`; also of those that had it and no longer have it, or have left the list. */
  readonly open: ReadonlySet<string>;
}

export interface ListedName {
  readonly name: string;
  readonly feeds: readonly string[];
}

export interface MisplacedDealer {
  readonly dealer: string;
  readonly feed: string;
  /** The listed domain that it is or is below of, and the feed that lists it. */
  readonly domain: string;
  readonly belongsTo: string;
  readonly command: string;
}

/** In `#below`: several feeds. */
const MANY = Symbol('many');

export class DealerOwnership {
  readonly #list: ListedDealers;
  readonly #owners = new Map<string, string>();
  /** By domain, the feed that owns stored dealers below it; built when first needed. */
  #below: Map<string, string | typeof MANY> | undefined;

  constructor(list: ListedDealers, owners: ReadonlyMap<string, string>) {
    this.#list = list;
    for (const [dealer, owner] of owners) {
      const domain = domainName(dealer) ?? dealer;
      const other = this.#owners.get(domain);
      // Earlier versions stored some domains in several spellings.
      const isWeaker = other === undefined || (this.isOpen(other) && !this.isOpen(owner));
      if (isWeaker || (dealer === domain && this.isOpen(other) === this.isOpen(owner)))
        this.#owners.set(domain, owner);
    }
  }

  listed(name: string): ListedName | undefined {
    for (const above of namesAbove(name)) {
      const feeds = this.#list.feeds.get(above);
      if (feeds !== undefined) return { name: above, feeds };
    }
    return undefined;
  }

  owner(domain: string): string | undefined {
    return this.#owners.get(domain);
  }

  /**
   * The nearest domain above that another feed has in the stock. One from `"*"` with dealers of several feeds below it protects
   * none.
   */
  takenAbove(domain: string, feed: string): { readonly name: string; readonly owner: string } | undefined {
    for (const name of namesAbove(domain).slice(1)) {
      const owner = this.#owners.get(name);
      if (owner === feed) return undefined;
      if (owner === undefined) continue;
      const below = this.isOpen(owner) ? this.#belowOf(name) : owner;
      if (below === undefined || below === owner) return { name, owner };
    }
    return undefined;
  }

  isOpen(feed: string): boolean {
    return this.#list.open.has(feed);
  }

  hostOfOthers(host: string, feed: string): string | undefined {
    return namesAbove(host).find((name) => this.#list.hosts.get(name)?.some((other) => other !== feed));
  }

  #belowOf(name: string): string | typeof MANY | undefined {
    if (this.#below === undefined) {
      this.#below = new Map();
      for (const [domain, owner] of this.#owners)
        for (const above of namesAbove(domain).slice(1)) {
          const other = this.#below.get(above);
          this.#below.set(above, other === undefined || other === owner ? owner : MANY);
        }
    }
    return this.#below.get(name);
  }
}

/** The stored dealers that belong to other feeds by the list, by name. Their listings stay as they are until they are moved. */
export function misplacedDealers(
  list: ListedDealers,
  owners: ReadonlyMap<string, string>,
): MisplacedDealer[] {
  const ownership = new DealerOwnership(list, owners);
  return Array.from(owners).flatMap(([dealer, feed]) => {
    const listed = ownership.listed(domainName(dealer) ?? dealer);
    if (listed === undefined || listed.feeds.includes(feed)) return [];
    const [belongsTo = ''] = listed.feeds;
    const command = `forecourt feed move ${dealer} ${belongsTo}`;
    return [{ dealer, feed, domain: listed.name, belongsTo, command }];
  });
}

export function misplacedSentence({ dealer, feed, domain, belongsTo, command }: MisplacedDealer): string {
  const where = domainName(dealer) === domain ? 'it' : `${domain} and all names below it`;
  return `${dealer} belongs to the feed '${feed}', but the list gives ${where} to the feed '${belongsTo}'. Move it: ${command}`;
}
