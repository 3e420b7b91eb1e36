// Which dealers a run may send. A feed speaks for the dealers that the list of feeds names for it, or with "*" for all
// that no other feed has; a dealer belongs to the feed that sends it until an operator moves it. An import by hand may
// send what belongs to no feed. Domains are compared in ASCII, so another spelling of a dealer is the same dealer.
import { foreignDealerRejection, foreignHostRejection } from './record-result.ts';
import type { FeedListing, Rejection } from './record-result.ts';
import { asciiDomain, hostOf, isWithin } from '../listing/domain-name.ts';
import { Problem } from '../problem.ts';

/** What the list of feeds says of one feed. */
export interface FeedScope {
  /** Whether it also speaks for every dealer that no other feed has: `"dealers": "*"`. */
  readonly isOpen: boolean;
  /** Hosts in ASCII that adverts may be on besides the dealer's own; their subdomains are included. */
  readonly hosts: readonly string[];
  /** Of the whole list. */
  readonly list: ListedDealers;
}

export interface ListedDealers {
  /** Domain in ASCII to the feeds that name it. */
  readonly feeds: ReadonlyMap<string, readonly string[]>;
  /** The feeds with `"*"`. */
  readonly open: ReadonlySet<string>;
}

export interface SendingRights {
  /** Why a listing may not be sent; undefined: it may. Throws a Problem `dealer_owned` if an import by hand must stop. */
  rejectionOf(listing: FeedListing): Rejection | undefined;
  /** The dealers in the stock that are the feed's, and that it therefore withdraws where it no longer sends them. */
  readonly dealers: readonly string[];
}

/** What keeps a feed from a dealer. */
interface Obstacle {
  readonly message: string;
  /** Whether another feed has the dealer. */
  readonly isTaken: boolean;
}

interface Judgement {
  /** In ASCII. */
  readonly domain: string;
  readonly obstacle: Obstacle | undefined;
  /** The last host that one of its adverts was accepted on: most dealers have one. */
  acceptedHost?: string;
}

/** A feed may name as many dealers as it likes. */
const MAX_JUDGED = 20_000;

/** The rights of a configured feed. */
export class FeedRights implements SendingRights {
  readonly #feed: string;
  readonly #scope: FeedScope;
  /** Of the stock, by domain in ASCII. */
  readonly #owners = new Map<string, string>();
  readonly #stockDealers: ReadonlyMap<string, string>;
  /** The dealers that records have named, as far as there is room for them. */
  readonly #judged = new Map<string, Judgement>();

  /** `owners` has the feed of every dealer of the stock that belongs to one. */
  constructor(feed: string, scope: FeedScope, owners: ReadonlyMap<string, string>) {
    this.#feed = feed;
    this.#scope = scope;
    this.#stockDealers = owners;
    for (const [dealer, owner] of owners) this.#owners.set(asciiDomain(dealer) ?? dealer, owner);
  }

