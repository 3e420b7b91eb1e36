// Wrong arguments of programs without a compiler: one sentence at once, and nothing is sent.
import { describe, expect, test } from 'vitest';
import { ForecourtClient, responseOf } from '../../src/client/index.ts';

let sent = 0;
const fetch = async (): Promise<Response> => {
  sent += 1;
  return Response.json({ results: { cars: [] } });
};

describe('a client', () => {
  test.each([
    ['cars.example', "baseUrl must begin with http:// or https:// and a host (got 'cars.example')."],
    ['127.0.0.1:8080', "baseUrl must begin with http:// or https:// and a host (got '127.0.0.1:8080')."],
    [
      'localhost:8080/api',
      "baseUrl must begin with http:// or https:// and a host (got 'localhost:8080/api').",
    ],
    ['//cars.example', "baseUrl must begin with http:// or https:// and a host (got '//cars.example')."],
    [
      'ftp://cars.example',
      "baseUrl must begin with http:// or https:// and a host (got 'ftp://cars.example').",
    ],
    ['https://', "baseUrl must begin with http:// or https:// and a host (got 'https://')."],
    [
      'https://cars example',
      "baseUrl must begin with http:// or https:// and a host (got 'https://cars example').",
    ],
    ['https://user:secret@cars.example', 'baseUrl must have no user or password. Pass a token as `token`.'],
    [
      'https://cars.example/?a=b',
      "baseUrl must have no query and no fragment (got 'https://cars.example/?a=b').",
    ],
    [undefined, "baseUrl must be a string such as 'https://cars.example' (got undefined)."],
    [null, "baseUrl must be a string such as 'https://cars.example' (got null)."],
    [
      new URL('https://cars.example'),
      "baseUrl must be a string such as 'https://cars.example' (got an object).",
    ],
  ])('of the service at %j is refused', (baseUrl, message) => {
    expect(() => new ForecourtClient({ baseUrl: baseUrl as string })).toThrow(TypeError);
    expect(() => new ForecourtClient({ baseUrl: baseUrl as string })).toThrow(message);
  });

  test('without a base URL needs a page, whose server it calls', () => {
    expect(() => new ForecourtClient({ baseUrl: '' })).toThrow(
      "baseUrl is '', which means the server of a page: outside browsers, pass the whole URL, such as 'https://cars.example'.",
    );
    expect(() => new ForecourtClient({ baseUrl: '/used' })).toThrow("baseUrl is '/used'");
  });

  test.each([
    [{ token: 'a b' }, 'token must be a string of visible ASCII characters'],
    [{ token: 'a\r\nb: c' }, 'token must be a string of visible ASCII characters'],
    [{ token: '' }, 'token must be a string of visible ASCII characters'],
    [{ token: null }, 'token must be a string of visible ASCII characters'],
    [{ retries: -1 }, 'retries must be an integer, at least 0 (got -1).'],
    [{ retries: '3' }, "retries must be an integer, at least 0 (got '3')."],
    [{ longestWaitMs: Number.NaN }, 'longestWaitMs must be a number, at least 0 (got NaN).'],
    [{ fetch: 'fetch' }, 'fetch must be a function.'],
  ])('with %j is refused', (options, message) => {
    const wrong = { baseUrl: 'https://cars.example', ...options } as unknown as { baseUrl: string };
    expect(() => new ForecourtClient(wrong)).toThrow(message);
  });

  test('of nothing, or of a URL that is no option, is refused', () => {
    const message = "ForecourtClient takes an object, such as { baseUrl: 'https://cars.example' }.";
    for (const wrong of [undefined, null, 'https://cars.example'])
      expect(() => new ForecourtClient(wrong as unknown as { baseUrl: string })).toThrow(message);
  });
});

describe('a call', () => {
  // As JavaScript sees it.
  const client = new ForecourtClient({ baseUrl: 'https://cars.example', fetch }) as unknown as Record<
    string,
    (...args: unknown[]) => Promise<unknown>
  >;
  const takesParameters = "takes an object of parameters, such as { make: 'Ford' } (got";
  const { signal } = new AbortController();

  test.each([
    ['search', [null], `search ${takesParameters} null).`],
    ['search', ['ford'], `search ${takesParameters} 'ford').`],
    ['summary', [['ford']], `summary ${takesParameters} an array).`],
    ['map', [7], `map ${takesParameters} 7).`],
    ['search', [{ price_max: Number.NaN }], 'price_max must be a string or a finite number (got NaN).'],
    ['search', [{ price_max: Infinity }], 'price_max must be a string or a finite number (got Infinity).'],
    ['search', [{ q: {} }], 'q must be a string or a finite number (got an object).'],
    ['search', [{ make: ['Ford', true] }], 'make must be a string or a finite number (got true).'],
    ['search', [{}, signal], 'Pass an AbortSignal as { signal }.'],
    ['search', [{}, null], 'Options must be an object, such as { signal } (got null).'],
    [
      'search',
      [{}, { signal: new AbortController() }],
      'signal must be an AbortSignal, such as AbortSignal.timeout(5000) or the signal of an AbortController (got an object).',
    ],
    ['interpret', [], "interpret takes a phrase as a string, such as 'diesel estate' (got undefined)."],
    ['interpret', [{ text: 'ford' }], "such as 'diesel estate' (got an object)."],
    ['lookup', [undefined], 'lookup takes an array of up to 20 URLs of adverts (got undefined).'],
    ['lookup', [[{ url: 'x' }]], 'An advert must be a URL as a string (got an object).'],
    ['refresh', [{}], 'responseOf takes what a method of the client returned, not a copy or a part of it.'],
  ])('%s(...%j) is refused', async (method, args, message) => {
    sent = 0;
    const error: unknown = await client[method]?.(...args).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TypeError);
    expect((error as TypeError).message).toContain(message);
    expect(sent).toBe(0);
  });

  test.each([
    'https://evil.example/api/v1/vehicles/?make=Ford',
    'https://cars.example.evil.example/api/v1/vehicles/',
    'https://cars.example@evil.example/api/v1/vehicles/',
    'http://cars.example/api/v1/vehicles/',
    'https://cars.example:8443/api/v1/vehicles/',
    '//cars.example/api/v1/vehicles/',
    'https://cars.example/api/v1/vehicles/../../../status',
    'https://cars.example/cars/redirect/?api_target=x',
    'api/v1/vehicles/',
    '',
    null,
    undefined,
    {},
  ])('follow(%j) is refused', async (url) => {
    sent = 0;
    await expect(client['follow']?.(url)).rejects.toThrow(
      'follow takes the URL of a search of this service, which begins with https://cars.example/api/v1/vehicles/ (got ',
    );
    expect(sent).toBe(0);
  });

  test('of responseOf takes results alone', async () => {
    const page = await client['search']?.({});
    expect(responseOf(page as object)).toMatchObject({ url: 'https://cars.example/api/v1/vehicles/' });
    for (const wrong of [{ ...(page as object) }, [], null, 7])
      expect(() => responseOf(wrong as object)).toThrow(TypeError);
  });
});
