// Which dealers a run may send: a feed those that the list assigns to it and names below them, or with "*" all of no other feed.
import { BoundedMap } from '../../memo.ts';
import { rejection, type FeedListing, type Rejection } from '../values/record-result.ts';
import { DealerOwnership, type ListedDealers } from './dealer-ownership.ts';
import { domainName, hostOf, isWithin, namesAbove } from '../../listing/domain-name.ts';
import { Problem } from '../../problem.ts';
import { quoted } from '../../quoted-text.ts';
import type { StoreTransaction } from '../../store/transaction.ts';

export interface FeedScope {
  /** Whether it may send any dealer without another feed: `"dealers": "*"`. */
  readonly isOpen: boolean;
  /** Hosts that adverts may be on besides the dealer's own, subdomains included. */
  readonly hosts: readonly string[];
  readonly list: ListedDealers;
}

interface SentAdvert {
  readonly line: number;
  readonly listing: Pick<FeedListing['listing'], 'dealer' | 'advertUrl'>;
}

/** The number of each feed's last change of a dealer's stock; the feed is null for manual imports. */
type StockChanges = readonly (readonly [feed: string | null, change: number])[];

export interface SendingRights {
  /** The rejection of a listing, or undefined if it may be sent. Manual imports throw a Problem `dealer_owned` instead. */
  rejectionOf(advert: SentAdvert): Rejection | undefined;
  maySend(dealer: string): boolean;
  /** The name under which the stock has the dealer: earlier versions stored other spellings of some domains. */
  storedName(dealer: string): string;
  /** Whether a dealer's stock may be from a feed for every other dealer, which this feed replaces without a loss of its own. */
  replacesForeign(dealer: string, changes: StockChanges): boolean;
  /** The stored dealers that belong to the feed; those it no longer sends lose their listings. */
  readonly dealers: readonly string[];
}

interface Judgement {
  readonly domain: string;
  readonly obstacle: string | undefined;
  readonly isListed: boolean;
  /** Host of the last accepted advert; most dealers have one host. */
  acceptedHost?: string;
}

/** Bounds the cache of judgements against feeds with countless dealers. */
const MAX_JUDGED = 20_000;

export class FeedRights implements SendingRights {
  readonly #feed: string;
  readonly #scope: FeedScope;
  readonly #ownership: DealerOwnership;
  readonly #stockDealers: ReadonlyMap<string, string>;
  readonly #spellings: ReadonlyMap<string, string>;
  readonly #judged = new BoundedMap<string, Judgement>(MAX_JUDGED);

  /** `owners` maps stored dealers to their feeds, `spellings` domains to other names under which dealers are stored. */
  constructor(
    feed: string,
    scope: FeedScope,
    owners: ReadonlyMap<string, string>,
    spellings: ReadonlyMap<string, string> = new Map(),
  ) {
    this.#feed = feed;
    this.#scope = scope;
    this.#stockDealers = owners;
    this.#spellings = spellings;
    this.#ownership = new DealerOwnership(scope.list, owners);
  }

