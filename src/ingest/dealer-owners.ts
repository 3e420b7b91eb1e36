// Whose each dealer is, for operators: listing, moving and releasing. A move changes no listing; it makes every feed be
// read anew at its next run, because what was rejected before may now be right.
import { asciiDomain } from '../listing/domain-name.ts';
import { suggestNearest } from '../listing/suggestions.ts';
import { Problem, quoted } from '../problem.ts';
import type { StoreTransaction } from '../store/transaction.ts';
import { openStore, type Store } from '../store/store.ts';
import { FeedRights, type FeedScope } from './feed-rights.ts';
import type { FeedState } from './feed-state.ts';

export interface OwnedDealer {
  readonly dealer: string;
  /** Null: it belongs to no feed. */
  readonly feed: string | null;
  readonly listings: number;
}

/** One dealer, or all dealers of a feed. */
export type DealerSelection = { readonly dealer: string } | { readonly from: string };

export interface MovedDealer extends OwnedDealer {
  /** The feed before. */
  readonly from: string | null;
}

/** Dealers that have listings or belong to a feed, by name. Problems `data_…`. */
export async function dealerOwners(folder: string): Promise<OwnedDealer[]> {
  const store = openStore(folder, { mode: 'read' });
  try {
    return readOwners(store);
  } finally {
    await store.close();
  }
}

/**
 * Moves a dealer to a feed, or every dealer of the feed `from`. Problem `invalid_configuration` for a dealer that is
 * unknown, or that the list of feeds does not give to the feed; nothing is moved then.
 */
export function moveDealers(
  folder: string,
  selection: DealerSelection,
  to: { readonly name: string; readonly scope: FeedScope },
): Promise<MovedDealer[]> {
  return changeOwners(folder, selection, to.name, (dealer) => checkScope(dealer, to));
}

/** Makes dealers belong to no feed. Problem `invalid_configuration` for a dealer that belongs to none. */
export function releaseDealers(folder: string, selection: DealerSelection): Promise<MovedDealer[]> {
  return changeOwners(folder, selection, undefined, () => undefined);
}

async function changeOwners(
  folder: string,
  selection: DealerSelection,
  to: string | undefined,
  check: (dealer: string) => void,
): Promise<MovedDealer[]> {
  // A folder without the dealer must not be made a stock of.
  selectDealers(await dealerOwners(folder), selection);
  const store = openStore(folder, { mode: 'write' });
  try {
    const chosen = selectDealers(readOwners(store), selection);
    for (const { dealer } of chosen) check(dealer);
    const moved = chosen.filter(({ feed }) => feed !== (to ?? null));
    if (moved.length > 0)
      await store.write((transaction) => {
        for (const { dealer } of moved) transaction.setDealerOwner(dealer, to);
        clearValidators(transaction, store.feedStates() as ReadonlyMap<string, FeedState>);
      });
    return moved.map(({ dealer, feed, listings }) => ({ dealer, feed: to ?? null, listings, from: feed }));
  } finally {
    await store.close();
  }
}

/** What an operator moves by hand may be anybody's so far, but not what the list gives to other feeds. */
function checkScope(
  dealer: string,
  { name, scope }: { readonly name: string; readonly scope: FeedScope },
): void {
  if (new FeedRights(name, scope, new Map()).obstacle(dealer) === undefined) return;
  throw new Problem(
    'invalid_configuration',
    `The list of feeds does not give ${dealer} to the feed '${name}'. Add it to the dealers of that feed first, and ` +
      'take it from those of others.',
  );
}

function clearValidators(transaction: StoreTransaction, states: ReadonlyMap<string, FeedState>): void {
  for (const [feed, state] of states) transaction.saveFeedState(feed, { ...state, marks: null });
}

function selectDealers(all: readonly OwnedDealer[], selection: DealerSelection): OwnedDealer[] {
  if ('from' in selection) {
    const owned = all.filter(({ feed }) => feed === selection.from);
    if (owned.length > 0) return owned;
    throw new Problem('invalid_configuration', `No dealer belongs to a feed ${quoted(selection.from)}.`);
  }
  const domain = asciiDomain(selection.dealer);
  const found = all.filter(({ dealer }) => dealer === selection.dealer || asciiDomain(dealer) === domain);
  if (found.length > 0) return found;
  const names = all.map(({ dealer }) => dealer);
  const suggestion = suggestNearest(selection.dealer.slice(0, 100), names);
  const hint = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`;
  throw new Problem('invalid_configuration', `The stock has no dealer ${quoted(selection.dealer)}.${hint}`);
}

function readOwners(store: Store): OwnedDealer[] {
  const owners = store.owners();
  const counts = store.dealers();
  return [...new Set([...counts.keys(), ...owners.keys()])]
    .sort()
    .map((dealer) => ({ dealer, feed: owners.get(dealer) ?? null, listings: counts.get(dealer) ?? 0 }));
}
