// Lists, moves and releases dealers' owners. A move clears all feeds' validators: records rejected before may now be accepted.
import { domainName } from '../../listing/domain-name.ts';
import { suggestNearest } from '../../vehicle/name-key.ts';
import { Problem } from '../../problem.ts';
import { quoted } from '../../quoted-text.ts';
import { openStore, useStore, type Store } from '../../store/store.ts';
import { misplacedDealers, type MisplacedDealer } from '../dealers/dealer-ownership.ts';
import { FeedRights, type FeedScope } from '../dealers/feed-rights.ts';
import { feedStatesIn } from '../status/feed-state.ts';

export interface OwnedDealer {
  readonly dealer: string;
  readonly feed: string | null;
  readonly listings: number;
}

export type DealerSelection = { readonly dealer: string } | { readonly from: string };

export interface MovedDealer extends OwnedDealer {
  readonly from: string | null;
}

/** All dealers with listings or an owner, by name. Throws a Problem `data_…`. */
export async function dealerOwners(folder: string): Promise<OwnedDealer[]> {
  return useStore(openStore(folder, { mode: 'read' }), readOwners);
}

/** The stored dealers that belong to other feeds by the list of feeds, by name. Throws a Problem `data_…`. */
export async function misplacedOwners(
  folder: string,
  feeds: readonly { readonly scope: FeedScope }[],
): Promise<MisplacedDealer[]> {
  // All feeds have the whole list.
  const [first] = feeds;
  if (first === undefined) return [];
  return useStore(openStore(folder, { mode: 'read' }), (store) =>
    misplacedDealers(first.scope.list, store.owners()),
  );
}

/** Returns the moved dealers. Throws a Problem `invalid_configuration`, and moves none, for dealers outside the feed's scope. */
export function moveDealers(
  folder: string,
  selection: DealerSelection,
  to: { readonly name: string; readonly scope: FeedScope },
): Promise<MovedDealer[]> {
  return changeOwners(folder, selection, to.name, (dealer) => checkScope(dealer, to));
}

/** Releases dealers from their feeds; returns the changed ones. Throws a Problem `invalid_configuration` for unknown dealers. */
export function releaseDealers(folder: string, selection: DealerSelection): Promise<MovedDealer[]> {
  return changeOwners(folder, selection, undefined, () => undefined);
}

async function changeOwners(
  folder: string,
  selection: DealerSelection,
  to: string | undefined,
  check: (dealer: string) => void,
): Promise<MovedDealer[]> {
  // Opening for writing would create a store, so check the selection first.
  selectDealers(await dealerOwners(folder), selection);
  return useStore(openStore(folder, { mode: 'write' }), async (store) => {
    const chosen = selectDealers(readOwners(store), selection);
    for (const { dealer } of chosen) check(dealer);
    const moved = chosen.filter(({ feed }) => feed !== (to ?? null));
    if (moved.length > 0)
      await store.write((transaction) => {
        for (const { dealer } of moved) transaction.setDealerOwner(dealer, to);
        for (const [name, state] of feedStatesIn(store))
          transaction.saveFeedState(name, { ...state, validators: null });
      });
    return moved.map(({ dealer, feed, listings }) => ({ dealer, feed: to ?? null, listings, from: feed }));
  });
}

/** Throws if the list of feeds assigns the dealer elsewhere. The present owner does not matter. */
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

function selectDealers(all: readonly OwnedDealer[], selection: DealerSelection): OwnedDealer[] {
  if ('from' in selection) {
    const owned = all.filter(({ feed }) => feed === selection.from);
    if (owned.length > 0) return owned;
    throw new Problem('invalid_configuration', `No dealer belongs to a feed ${quoted(selection.from)}.`);
  }
  const domain = domainName(selection.dealer);
  const found = all.filter(
    ({ dealer }) => dealer === selection.dealer || (domain !== undefined && domainName(dealer) === domain),
  );
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