  get dealers(): readonly string[] {
    return Array.from(this.#stockDealers)
      .filter(([dealer, owner]) => owner === this.#feed && this.#judge(dealer).obstacle === undefined)
      .map(([dealer]) => dealer);
  }

  rejectionOf({ line, listing }: SentAdvert): Rejection | undefined {
    const { dealer, advertUrl } = listing;
    const judgement = this.#judgeOnce(dealer);
    const { domain, obstacle } = judgement;
    if (obstacle !== undefined) return rejection(line, 'foreign_dealer', obstacle);
    const host = hostOf(advertUrl);
    if (host === judgement.acceptedHost) return undefined;
    const within = [domain, ...this.#scope.hosts]
      .filter((allowed) => isWithin(host, allowed))
      .reduce<string | undefined>((a, b) => (a !== undefined && a.length > b.length ? a : b), undefined);
    const reason =
      within === undefined
        ? `is neither within ${dealer} nor within the hosts of this feed`
        : this.#otherAt(host, within, judgement);
    if (reason !== undefined)
      return rejection(line, 'foreign_host', `the advert is on ${quoted(host)}, which ${reason}`);
    judgement.acceptedHost = host;
    return undefined;
  }

  maySend(dealer: string): boolean {
    return this.#judgeOnce(dealer).obstacle === undefined;
  }

  storedName(dealer: string): string {
    const stored = this.#spellings.get(dealer);
    if (stored === undefined) return dealer;
    const owner = this.#stockDealers.get(stored);
    return owner === undefined || this.sharesWith(owner, stored) ? stored : dealer;
  }

  replacesForeign(dealer: string, changes: StockChanges): boolean {
    if (!this.#judgeOnce(dealer).isListed) return false;
    const [, own = 0] = changes.find(([by]) => by === this.#feed) ?? [];
    return changes.some(
      ([by, change]) =>
        by !== null && change > own && this.#ownership.isOpen(by) && !this.sharesWith(by, dealer),
    );
  }

  /** Why the feed may not send a dealer, as a sentence without a full stop; undefined if it may. */
  obstacle(dealer: string): string | undefined {
    return this.#judge(dealer).obstacle;
  }

  /**
   * The owner of a dealer after a run of this feed: among several feeds that list it, the one that does not merge, or else the
   * first to send it.
   */
  ownerAfter(dealer: string, merge: boolean): string {
    const owner = this.#ownership.owner(domainName(dealer) ?? dealer);
    return merge && owner !== undefined && this.sharesWith(owner, dealer) ? owner : this.#feed;
  }

  /** Whether `feed` is this feed or shares the dealer with it in the list. */
  sharesWith(feed: string, dealer: string): boolean {
    if (feed === this.#feed) return true;
    return this.#ownership.listed(domainName(dealer) ?? dealer)?.feeds.includes(feed) === true;
  }

  #judgeOnce(dealer: string): Judgement {
    return this.#judged.getOrMake(dealer, () => this.#judge(dealer));
  }

  #judge(dealer: string): Judgement {
    const domain = domainName(dealer) ?? dealer;
    const listed = this.#ownership.listed(domain);
    const owner = this.#ownership.owner(domain);
    if (listed?.feeds.includes(this.#feed) === true) {
      const isFree = owner === undefined || listed.feeds.includes(owner) || this.#ownership.isOpen(owner);
      const move = `forecourt feed move ${dealer} ${this.#feed}`;
      const obstacle = `${dealer} belongs to the feed '${owner}' until it is moved: ${move}`;
      return { domain, obstacle: isFree ? undefined : obstacle, isListed: true };
    }
    return { domain, obstacle: this.#obstacleToOpen(dealer, domain, owner), isListed: false };
  }

  #obstacleToOpen(dealer: string, domain: string, owner: string | undefined): string | undefined {
    if (!this.#scope.isOpen) return `${dealer} is not one of this feed's dealers`;
    const listed = this.#ownership.listed(domain);
    if (listed !== undefined) {
      const below = listed.name === domain ? '' : `, which lists ${listed.name}`;
      return `${dealer} belongs to the feed '${listed.feeds[0]}'${below}`;
    }
    if (owner !== undefined)
      return owner === this.#feed ? undefined : `${dealer} belongs to the feed '${owner}'`;
    const taken = this.#ownership.takenAbove(domain, this.#feed);
    if (taken === undefined) return undefined;
    return `${dealer} belongs to the feed '${taken.owner}', which has ${taken.name}`;
  }

  /** The other feed that an advert's host within `within` belongs to, as part of a sentence. */
  #otherAt(host: string, within: string, { isListed }: Judgement): string | undefined {
    const listed = this.#ownership.listed(host);
    const isOthers =
      listed !== undefined && listed.name.length > within.length && !listed.feeds.includes(this.#feed);
    if (isListed && !isOthers) return undefined;
    const dealer = isOthers
      ? listed.name
      : namesAbove(host).find((name) => {
          const owner = name.length > within.length ? this.#ownership.owner(name) : undefined;
          return owner !== undefined && owner !== this.#feed;
        });
    if (dealer !== undefined) return `belongs to ${dealer}, a dealer of another feed`;
    if (this.#scope.hosts.some((allowed) => isWithin(host, allowed))) return undefined;
    const other = this.#ownership.hostOfOthers(host, this.#feed);
    if (other === undefined) return undefined;
    return `belongs to ${other}, one of the hosts of another feed, and is not within the hosts of this feed`;
  }
}

/** The rights of a manual import: all dealers without a feed, or all dealers. */
function manualRights(
  owners: ReadonlyMap<string, string>,
  spellings: ReadonlyMap<string, string>,
  overrideFeeds: boolean,
): SendingRights {
  const owned = new Map(
    Array.from(overrideFeeds ? [] : owners, ([dealer, owner]) => [domainName(dealer) ?? dealer, owner]),
  );
  const ownerOf = (dealer: string): string | undefined =>
    owned.size === 0 ? undefined : owned.get(domainName(dealer) ?? dealer);
  return {
    dealers: [],
    rejectionOf({ listing: { dealer } }) {
      const owner = ownerOf(dealer);
      if (owner !== undefined) throw dealerOwned(dealer, owner);
      return undefined;
    },
    maySend: (dealer) => ownerOf(dealer) === undefined,
    storedName: (dealer) => spellings.get(dealer) ?? dealer,
    replacesForeign: () => false,
  };
}

export function sendingRights(
  feed: { readonly name: string; readonly scope: FeedScope } | undefined,
  overrideFeeds: boolean | undefined,
  stock: Pick<StoreTransaction, 'owners' | 'storedDealers'>,
): SendingRights {
  const owners = stock.owners();
  const spellings = otherSpellings(new Set([...stock.storedDealers(), ...owners.keys()]));
  if (feed !== undefined) return new FeedRights(feed.name, feed.scope, owners, spellings);
  return manualRights(owners, spellings, overrideFeeds === true);
}

export function takeDealers(
  transaction: StoreTransaction,
  { name, scope }: { readonly name: string; readonly scope: FeedScope },
  merge: boolean,
): void {
  const rights = new FeedRights(name, scope, transaction.owners());
  transaction.attributeTo(name);
  for (const dealer of transaction.sentDealers())
    transaction.setDealerOwner(dealer, rights.ownerAfter(dealer, merge));
}

function otherSpellings(dealers: ReadonlySet<string>): ReadonlyMap<string, string> {
  const spellings = new Map<string, string>();
  for (const dealer of dealers) {
    const domain = domainName(dealer);
    if (domain !== undefined && !dealers.has(domain)) spellings.set(domain, dealer);
  }
  return spellings;
}

function dealerOwned(dealer: string, owner: string): Problem {
  return new Problem(
    'dealer_owned',
    `${dealer} belongs to the feed '${owner}', so nothing was imported. With --override-feeds the import changes its ` +
      `stock all the same, until the next run of that feed; 'forecourt feed release ${dealer}' takes the dealer from the feed.`,
  );
}
