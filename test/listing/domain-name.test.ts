// The one form of domain names, and which hosts belong to a domain, whatever their spelling.
import { expect, test } from 'vitest';
import { normalizeHttpUrl } from '../../src/listing/http-url.ts';
import { domainName, hostName, hostOf, isWithin, namesAbove } from '../../src/listing/domain-name.ts';

test.each([
  'north.example',
  'North.Example',
  'north.example.',
  ' north.example ',
  'www.north.example',
  'WWW.www.north.example',
  'https://www.north.example:8080/stock?page=2',
  '//north.example/1',
  'evil@north.example',
  'north.example\\@evil.example',
  'ｎorth.example',
  'north.ｅｘａｍｐｌｅ',
  'ｗｗｗ.north.example',
  'ⓦⓦⓦ.north.example',
  '\u{1d430}\u{1d430}\u{1d430}.north.example',
  'ｗｗｗ．north．example',
  'www。north。example',
  'www｡north｡example.',
  'north.example。',
  'nor\u00adth.example',
  'w\u00adww.north.example',
  'north\u200b.example',
  'ｗｗｗ.ＷＷＷ.north.example.',
])('%j names north.example', (text) => {
  expect(domainName(text)).toBe('north.example');
});

test.each([
  ['müller.example', 'xn--mller-kva.example'],
  ['MU\u0308LLER.example', 'xn--mller-kva.example'],
  ['XN--MLLER-KVA.example', 'xn--mller-kva.example'],
  ['ｗｗｗ.xn--mller-kva.example', 'xn--mller-kva.example'],
  ['n\u043erth.example', 'xn--nrth-55d.example'],
  ['shop.www.north.example', 'shop.www.north.example'],
  ['www2.north.example', 'www2.north.example'],
  ['wwwnorth.example', 'wwwnorth.example'],
  ['www.example', 'www.example'],
  ['www.north', 'www.north'],
  ['www.www.example', 'www.example'],
  ['north.example.evil.example', 'north.example.evil.example'],
])('%j names %j', (text, domain) => {
  expect(domainName(text)).toBe(domain);
  expect(domainName(domain)).toBe(domain);
});

test.each([
  '',
  '  ',
  'north',
  'www.',
  'no rth.example',
  'north..example',
  'north.example..',
  '.north.example',
  'north.example%',
  'north%2eexample',
  '%77ww.north.example',
  'north.example％00',
  'north／x.example',
  'ａ＠north.example',
  '-north.example',
  'north-.example',
  'no_rth.example',
  'north.e',
  'north.123',
  '192.0.2.7',
  '１９２.0.2.7',
  '0x7f.1',
  '[2001:db8::7]',
  'xn--a.example',
  'xn--north-.example',
  'xn--www-.north.example',
  'www\u200d.north.example',
  'www\u2024north.example',
  `${'a'.repeat(64)}.example`,
  `${'a.'.repeat(125)}example`,
  `${'ü'.repeat(60)}.example`,
  'co.uk',
  'www.co.uk',
  'ＣＯ.uk',
  'com.au',
])('%j names no domain', (text) => {
  expect(domainName(text)).toBeUndefined();
});

test.each([
  ['Ads.Market.example.', 'ads.market.example'],
  ['ｗｗｗ.market.example', 'market.example'],
  ['192.0.2.7', '192.0.2.7'],
  ['example', 'example'],
  ['north.example/evil', undefined],
  ['evil@north.example', undefined],
  ['north.example:80', undefined],
  ['no rth.example', undefined],
  ['xn--a.example', undefined],
  ['shop.xn--a-.example', undefined],
  ['XN--MNCHEN-3YA.example', 'xn--mnchen-3ya.example'],
  ['xn--fa-hia.example', 'xn--fa-hia.example'],
  ['north.example%2f', undefined],
  ['', undefined],
])('the host %j is %j', (text, host) => {
  expect(hostName(text)).toBe(host);
});

test('the names above a name are those of its labels from the right', () => {
  expect(namesAbove('shop.north.example')).toEqual(['shop.north.example', 'north.example', 'example']);
});

test.each([
  ['https://north.example/1', true],
  ['http://www.north.example:8080/1', true],
  ['https://stock.cars.north.example/1', true],
  ['https://NORTH.example/1', true],
  ['https://north.example./1', true],
  ['https://evil@north.example/1', undefined],
  ['https://north.example@evil.example/1', undefined],
  ['https:///north.example/1', undefined],
  ['https://north.example\\@evil.example/1', true],
  ['https://north.example.evil.example/1', false],
  ['https://evilnorth.example/1', false],
  ['https://evil-north.example/1', false],
  ['https://evil.example/north.example/', false],
  ['https://evil.example?north.example/', false],
  ['https://evil.example#.north.example/', false],
  ['https://evil.example\\.north.example/', false],
  ['https://evil.example%2fnorth.example/', undefined],
  ['https://ｎorth.example/1', true],
  ['https://nоrth.example/1', false],
  ['https://example/1', false],
  ['https://192.0.2.7/1', false],
  ['https://[2001:db8::7]:8080/1', false],
])('whether the advert at %j is on north.example: %j', (text, expected) => {
  const address = normalizeHttpUrl(text);
  expect(address === undefined ? undefined : isWithin(hostOf(address), 'north.example')).toBe(expected);
});

test('names and addresses with letters beyond ASCII are read the same, however many came before', () => {
  const [name, address] = JSON.parse('["m\\u00fcller.example","https://m\\u00fcller.example/1"]') as [
    string,
    string,
  ];
  for (let n = 0; n < 20_000; n += 1) {
    if (domainName(name) !== 'xn--mller-kva.example') throw new Error(`the name after ${n}`);
    if (normalizeHttpUrl(address) !== 'https://xn--mller-kva.example/1')
      throw new Error(`the address after ${n}`);
  }
  expect(domainName(name)).toBe('xn--mller-kva.example');
});
