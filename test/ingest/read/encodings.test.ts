// How bytes are decoded, and which are rejected with their line.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FeedEncoding } from '../../../src/ingest/read/decode.ts';
import { decodeFeed } from '../../../src/ingest/read/decode.ts';
import { Problem } from '../../../src/problem.ts';
import { resultsOf, problemOf } from '../collect.ts';

const HEADER = 'id,dealer,advert_url,model';
const ROW = '1,a.example,https://a.example/1,Citroën “C3” £ €';

interface Outcome {
  readonly text: string;
  readonly encodings: readonly FeedEncoding[];
  readonly problem: string | undefined;
}

async function decodeAll(chunks: readonly Buffer[], encoding?: FeedEncoding): Promise<Outcome> {
  const encodings: FeedEncoding[] = [];
  let text = '';
  try {
    const options = { encoding, onEncoding: (found: FeedEncoding) => void encodings.push(found) };
    for await (const piece of decodeFeed(streamOf(chunks), 'stock', options)) text += piece;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { text, encodings, problem: error.message };
  }
  return { text, encodings, problem: undefined };
}

async function* streamOf(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks;
}

const windows1252 = (text: string): Buffer =>
  Buffer.from(
    Array.from(
      text,
      (c) => ({ '€': 0x80, '’': 0x92, '“': 0x93, '”': 0x94, '–': 0x96 })[c] ?? c.charCodeAt(0),
    ),
  );
const bigEndian = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

describe('an encoding', () => {
  const text = `${HEADER}\r\n${ROW}\r\n`;
  it.each<[string, Buffer, FeedEncoding[]]>([
    ['UTF-8', Buffer.from(text), ['utf-8']],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`), ['utf-8']],
    ['UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le'), ['utf-16le']],
    ['UTF-16, big end first', bigEndian(`\ufeff${text}`), ['utf-16be']],
    ['UTF-16 without a mark', Buffer.from(text, 'utf16le'), ['utf-16le']],
    ['UTF-16 without a mark, big end first', bigEndian(text), ['utf-16be']],
    ['Windows-1252', windows1252(text), ['utf-8', 'windows-1252']],
    [
      'Windows-1252 after a mark of UTF-8',
      Buffer.concat([Buffer.from('\ufeff'), windows1252(text)]),
      ['utf-8', 'windows-1252'],
    ],
  ])('is detected: %s', async (_, bytes, encodings) => {
    expect(await decodeAll([bytes])).toEqual({ text, encodings, problem: undefined });
    const [result] = await resultsOf(bytes);
    expect(result).toMatchObject({ kind: 'listing', line: 2, listing: { model: 'Citroën “C3” £ €' } });
  });

  it.each<[FeedEncoding, Buffer, string]>([
    ['windows-1252', Buffer.from('é£'), 'Ã©Â£'],
    ['windows-1252', Buffer.from([0x80, 0x9f, 0xff]), '€Ÿÿ'],
    ['utf-16le', Buffer.from('\ufeffé', 'utf16le'), 'é'],
    ['utf-16be', bigEndian('é'), 'é'],
    ['utf-8', Buffer.from('\ufeffé'), 'é'],
  ])('that is given overrides detection: %s', async (encoding, bytes, text) => {
    expect(await decodeAll([bytes], encoding)).toEqual({ text, encodings: [encoding], problem: undefined });
  });
});

describe('invalid bytes', () => {
  it.each([
    [
      'a broken byte in a feed that is UTF-8 before it',
      Buffer.concat([Buffer.from('é\nab'), Buffer.from([0xa3])]),
      'line 2 holds the byte 0xA3 at position 3, which is not UTF-8 (perhaps Windows-1252). Save the feed as UTF-8.',
    ],
    [
      'a broken byte in a feed that is UTF-8 after it',
      Buffer.concat([Buffer.from('a\nab'), Buffer.from([0xa3]), Buffer.from('\n\nfür')]),
      'line 2 holds the byte 0xA3 at position 3, which is not UTF-8, but line 4 is UTF-8. ' +
        'Save the feed as UTF-8, or give its encoding.',
    ],
    [
      'a mark of UTF-8 before what is UTF-8 and then is not',
      Buffer.concat([Buffer.from('\ufeffé'), Buffer.from([0xa3])]),
      'line 1 holds the byte 0xA3 at position 3, which is not UTF-8 (perhaps Windows-1252). Save the feed as UTF-8.',
    ],
    [
      'a feed cut off within a character',
      Buffer.from('a\né').subarray(0, -1),
      'line 2 holds the byte 0xC3 at position 1, which is not UTF-8 (perhaps Windows-1252). Save the feed as UTF-8.',
    ],
    [
      'a byte that spells nothing in Windows-1252',
      Buffer.from([0xa3, 0x0a, 0x9d]),
      'line 2 holds the byte 0x9D, which is neither UTF-8 nor Windows-1252. Save the feed as UTF-8.',
    ],
    [
      'half a character of UTF-16',
      Buffer.from('\ufeffa\n\ud800b', 'utf16le'),
      'line 2 holds half a character (0xD8 0x00). Save the feed as UTF-8.',
    ],
    [
      'UTF-16 cut off within a character',
      Buffer.from('\ufeffa\n😀', 'utf16le').subarray(0, -1),
      'the feed ends in the middle of a character on line 2. It was truncated: fetch it again.',
    ],
    [
      'UTF-32',
      Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]),
      'line 1 begins with the bytes 0xFF 0xFE 0x00 0x00, as no text does. Save the feed as UTF-8.',
    ],
    [
      'zeros',
      Buffer.alloc(9),
      'line 1 begins with the bytes 0x00 0x00 0x00 0x00, as no text does. Save the feed as UTF-8.',
    ],
  ])('are reported: %s', async (_, bytes, message) => {
    expect((await decodeAll([bytes])).problem).toBe(`stock: ${message}`);
    expect(await problemOf(bytes)).toContain('stock: ');
  });

  it('do not include Windows-1252 pairs that are valid UTF-8', async () => {
    // The bytes of `É’` are also a letter in UTF-8.
    const text = '£9,995 £5 É’';
    expect(await decodeAll([windows1252(text)])).toMatchObject({ text, problem: undefined });
  });
});

it('gives the same text in any chunks', async () => {
  const bytes = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }).map((text) => Buffer.from(`\ufeff${text}`, 'utf16le')),
    fc.string({ unit: 'binary', maxLength: 12 }).map((text) => bigEndian(`\ufeff${text}`)),
    fc
      .array(fc.constantFrom('a', '\n', '£', '’', 'É', '\x81', 'Ã', '©'), { maxLength: 20 })
      .map((cs) => windows1252(cs.join(''))),
    fc
      .array(fc.constantFrom('a', '\n', '£', '€', '😀'), { maxLength: 12 })
      .map((cs) => Buffer.from(cs.join(''))),
    fc.uint8Array({ maxLength: 12 }).map((all) => Buffer.from(all)),
  );
  await fc.assert(
    fc.asyncProperty(
      bytes,
      fc.constantFrom<(FeedEncoding | undefined)[]>(undefined, 'utf-8', 'utf-16le', 'windows-1252'),
      async (all, encoding) => {
        const whole = await decodeAll([all], encoding);
        const single = Array.from(all, (byte) => Buffer.from([byte]));
        expect(await decodeAll(single, encoding)).toEqual(whole);
      },
    ),
    { seed: 11, numRuns: 2000 },
  );
});
