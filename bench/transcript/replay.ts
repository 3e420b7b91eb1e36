// Replays recorded conversations through the tools: what an assistant called that knew only the tools' descriptions, for a person whose
// wishes change. The last search is compared with the one that the person wanted, by what both find.
import type { Client } from '@modelcontextprotocol/client';

type Arguments = Readonly<Record<string, unknown>>;

export interface Call {
  readonly tool: string;
  /** `$from`: beside the last `interpreted` parameters or the last `search`. Of `interpret_request`, `"current": "$search"` is the last search. */
  readonly arguments: Arguments;
}

export interface RecordedConversation {
  /** Who asks. */
  readonly person: string;
  readonly turns: readonly { readonly say: string; readonly calls: readonly Call[] }[];
  /** The searches of which each finds what the person wants in the end. */
  readonly wanted: readonly Arguments[];
}

export interface Outcome {
  readonly person: string;
  /** Arguments of the last search. */
  readonly search: Arguments;
  readonly found: number;
  /** What each of the wanted searches finds. */
  readonly wanted: readonly { readonly search: Arguments; readonly found: number }[];
  /** Why the search is not what was wanted; undefined if it is. */
  readonly miss?: string;
}

const FROM = '$from';
const CURRENT = '$search';
/** Of the tool, at most. */
const LIMIT = 20;
/** Results are compared by their number, and up to so many pages of them in one order. */
const MAX_PAGES = 10;

export async function replay(client: Client, conversation: RecordedConversation): Promise<Outcome> {
  let interpreted: Arguments = {};
  let search: Arguments = {};
  const refused: string[] = [];
  for (const { tool, arguments: given } of conversation.turns.flatMap(({ calls }) => calls)) {
    const args = filledIn(given, { interpreted, search });
    const result = await client.callTool({ name: tool, arguments: args });
    if (result.isError === true) {
      refused.push(`${tool} ${JSON.stringify(args)} was refused`);
      continue;
    }
    if (tool === 'search_vehicles') search = withoutPaging(args);
    if (tool === 'interpret_request')
      interpreted = (result.structuredContent as { readonly parameters: Arguments }).parameters;
  }
  const compare = async (where: (args: Arguments) => Arguments) => {
    const found = [];
    for (const other of conversation.wanted)
      found.push({ search: other, ...(await resultsOf(client, where(other))) });
    return { own: await resultsOf(client, where(search)), wanted: found };
  };
  const near = await compare((args) => args);
  const isAnyNear = [near.own, ...near.wanted].some(({ found }) => found > 0);
  const { own, wanted } = isAnyNear ? near : await compare(anywhere);
  const isFound = wanted.some(
    (other) =>
      other.found > 0 &&
      other.adverts.join() === own.adverts.join() &&
      other.found === own.found &&
      // An order that nobody asked for is the assistant's.
      (other.search['sort'] === undefined || other.search['sort'] === search['sort']),
  );
  let isMet = isFound;
  for (const other of conversation.wanted) isMet ||= await areSame(client, search, other);
  const isEmpty = wanted.every(({ found }) => found === 0);
  const miss = isMet
    ? undefined
    : [...refused, isEmpty ? 'nothing wanted is in stock' : 'another search was wanted'].join('; ');
  return {
    person: conversation.person,
    search,
    found: own.found,
    wanted: wanted.map(({ search, found }) => ({ search, found })),
    ...(miss !== undefined && { miss }),
  };
}

function filledIn(
  { [FROM]: from, ...given }: Arguments,
  last: { readonly interpreted: Arguments; readonly search: Arguments },
): Arguments {
  if (from !== undefined && from !== 'interpreted' && from !== 'search')
    throw new Error(`${FROM} must be interpreted or search (got ${JSON.stringify(from)})`);
  const args = { ...(from === undefined ? {} : last[from]), ...given };
  const entries = Object.entries(args).map(([name, value]) => [
    name,
    value === CURRENT ? last.search : value,
  ]);
  return Object.fromEntries(entries) as Arguments;
}

function withoutPaging(args: Arguments): Arguments {
  const paging = new Set(['page', 'limit', 'detail']);
  return Object.fromEntries(
    Object.entries(args).filter(([name, value]) => !paging.has(name) && value !== null),
  );
}

/** Whether two searches ask for the same, whatever they find: at one place, with the same other arguments but the order. */
async function areSame(client: Client, one: Arguments, other: Arguments): Promise<boolean> {
  const others = (search: Arguments): string =>
    Object.entries(search)
      .filter(([name]) => name !== 'location' && name !== 'sort')
      .map(
        ([name, value]) =>
          `${name}=${[value]
            .flat()
            .flatMap((part) => String(part).split(','))
            .sort()
            .join()}`,
      )
      .sort()
      .join('&');
  if (others(one) !== others(other) || (other['sort'] !== undefined && other['sort'] !== one['sort']))
    return false;
  if (one['location'] === undefined || other['location'] === undefined)
    return one['location'] === other['location'];
  const [here, there] = [one, other].map(({ location }) => resultsOf(client, { location, distance: 5 }));
  return (await here).adverts.join() === (await there).adverts.join();
}

/** Searches that find nothing near their place are compared anywhere. */
function anywhere(search: Arguments): Arguments {
  return { ...search, location: null, distance: null };
}

/** The number of results, and the adverts of the first ones, cheapest first. */
async function resultsOf(
  client: Client,
  search: Arguments,
): Promise<{ readonly found: number; readonly adverts: readonly string[] }> {
  const adverts: string[] = [];
  for (let page = 1; ; page++) {
    const args = { ...search, sort: 'price_asc', limit: LIMIT, page };
    const result = await client.callTool({ name: 'search_vehicles', arguments: args });
    if (result.isError === true) throw new Error(`search_vehicles ${JSON.stringify(args)} was refused`);
    const { results } = result.structuredContent as {
      readonly results: {
        readonly cars: readonly { readonly advert: string }[];
        readonly total_vehicles: number;
        readonly total_pages: number;
      };
    };
    adverts.push(...results.cars.map(({ advert }) => advert));
    if (page >= Math.min(results.total_pages, MAX_PAGES)) return { found: results.total_vehicles, adverts };
  }
}

/** An outcome that is no match, for people. */
export function describeMiss({ person, search, found, wanted, miss }: Outcome): string {
  const others = wanted.map((other) => `${JSON.stringify(other.search)} (${other.found})`);
  return `${person}: ${miss ?? 'met'}: searched ${JSON.stringify(search)} (${found}), wanted ${others.join(' or ')}`;
}
