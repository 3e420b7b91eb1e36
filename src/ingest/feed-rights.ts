// Which dealers a run may send. A feed may send the dealers that the list of feeds assigns to it, or with "*" all dealers
// without another feed. A dealer belongs to the feed that sends it until an operator moves it. A manual import may send
// dealers without a feed. Domains are compared in ASCII, so all spellings of a domain are one dealer.
import { foreignDealerRejection, foreignHostRejection } from './record-result.ts';
import type { FeedListing, Rejection } from './record-result.ts';
import { asciiDomain, hostOf, isWithin } from '../listing/domain-name.ts';
import { Problem } from '../problem.ts';

/** One feed's dealers and hosts in the list of feeds. */
export interface FeedScope {
  /** Whether it may send any dealer without another feed: `"dealers": "*"`. */
  readonly isOpen: boolean;
  /** Hosts in ASCII that adverts may be on besides the dealer's own, subdomains included. */
  readonly hosts: readonly string[];
  /** The dealers of all feeds in the list. */
  readonly list: ListedDealers;
}

export interface ListedDealers {
  /** ASCII domain to the names of the feeds that list it. */
  readonly feeds: ReadonlyMap<string, readonly string[]>;
  /** Names of the feeds with `"*"`. */
  readonly open: ReadonlySet<string>;
}

/** What of a listing decides whether it may be sent. */
interface SentAdvert {
  readonly line: number;
  readonly listing: Pick<FeedListing['listing'], 'dealer' | 'advertUrl'>;
}

export interface SendingRights {
  /** The rejection of a listing, or undefined if it may be sent. Manual imports throw a Problem `dealer_owned` instead. */
  rejectionOf(advert: SentAdvert): Rejection | undefined;
  /** Whether the dealer may be sent at all. */
  maySend(dealer: string): boolean;
  /** The stored dealers that belong to the feed; those it no longer sends lose their listings. */
  readonly dealers: readonly string[];
}

/** Why a feed may not send a dealer. */
interface Obstacle {
  readonly message: string;
  /** Whether another feed has the dealer. */
  readonly isTaken: boolean;
}

interface Judgement {
  /** In ASCII. */
  readonly domain: string;
  readonly obstacle: Obstacle | undefined;
  /** Host of the last accepted advert; most dealers have one host. */
  acceptedHost?: string;
}

/** Bounds the cache of judgements against feeds with countless dealers. */
const MAX_JUDGED = 20_000;

/** The rights of a configured feed. */
export class FeedRights implements SendingRights {
  readonly #feed: string;
  readonly #scope: FeedScope;
  /** Stored dealers' feeds, by ASCII domain. */
  readonly #owners = new Map<string, string>();
  readonly #stockDealers: ReadonlyMap<string, string>;
  /** Judgements of recently seen dealers. */
  readonly #judged = new Map<string, Judgement>();

  /** `owners` maps stored dealers to their feeds. */
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

  rejectionOf({ line, listing }: SentAdvert): Rejection | undefined {
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

  maySend(dealer: string): boolean {
    return (this.#judged.get(dealer) ?? this.#judgeOnce(dealer)).obstacle === undefined;
  }

  /** Why the feed may not send a dealer, as a sentence without a full stop; undefined if it may. */
  obstacle(dealer: string): string | undefined {
    return this.#judge(dealer).obstacle?.message;
  }

  /**
   * The owner of a dealer after this feed has sent it. If several feeds list the dealer, the one that does not merge owns
   * it, or else the first to send it.
   */
  ownerAfter(dealer: string, merge: boolean): string {
    const { domain } = this.#judge(dealer);
    const owner = this.#owners.get(domain);
    return merge && owner !== undefined && this.#named(domain).includes(owner) ? owner : this.#feed;
  }

  /** Whether `feed` is this feed or shares the dealer with it in the list. */
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

  /** A dealer of another feed between `host` and its parent `domain`. */
  #otherBetween(host: string, domain: string): string | undefined {
    for (let at = host; at.length > domain.length; at = at.slice(at.indexOf('.') + 1))
      if (this.#obstacle(at, at)?.isTaken === true) return at;
    return undefined;
  }
}

/** The rights of a manual import: all dealers without a feed, or with `overrideFeeds` all dealers. */
class ManualImportRights implements SendingRights {
  readonly dealers: readonly string[] = [];
  readonly #owners = new Map<string, string>();
  #lastDealer = '';

  constructor(owners: ReadonlyMap<string, string>, overrideFeeds: boolean) {
    if (!overrideFeeds)
      for (const [dealer, owner] of owners) this.#owners.set(asciiDomain(dealer) ?? dealer, owner);
  }

  rejectionOf({ listing: { dealer } }: SentAdvert): undefined {
    if (dealer === this.#lastDealer) return undefined;
    const owner = this.#owners.get(asciiDomain(dealer) ?? dealer);
    if (owner !== undefined) throw dealerOwned(dealer, owner);
    this.#lastDealer = dealer;
    return undefined;
  }

  maySend(dealer: string): boolean {
    return !this.#owners.has(asciiDomain(dealer) ?? dealer);
  }
}

/** The rights of a feed's run, or of a manual import. `owners` maps stored dealers to their feeds. */
export function sendingRights(
  feed: { readonly name: string; readonly scope: FeedScope } | undefined,
  overrideFeeds: boolean | undefined,
  owners: ReadonlyMap<string, string>,
): SendingRights {
  if (feed !== undefined) return new FeedRights(feed.name, feed.scope, owners);
  return new ManualImportRights(owners, overrideFeeds === true);
}

function dealerOwned(dealer: string, owner: string): Problem {
  return new Problem(
    'dealer_owned',
    `${dealer} belongs to the feed '${owner}', so nothing was imported. With --override-feeds the import changes its ` +
      `stock all the same, until the next run of that feed; 'forecourt feed release ${dealer}' takes the dealer from the feed.`,
  );
}
