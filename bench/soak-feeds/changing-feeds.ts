// Feeds that change with time, and their server. The contents of a feed in a round are computed instead of stored: a
// tenth of its listings has the round in the price, and one listing exists only in that round.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const FIRST_PRICE = 1000;

export class ChangingFeeds {
  readonly feeds: number;
  readonly #listings: number;
  /** By feed: the round that was served last. */
  readonly served: number[];
  round = 0;
  readonly #server: Server;

  constructor(listings: number, feeds: number) {
    this.feeds = feeds;
    this.#listings = listings;
    this.served = Array.from({ length: feeds }, () => -1);
    this.#server = createServer((request, response) => {
      const feed = Number(/^\/([0-9]+)$/.exec(request.url ?? '')?.[1]);
      if (!(feed < feeds)) return void response.writeHead(404).end();
      const { round } = this;
      const etag = `"${round}"`;
      this.served[feed] = round;
      if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
      response.writeHead(200, { etag }).end(this.#body(feed, round));
    });
  }

  get listings(): number {
    return Array.from({ length: this.feeds }, (_, feed) => this.sizeOf(feed)).reduce((a, b) => a + b, 0);
  }

  sizeOf(feed: number): number {
    return Math.floor(this.#listings / this.feeds) + (feed < this.#listings % this.feeds ? 1 : 0);
  }

  dealerOf(feed: number): string {
    return `dealer-${feed}.example`;
  }

  /** The price that only what came or changed in a round has, and of how many listings of the feed it is one. */
  changeIn(feed: number, round: number): { readonly price: number; readonly listings: number } {
    const lasting = this.sizeOf(feed) - 1;
    const slot = round % 10;
    return { price: FIRST_PRICE + round, listings: Math.ceil((lasting - slot) / 10) + 1 };
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #body(feed: number, round: number): string {
    const dealer = this.dealerOf(feed);
    const lines: string[] = [record(dealer, `R${round}`, FIRST_PRICE + round, feed)];
    for (let number = 0; number < this.sizeOf(feed) - 1; number += 1) {
      // The last round in which it was its turn; before the first it has a price of its own.
      const changed = round - ((((round - number) % 10) + 10) % 10);
      lines.push(record(dealer, `L${number}`, changed < 0 ? 900 : FIRST_PRICE + changed, feed + number));
    }
    return lines.join('\n');
  }
}

const MODELS = ['Focus', 'Fiesta', 'Puma', 'Kuga', 'Mondeo', 'Galaxy'];
const POSTCODES = ['LS1 4AP', 'SW1A 1AA', 'M1 1AE', 'CO7 8EF'];

function record(dealer: string, id: string, price: number, seed: number): string {
  return JSON.stringify({
    id,
    dealer,
    advert_url: `https://${dealer}/cars/${id.toLowerCase()}`,
    make: 'Ford',
    model: MODELS[seed % MODELS.length],
    year: 2005 + (seed % 20),
    mileage: (seed * 7919) % 120_000,
    price,
    postcode: POSTCODES[seed % POSTCODES.length],
    fuel_type: seed % 3 === 0 ? 'Diesel' : 'Petrol',
    full_description:
      `One owner, heated seats, number ${seed % 977}. Full service history, two keys. `.repeat(4),
  });
}