  get dealers(): readonly string[] {
    return Array.from(this.#stockDealers)
      .filter(([dealer, owner]) => owner === this.#feed && this.#judge(dealer).obstacle === undefined)
      .map(([dealer]) => dealer);
  }

  rejectionOf({ line, listing }: FeedListing): Rejection | undefined {
    const { dealer, advertUrl } = listing;
    const judgement = this.#judged.get(dealer) ?? this.#judgeOnce(dealer);
    const { domain, obstacle } = judgement;
    if (obstacle !== undefined) return foreignDealerRejection(line, obstacle.message);
    const host = hostOf(advertUrl);
    if (host === domain || host === judgement.acceptedHost) return undefined;
    const within = [domain, ...this.#scope.hosts].find((allowed) => isWithin(host, allowed));
    if (within === undefined) return foreignHostRejection(line, { host, dealer });
    const other = this.#otherBetween(host, within);
    if (other !== undefined) return foreignHostRejection(line, { host, dealer, other });
    judgement.acceptedHost = host;
    return undefined;
  }

  /** Why the feed may not send a dealer, as a sentence without a full stop; undefined: it may. */
  obstacle(dealer: string): string | undefined {
    return this.#judge(dealer).obstacle?.message;
  }

  /**
   * The feed that a dealer belongs to after this one has sent it. Of several feeds that the list names for a dealer, it
   * belongs to the one that does not merge, or else to the first to send it.
   */
  ownerAfter(dealer: string, merge: boolean): string {
    const { domain } = this.#judge(dealer);
    const owner = this.#owners.get(domain);
    return merge && owner !== undefined && this.#named(domain).includes(owner) ? owner : this.#feed;
  }

  /** Whether changes by `feed` are those of this feed: the list names both for the dealer. */
  sharesWith(feed: string, dealer: string): boolean {
    return feed === this.#feed || this.#named(asciiDomain(dealer) ?? dealer).includes(feed);
  }

  #judgeOnce(dealer: string): Judgement {
    if (this.#judged.size === MAX_JUDGED) this.#judged.clear();
    const judgement = this.#judge(dealer);
    this.#judged.set(dealer, judgement);
    return judgement;
  }

  #judge(dealer: string): Judgement {
    const domain = asciiDomain(dealer) ?? dealer;
    return { domain, obstacle: this.#obstacle(dealer, domain) };
  }

  #obstacle(dealer: string, domain: string): Obstacle | undefined {
    const { isOpen, list } = this.#scope;
    const owner = this.#owners.get(domain);
    const named = this.#named(domain);
    if (named.includes(this.#feed)) {
      if (owner === undefined || named.includes(owner) || list.open.has(owner)) return undefined;
      const move = `forecourt feed move ${dealer} ${this.#feed}`;
      const message = `${dealer} belongs to the feed '${owner}' until it is moved: ${move}`;
      return { message, isTaken: true };
    }
    const [other = owner] = named;
    const isTaken = other !== undefined && other !== this.#feed;
    if (isOpen && !isTaken) return undefined;
    const message = isOpen
      ? `${dealer} belongs to the feed '${other}'`
      : `${dealer} is not one of this feed's dealers`;
    return { message, isTaken };
  }

  #named(domain: string): readonly string[] {
    return this.#scope.list.feeds.get(domain) ?? [];
  }

  /** The dealer of another feed that the host is within; `domain` is further up. */
  #otherBetween(host: string, domain: string): string | undefined {
    for (let at = host; at.length > domain.length; at = at.slice(at.indexOf('.') + 1))
      if (this.#obstacle(at, at)?.isTaken === true) return at;
    return undefined;
  }
}

/** The rights of an import by hand: all dealers that belong to no feed, or with `overrideFeeds` all dealers. */
export class HandRights implements SendingRights {
  readonly dealers: readonly string[] = [];
  readonly #owners = new Map<string, string>();
  #lastDealer = '';

  constructor(owners: ReadonlyMap<string, string>, overrideFeeds: boolean) {
    if (!overrideFeeds)
      for (const [dealer, owner] of owners) this.#owners.set(asciiDomain(dealer) ?? dealer, owner);
  }

  rejectionOf({ listing: { dealer } }: FeedListing): undefined {
    if (dealer === this.#lastDealer) return undefined;
    const owner = this.#owners.get(asciiDomain(dealer) ?? dealer);
    if (owner !== undefined) throw dealerOwned(dealer, owner);
    this.#lastDealer = dealer;
    return undefined;
  }
}

function dealerOwned(dealer: string, owner: string): Problem {
  return new Problem(
    'dealer_owned',
    `${dealer} belongs to the feed '${owner}', so nothing was imported. With --override-feeds the import changes its ` +
      `stock all the same, until the next run of that feed; 'forecourt feed release ${dealer}' takes the dealer from the feed.`,
  );
}
