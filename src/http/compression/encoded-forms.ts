// The encoded forms of a body that is sent more than once. Each form is compressed once.
import type { ContentCoding } from '../protocol/negotiation.ts';
import { CHEAPEST_FIRST, SMALLEST_FIRST, type Effort } from './codecs.ts';

export interface EncodedForm {
  readonly coding: ContentCoding;
  readonly body: Buffer;
}

/** Compresses a body or starts compressing it; undefined if too many bodies are being compressed. */
export type StartCompression = (
  body: Buffer,
  coding: ContentCoding,
  effort: Effort,
) => Buffer | Promise<Buffer> | undefined;

/** Uses after which the smallest form is worth its CPU time: it costs two to five times as much as the cheapest. */
const USES_OF_CHEAPEST = 4;

export class EncodedForms {
  readonly plain: Buffer;
  readonly #effort: Effort;
  readonly #reserve: (bytes: number) => boolean;
  readonly #forms: Partial<Record<ContentCoding, Buffer>> = {};
  readonly #running: Partial<Record<ContentCoding, Promise<Buffer>>> = {};
  #uses = 0;
  #bytes = 0;

  /** `reserve` is called with the bytes of each form; unless it returns true, the form is not kept. */
  constructor(plain: Buffer, effort: Effort, reserve: (bytes: number) => boolean = () => true) {
    this.plain = plain;
    this.#effort = effort;
    this.#reserve = reserve;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * The smallest form in one of `codings`; counts a use. A promise if it must first be compressed on a thread; undefined if no
   * form is ready or can be compressed now. Bodies that are used often, or never change, get the smallest form, others the
   * cheapest.
   */
  use(codings: readonly ContentCoding[], start: StartCompression): MaybeForm | Promise<MaybeForm> {
    this.#uses += 1;
    const deservesSmallest = this.#effort === 'best' || this.#uses > USES_OF_CHEAPEST;
    const ready = this.#find(codings);
    const wanted = (deservesSmallest ? SMALLEST_FIRST : CHEAPEST_FIRST).find((coding) =>
      codings.includes(coding),
    );
    if (wanted === undefined || ready?.coding === wanted || (ready !== undefined && !deservesSmallest))
      return ready;
    const compressing = this.#compress(wanted, start);
    if (compressing === undefined) return ready;
    if (!(compressing instanceof Promise)) return { coding: wanted, body: compressing };
    if (ready === undefined) return compressing.then((body) => ({ coding: wanted, body }));
    compressing.catch(() => undefined);
    return ready;
  }

  #find(codings: readonly ContentCoding[]): MaybeForm {
    for (const coding of SMALLEST_FIRST) {
      const body = codings.includes(coding) ? this.#forms[coding] : undefined;
      if (body !== undefined) return { coding, body };
    }
    return undefined;
  }

  /** Compresses once, however many requests wait for the form. */
  #compress(coding: ContentCoding, start: StartCompression): Buffer | Promise<Buffer> | undefined {
    const running = this.#running[coding];
    if (running !== undefined) return running;
    const started = start(this.plain, coding, this.#effort);
    if (!(started instanceof Promise)) return started && this.#keep(coding, started);
    const kept = started.then((body) => this.#keep(coding, body));
    this.#running[coding] = kept.finally(() => delete this.#running[coding]);
    return this.#running[coding];
  }

  #keep(coding: ContentCoding, body: Buffer): Buffer {
    if (!this.#reserve(body.length)) {
      // There was no room to keep the form, so the next use takes the cheapest coding.
      this.#uses = 0;
      return body;
    }
    // zlib's result may be a small part of a larger chunk, all of which would stay in memory.
    const copy = Buffer.allocUnsafeSlow(body.length);
    body.copy(copy);
    this.#forms[coding] = copy;
    this.#bytes += copy.length;
    return copy;
  }
}

type MaybeForm = EncodedForm | undefined;
