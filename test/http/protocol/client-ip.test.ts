// The address that a request came from, whatever it says of itself.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientIpSource } from '../../../src/http/protocol/client-ip.ts';

function addressOf(
  proxies: readonly string[],
  peer: string | undefined,
  forwarded?: string | string[],
): string {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded as string };
  return clientIpSource(proxies)({ headers, socket: { remoteAddress: peer } });
}

describe('without trusted proxies', () => {
  test('it is the one that is connected, and X-Forwarded-For is not read', () => {
    expect(addressOf([], '198.51.100.7', '203.0.113.9')).toBe('198.51.100.7');
    expect(addressOf([], '::ffff:198.51.100.7')).toBe('198.51.100.7');
    expect(addressOf([], 'fe80::1%eth0')).toBe('fe80::1');
    expect(addressOf([], undefined, '203.0.113.9')).toBe('');
  });
});

describe('with trusted proxies', () => {
  const PROXIES = ['10.0.0.0/8', '192.0.2.1', '2001:db8:1::/48'];
  const of = (peer: string, forwarded?: string | string[]): string => addressOf(PROXIES, peer, forwarded);

  test('it is the one that is connected, if that is none of them', () => {
    expect(of('198.51.100.7', '203.0.113.9')).toBe('198.51.100.7');
    expect(of('192.0.2.2', '203.0.113.9')).toBe('192.0.2.2');
    expect(of('2001:db8:2::1', '203.0.113.9')).toBe('2001:db8:2::1');
  });

  test('it is unknown if the connection is closed', () => {
    expect(addressOf(PROXIES, undefined, '203.0.113.9')).toBe('');
  });

  test.each([
    ['10.1.2.3', '203.0.113.9', '203.0.113.9'],
    ['::ffff:10.1.2.3', '203.0.113.9', '203.0.113.9'],
    ['192.0.2.1', '203.0.113.9', '203.0.113.9'],
    ['2001:db8:1::7', '2001:db8:9::9', '2001:db8:9::9'],
  ])('of a request through %s it is %s', (peer, forwarded, address) => {
    expect(of(peer, forwarded)).toBe(address);
  });

  test('it is the last in the list that is no proxy: what a client wrote before that is not believed', () => {
    expect(of('10.1.2.3', '1.1.1.1, 203.0.113.9')).toBe('203.0.113.9');
    expect(of('10.1.2.3', '1.1.1.1, 203.0.113.9, 10.4.5.6 ,192.0.2.1')).toBe('203.0.113.9');
    expect(of('10.1.2.3', ['1.1.1.1', '203.0.113.9, 10.4.5.6'])).toBe('203.0.113.9');
  });

  test('it is the first proxy where all are proxies', () => {
    expect(of('10.1.2.3', '10.9.9.9, 10.4.5.6')).toBe('10.9.9.9');
    expect(of('10.1.2.3')).toBe('10.1.2.3');
  });

  test.each([
    ['203.0.113.9:4711', '203.0.113.9'],
    ['[2001:db8:9::9]:4711', '2001:db8:9::9'],
    ['[2001:db8:9::9]', '2001:db8:9::9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['fe80::9%eth0', 'fe80::9'],
  ])('it may come as %s', (forwarded, address) => {
    expect(of('10.1.2.3', forwarded)).toBe(address);
  });

  test.each([
    '',
    ' ',
    ',',
    'unknown',
    '1.2.3',
    '1.2.3.4.5',
    '999.1.1.1',
    '203.0.113.9:port',
    '[203.0.113.9',
    '"203.0.113.9"',
    '203.0.113.9,',
    '203.0.113.9, _hidden',
    '203.0.113.9, \u0000',
    'x'.repeat(100_000),
    `${' '.repeat(100_000)}203.0.113.9`,
  ])('where the last entry is no address, it is the proxy that passed it on: %j', (forwarded) => {
    expect(of('10.1.2.3', forwarded)).toBe('10.1.2.3');
  });

  test('a list of more proxies than anybody has is not read to its end', () => {
    expect(of('10.1.2.3', `203.0.113.9${', 10.0.0.1'.repeat(15)}`)).toBe('203.0.113.9');
    expect(of('10.1.2.3', `203.0.113.9${', 10.0.0.1'.repeat(16)}`)).toBe('10.0.0.1');
    expect(of('10.1.2.3', `203.0.113.9${', 10.0.0.1'.repeat(10_000)}`)).toBe('10.0.0.1');
  });

  test('whatever the header says, it is an address', () => {
    const entry = fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('10.0.0.1', '[::1]:80', '', '::ffff:10.0.0.1', '%', ':', '[]', '/'),
    );
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        expect(of('10.1.2.3', entries.join(','))).toMatch(/^[0-9a-f.:]+$/i);
      }),
      { seed: 6, numRuns: 300 },
    );
  });
});

test('a proxy may trust everybody', () => {
  expect(addressOf(['0.0.0.0/0', '::/0'], '198.51.100.7', '203.0.113.9')).toBe('203.0.113.9');
});
