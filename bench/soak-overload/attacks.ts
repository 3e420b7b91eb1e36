// What the attacker of `fairness` sends: requests that take long, and such that are refused or answered from memory. All of one attack
// differ, so that no cache answers them.

interface Attack {
  /** `adverts` are those of the stock. */
  readonly target: (number: number, adverts: readonly string[]) => string;
  readonly accept?: string;
  /** JSON, sent by POST. */
  readonly body?: (number: number) => string;
}

/** As long as a phrase may be, with a number behind it. */
const PHRASE = 'saint '.repeat(84);
const WORDS = 'heated seats panoramic roof sat nav leather';

const queryOf = (parameters: Readonly<Record<string, string>>): string =>
  new URLSearchParams(parameters).toString();

const searchMessage = (id: number) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'search_vehicles', arguments: { q: WORDS, price_max: 5000 + id } },
});

export const ATTACKS = {
  interpret: { target: (number) => `/api/v1/interpret/?${queryOf({ text: `${PHRASE}${number}` })}` },
  page: {
    target: (number) => `/?${queryOf({ q: `diesel estate under ${5000 + number}` })}`,
    accept: 'text/html',
  },
  summary: { target: (number) => `/api/v1/vehicles/summary/?price_max=${5000 + number}&q=diesel` },
  search: {
    target: (number) =>
      `/api/v1/vehicles/?${queryOf({ q: WORDS, sort: 'relevance', price_max: `${5000 + number}` })}`,
  },
  map: { target: (number) => `/api/v1/vehicles/map/?price_max=${5000 + number}` },
  lookup: {
    target: (number, adverts) => {
      const advertAt = (at: number): string => adverts[(20 * number + at) % adverts.length];
      return `/api/v1/vehicles/lookup/?${Array.from({ length: 20 }, (_, at) => queryOf({ advert: advertAt(at) })).join('&')}`;
    },
  },
  mcp: {
    target: () => '/mcp',
    accept: 'application/json, text/event-stream',
    body: (number) => JSON.stringify(searchMessage(number)),
  },
  batch: {
    target: () => '/mcp',
    accept: 'application/json, text/event-stream',
    body: (number) => JSON.stringify(Array.from({ length: 20 }, (_, at) => searchMessage(20 * number + at))),
  },
  docs: { target: () => '/docs/' },
  missing: { target: (number) => `/nothing/${number}` },
} as const satisfies Readonly<Record<string, Attack>>;

export type AttackName = keyof typeof ATTACKS;

const REQUESTS = 5000;

/** The requests of an attack, as a load generator takes them. */
export function requestsOf(name: AttackName, adverts: readonly string[]) {
  const { target, accept, body }: Attack = ATTACKS[name];
  const numbers = Array.from({ length: REQUESTS }, (_, number) => number);
  return {
    targets: numbers.map((number) => target(number, adverts)),
    ...(accept !== undefined && { accept }),
    ...(body !== undefined && { bodies: numbers.map(body) }),
  };
}
