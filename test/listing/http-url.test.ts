// The single form of URLs: the same for every spelling, and valid by RFC 3986.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeHttpUrl } from '../../src/listing/http-url.ts';

describe('a URL', () => {
  it.each([
    ['https://a.example/1', 'https://a.example/1'],
    ['http://a.example', 'http://a.example/'],
    [' HTTPS://A.Example/X ', 'https://a.example/X'],
    ['https://a.example:8443/1?x=1&y=£#top', 'https://a.example:8443/1?x=1&y=%C2%A3#top'],
    ['https://a.example/a b', 'https://a.example/a%20b'],
    ['https://a.example/x/../y', 'https://a.example/y'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://a.example/\r\nX-Header: 1', 'https://a.example/X-Header:%201'],
    ['www.a.example/1', 'https://www.a.example/1'],
    ['WWW.A.Example', 'https://www.a.example/'],
    ['//cdn.a.example/1.jpg', 'https://cdn.a.example/1.jpg'],
    ['https://XN--MNCHEN-3YA.example/1', 'https://xn--mnchen-3ya.example/1'],
    // Characters that the WHATWG standard leaves and RFC 3986 does not allow.
    ['https://a.example/a|b[1]^', 'https://a.example/a%7Cb%5B1%5D%5E'],
    ['https://a.example/?a=|b[1]^`{}\\', 'https://a.example/?a=%7Cb%5B1%5D%5E%60%7B%7D%5C'],
    ['https://a.example/100%', 'https://a.example/100%25'],
    ['https://a.example/%zz%2', 'https://a.example/%25zz%252'],
    ['https://a.example/#a#b', 'https://a.example/#a%23b'],
    ['http://[::1]:8080/a|b', 'http://[::1]:8080/a%7Cb'],
    [`https://a.example/${'x'.repeat(1982)}`, `https://a.example/${'x'.repeat(1982)}`],
  ])('%j is normalized to %j', (text, address) => {
    expect(normalizeHttpUrl(text)).toBe(address);
  });

  it.each([
    '',
    '/stock/1',
    '///a.example/1',
    '//',
    'www',
    'www.',
    'www..example',
    'a.example/1',
    'https:a.example',
    'https:///a.example',
    'https://',
    'https://a b.example/',
    'https://xn--a.example/',
    'https://xn--.example/',
    'https://xn--a-.example/',
    'https://shop.xn--99/',
    'https://xn--xn---epa.example/',
    'https://a{b}.example/',
    'https://a"b.example/',
    'ftp://a.example/1',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://user@a.example/',
    'https://:secret@a.example/',
    `https://a.example/${'x'.repeat(1983)}`,
    `https://a.example/${'£'.repeat(500)}`,
  ])('%j is invalid', (text) => {
    expect(normalizeHttpUrl(text)).toBeUndefined();
  });

  it('is normalized by the WHATWG standard, on the fast path too', () => {
    const label = fc.stringMatching(/^[a-z0-9-]{1,8}$/);
    const segment = fc.stringMatching(/^[A-Za-z0-9_~,=.-]{0,8}$/);
    const query = fc.option(fc.stringMatching(/^[A-Za-z0-9_~,=./&-]{0,12}$/), { nil: undefined });
    fc.assert(
      fc.property(
        fc.constantFrom('http', 'https'),
        fc.array(label, { minLength: 1, maxLength: 3 }),
        fc.array(segment, { minLength: 1, maxLength: 4 }),
        query,
        (scheme, labels, segments, requested) => {
          const path = segments.join('/') + (requested === undefined ? '' : `?${requested}`);
          const text = `${scheme}://${labels.join('.')}.example/${path}`;
          expect(normalizeHttpUrl(text)).toBe(URL.canParse(text) ? new URL(text).href : undefined);
        },
      ),
      { seed: 4, numRuns: 1000 },
    );
  });

  it('conforms to RFC 3986, and is unchanged by normalizing again', () => {
    const ajv = new Ajv2020();
    addFormats.default(ajv);
    const isUri = ajv.compile({ type: 'string', format: 'uri' });
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const address = normalizeHttpUrl(`https://a.example/${text}`);
        if (address === undefined) return;
        expect(isUri(address)).toBe(true);
        expect(normalizeHttpUrl(address)).toBe(address);
      }),
      { seed: 5, numRuns: 3000 },
    );
  });

  // Quadratic work on this length takes minutes: the test would time out.
  it('is rejected in time linear in its length', () => {
    expect(normalizeHttpUrl(`https://${'a.'.repeat(400_000)}${'/a-'.repeat(300_000)}!£ `)).toBeUndefined();
  });
});
