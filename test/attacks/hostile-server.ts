// An in-process server with everything public, over a stock imported from a malicious dealer's feed.
import type { HttpOptions } from '../../src/http/http-context.ts';
import { serverFor, listen } from '../support/server.ts';
import { DataFolder } from '../support/data-folder.ts';

const BASE_URL = 'https://cars.example';

/** Closes what surrounds it, loads what runs, and hides in what is rendered later. */
export const MARKUP =
  `</title></textarea></style></script>"'><img src=x onerror="alert(1)"><script>alert(2)</script>` +
  `<iframe src="javascript:alert(3)"></iframe><!--`;

/** An advert's address that holds what would end a header. */
const LINE_ENDS_ADVERT = 'https://valley-cars.example/a\r\nx-evil: 1\r\n\r\n<script>alert(4)</script>';

const HOSTILE_LISTINGS: readonly object[] = [
  {
    id: MARKUP,
    dealer: 'valley-cars.example',
    advert_url: 'https://valley-cars.example/markup?"><script>alert(5)</script>',
    make: MARKUP,
    model: MARKUP,
    year: 2019,
    mileage: 12_000,
    fuel_type: MARKUP,
    transmission: MARKUP,
    price: 9_000,
    loc: MARKUP,
    postcode: 'SW1A 1AA',
    thumbnail: 'https://valley-cars.example/"onerror="alert(6)"',
    images: [
      'javascript:alert(7)',
      `https://valley-cars.example/${MARKUP}`,
      'data:text/html,<script>alert(8)</script>',
    ],
    full_description: `${MARKUP} &lt;script&gt;alert(9)&lt;/script&gt; {{7*7}} \${7*7}`,
  },
  {
    id: 'line-ends',
    dealer: 'valley-cars.example',
    advert_url: LINE_ENDS_ADVERT,
    make: 'Ford\r\nx-evil: 1',
    model: 'Focus\nx-evil: 1',
    price: 5_000,
  },
  {
    id: 'script-address',
    dealer: 'valley-cars.example',
    advert_url: 'javascript:alert(10)//https://valley-cars.example/',
    make: 'Ford',
  },
  {
    id: 'plain',
    dealer: 'valley-cars.example',
    advert_url: 'https://valley-cars.example/plain',
    make: 'Ford',
    model: 'Fiesta',
    price: 4_000,
  },
];

export interface HostileServer {
  readonly port: number;
  readonly url: string;
  /** What was logged as a bug. */
  readonly logged: readonly unknown[];
  /** Closes the server and removes its stock. */
  readonly close: () => Promise<void>;
}

/** A server on a free port. */
export async function hostileServer(options: Partial<HttpOptions> = {}): Promise<HostileServer> {
  const folder = new DataFolder();
  await folder.import(
    HOSTILE_LISTINGS.map((listing) => JSON.stringify(listing)),
    { merge: false },
  );
  const search = await folder.open();
  await search.catchUp();
  const logged: unknown[] = [];
  const app = serverFor(search.service, {
    baseUrl: BASE_URL,
    isReady: () => search.isReady,
    logError: (error) => void logged.push(error),
    ...options,
  });
  const url = await listen(app);
  const close = async (): Promise<void> => {
    await app.close();
    await folder.remove();
  };
  return { port: Number(new URL(url).port), url, logged, close };
}
