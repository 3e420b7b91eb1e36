// Which hosts belong to a domain, whatever their spelling.
import { expect, test } from 'vitest';
import { normalizeHttpUrl } from '../../src/ingest/values/url.ts';
import { asciiDomain, hostOf, isWithin } from '../../src/listing/domain-name.ts';

test.each([
  ['north.example', 'north.example'],
  ['North.Example', 'north.example'],
  ['north.example.', 'north.example'],
  ['müller.example', 'xn--mller-kva.example'],
  ['MU\u0308LLER.example', 'xn--mller-kva.example'],
  ['xn--mller-kva.example', 'xn--mller-kva.example'],
  ['ｎorth.example', 'north.example'],
  ['north。example', 'north.example'],
  ['north.example/evil', undefined],
  ['evil@north.example', undefined],
  ['north.example:80', undefined],
  ['no rth.example', undefined],
  ['xn--a.example', undefined],
  ['shop.xn--a-.example', undefined],
  ['XN--MNCHEN-3YA.example', 'xn--mnchen-3ya.example'],
  ['xn--fa-hia.example', 'xn--fa-hia.example'],
  ['', undefined],
])('%j is the domain %j in ASCII', (domain, ascii) => {
  expect(asciiDomain(domain)).toBe(ascii);
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
