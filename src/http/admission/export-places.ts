// The concurrent exports. At the limit, an export of the client with the most is cut for another client: it ends with a cursor
// that continues it. A cut export has released its state of the stock, and holds no place while its client reads the end.
import type { Readable } from 'node:stream';
import type { ListingExport } from '../../stock/listing-index.ts';
import { ClientShares, overloaded } from './client-shares.ts';

export class ExportPlace {
  isCut = false;
  #opened: ListingExport | undefined;
  #body: Readable | undefined;

  started(opened: ListingExport, body: Readable): void {
    this.#opened = opened;
    this.#body = body;
    if (this.isCut) opened.close();
  }

  /** Makes the next line the last one. */
  cut(): void {
    this.isCut = true;
    this.#opened?.close();
  }

  destroy(): void {
    this.#body?.destroy();
  }
}

export class ExportPlaces {
  readonly #max: number;
  readonly #running = new ClientShares<ExportPlace>();
  /** Cut exports whose clients have not read the end. The oldest are destroyed, because unread lines take memory. */
  readonly #ending = new Set<ExportPlace>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Throws a Problem `overloaded` if all places are taken and no client has more of them than this one. */
  take(ip: string): ExportPlace {
    const place = new ExportPlace();
    this.#running.add(ip, place);
    if (this.#running.size <= this.#max) return place;
    const other = this.#running.toClose(place, () => false);
    if (other === undefined) {
      this.#running.delete(place);
      throw overloaded(`${this.#max} exports are running already.`);
    }
    this.cut(other);
    return place;
  }

  cut(place: ExportPlace): void {
    this.#running.delete(place);
    this.#ending.add(place);
    place.cut();
    if (this.#ending.size <= this.#max) return;
    const [oldest] = this.#ending;
    this.release(oldest);
    oldest.destroy();
  }

  /** Must be called for each place when its response is over. */
  release(place: ExportPlace): void {
    this.#running.delete(place);
    this.#ending.delete(place);
  }
}
