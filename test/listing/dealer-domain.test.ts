import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dealerDomain } from '../../src/listing/domain-name.ts';

describe('the domain of a dealer', () => {
  it.each([
    ['foo.example', 'foo.example'],
    ['  Foo.Example\t', 'foo.example'],
    ['\u00a0foo.example\u200b', 'foo.example'],
    ['https://www.Foo.example/x', 'foo.example'],
    ['HTTP://FOO.EXAMPLE', 'foo.example'],
    ['//foo.example/x', 'foo.example'],
    ['www.foo.example', 'foo.example'],
    ['www.www.foo.example', 'foo.example'],
    ['foo.example:8080', 'foo.example'],
    ['foo.example/stock/1?page=2', 'foo.example'],
    ['foo.example?page=2', 'foo.example'],
    ['foo.example#top', 'foo.example'],
    ['https://user:secret@foo.example:443/x', 'foo.example'],
    ['cars.foo.example', 'cars.foo.example'],
    ['wwwfoo.example', 'wwwfoo.example'],
    ['www. müller.example', 'xn--mller-kva.example'],
  ])('%j is %j', (text, domain) => {
    expect(dealerDomain(text)).toBe(domain);
  });

  it.each(['', '   ', 'https://', 'www.', '/stock', ':8080', 'https://www./x'])(
    'of %j nothing is left',
    (text) => {
      expect(dealerDomain(text)).toBeUndefined();
    },
  );

  it('keeps what is no domain, so that it matches nothing instead of being as if not sent', () => {
    expect(dealerDomain('!!!')).toBe('!!!');
  });

  it('is unchanged when it is taken again', () => {
    const part = fc.constantFrom(
      'www.',
      'https://',
      '//',
      ' ',
      '\u200b',
      '@',
      ':',
      '/',
      'Foo',
      'ü',
      '.example',
      '?',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const domain = dealerDomain(parts.join(''));
        if (domain !== undefined) expect(dealerDomain(domain)).toBe(domain);
      }),
      { seed: 20260314, numRuns: 500 },
    );
  });
});
