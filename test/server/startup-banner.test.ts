// What the banner says of the base URL.
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { printBanner } from '../../src/server/startup-banner.ts';

const URL = 'http://127.0.0.1:8080';

test.each([
  [{}, []],
  [{ baseUrl: 'https://cars.example', trustProxy: true }, []],
  [{ trustProxy: true, allowedHosts: 'cars.example' }, []],
  [
    { trustProxy: true },
    [
      'URLs in responses begin with http://127.0.0.1:8080, whatever the proxy forwards. Set --base-url, or --allowed-hosts if there are several hosts.',
    ],
  ],
  [{ allowedHosts: 'cars.example' }, ['--allowed-hosts has no effect without --trust-proxy.']],
  [
    { allowedHosts: 'cars.example', trustProxy: true, baseUrl: 'https://cars.example' },
    ['--allowed-hosts has no effect, because --base-url is set.'],
  ],
])('the settings %j bring the warnings %j', (flags, warnings) => {
  const warned: string[] = [];
  const output = { line: () => undefined, warn: (text: string) => void warned.push(text) };
  printBanner({ url: URL, size: 1, feeds: 0, tookMs: 5 }, readConfig(flags, {}), output);
  expect(warned).toEqual(warnings);
});
