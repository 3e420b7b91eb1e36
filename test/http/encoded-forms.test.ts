// Which form of a body is sent, and when the next one is compressed.
import { describe, expect, test } from 'vitest';
import { EncodedForms } from '../../src/http/compression/encoded-forms.ts';
import type { ContentCoding } from '../../src/http/protocol/negotiation.ts';

const BODY = Buffer.from('plain');
const ALL: readonly ContentCoding[] = ['gzip', 'br'];

/** Compressions that started, as `gzip fast`; each ends at once. */
class Compressor {
  readonly started: string[] = [];
  isFull = false;
  readonly start = (body: Buffer, coding: ContentCoding, effort: string): Promise<Buffer> | undefined => {
    expect(body).toBe(BODY);
    if (this.isFull) return undefined;
    this.started.push(`${coding} ${effort}`);
    return Promise.resolve(Buffer.from(`${coding} form`));
  };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a body that may change', () => {
  test('is compressed once in each coding that is asked for, and then at hand', async () => {
    const { start, started } = new Compressor();
    const forms = new EncodedForms(BODY, 'fast');
    expect((await forms.use(['gzip'], start))?.body.toString()).toBe('gzip form');
    expect((await forms.use(['br'], start))?.body.toString()).toBe('br form');
    expect(forms.use(['gzip'], start)).toEqual({ coding: 'gzip', body: Buffer.from('gzip form') });
    expect(forms.use(['br'], start)).toEqual({ coding: 'br', body: Buffer.from('br form') });
    expect(started).toEqual(['gzip fast', 'br fast']);
    expect(forms.bytes).toBe(16);
  });

  test('is sent in the cheapest coding at first; once it is used often, the smallest is made beside it', async () => {
    const { start, started } = new Compressor();
    const forms = new EncodedForms(BODY, 'fast');
    await forms.use(ALL, start);
    for (let use = 2; use <= 4; use++) expect(forms.use(ALL, start)).toMatchObject({ coding: 'gzip' });
    expect(started).toEqual(['gzip fast']);
    expect(forms.use(ALL, start)).toMatchObject({ coding: 'gzip' });
    expect(started).toEqual(['gzip fast', 'br fast']);
    await settled();
    expect(forms.use(ALL, start)).toMatchObject({ coding: 'br' });
    expect(forms.use(['gzip'], start)).toMatchObject({ coding: 'gzip' });
    expect(started).toEqual(['gzip fast', 'br fast']);
  });

  test('is compressed once for all that ask meanwhile', async () => {
    const { start, started } = new Compressor();
    const forms = new EncodedForms(BODY, 'fast');
    const all = await Promise.all(Array.from({ length: 9 }, async () => forms.use(['br'], start)));
    expect(all.map((form) => form?.body.toString())).toEqual(new Array(9).fill('br form'));
    expect(started).toEqual(['br fast']);
  });

  test('has no form while too much is being compressed, and one later', async () => {
    const compressor = new Compressor();
    const forms = new EncodedForms(BODY, 'fast');
    compressor.isFull = true;
    expect(forms.use(['br'], compressor.start)).toBeUndefined();
    compressor.isFull = false;
    expect(await forms.use(['br'], compressor.start)).toMatchObject({ coding: 'br' });
  });

  test('that could not be compressed is tried again, and what was at hand is sent meanwhile', async () => {
    const { start, started } = new Compressor();
    const forms = new EncodedForms(BODY, 'fast');
    const fail = (): Promise<Buffer> => Promise.reject(new Error('no memory'));
    await expect(forms.use(['gzip'], fail)).rejects.toThrow('no memory');
    await forms.use(['gzip'], start);
    for (let use = 3; use < 9; use++) expect(forms.use(ALL, fail)).toMatchObject({ coding: 'gzip' });
    await settled();
    expect(forms.use(ALL, start)).toMatchObject({ coding: 'gzip' });
    expect(started).toEqual(['gzip fast', 'br fast']);
  });

  test('that is compressed at once has its form at once', () => {
    const forms = new EncodedForms(BODY, 'fast');
    const form = { coding: 'gzip', body: Buffer.from('at once') };
    expect(forms.use(['gzip'], () => Buffer.from('at once'))).toEqual(form);
    expect(forms.use(ALL, () => undefined)).toEqual(form);
  });

  test('keeps the form at hand while too much is being compressed for a smaller one', async () => {
    const { start } = new Compressor();
    const forms = new EncodedForms(BODY, 'fast');
    for (let use = 1; use <= 9; use++)
      expect(await forms.use(ALL, use === 1 ? start : () => undefined)).toMatchObject({ coding: 'gzip' });
  });

  test('that there is no room for is compressed in the cheapest coding for nearly every use', async () => {
    const { start, started } = new Compressor();
    const forms = new EncodedForms(BODY, 'fast', () => false);
    for (let use = 0; use < 50; use++) expect(await forms.use(ALL, start)).toBeDefined();
    expect(started).toEqual(new Array(50).fill('gzip fast'));
    expect(forms.bytes).toBe(0);
  });

  test('keeps no form that holds on to a larger piece of memory', async () => {
    const chunk = Buffer.alloc(16_384, 'x');
    const forms = new EncodedForms(BODY, 'fast');
    await forms.use(['br'], async () => chunk.subarray(0, 100));
    const form = await forms.use(['br'], () => undefined);
    expect(form?.body.buffer.byteLength).toBe(100);
  });
});

test('a body that never changes is compressed as small as it gets, from the first use on', async () => {
  const { start, started } = new Compressor();
  const forms = new EncodedForms(BODY, 'best');
  expect(await forms.use(ALL, start)).toMatchObject({ coding: 'br' });
  expect(await forms.use(['gzip'], start)).toMatchObject({ coding: 'gzip' });
  expect(started).toEqual(['br best', 'gzip best']);
});
