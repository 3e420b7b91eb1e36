import type { InterpretationResponse } from '../../../src/api/responses.ts';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { serve } from '../fixture.ts';

const PATH = '/api/v1/interpret/';

interface ReceivedResponse {
  readonly text: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly search_url: string;
}

async function sendRequest(
  query: string,
  headers: Record<string, string> = {},
  path = PATH,
): Promise<Response> {
  const { url } = await serve();
  return fetch(`${url}${path}${query}`, { headers });
}

describe('a phrase', () => {
  test('is answered as the docs show', async () => {
    const page = readFileSync(new URL('../../../docs/api-endpoints.md', import.meta.url), 'utf8');
    const section = page.split('## Phrases\n')[1].split('\n## ')[0];
    const [, address = ''] = /^curl '([^']+)'$/m.exec(section) ?? [];
    const [, json = ''] = /^```json\n([\s\S]+?)^```$/m.exec(section) ?? [];
    const target = new URL(address);
    expect(target.pathname).toBe(PATH);
    const response = await sendRequest(target.search);
    expect(response.status).toBe(200);
    const body = (await response.text()).replaceAll('https://cars.example', 'http://127.0.0.1:8080');
    expect(JSON.parse(body)).toEqual(JSON.parse(json));
    expect(Object.keys(JSON.parse(body) as object)).toEqual(Object.keys(JSON.parse(json) as object));
  });

  test('becomes a search that answers without ignoring or refusing anything', async () => {
    const { url } = await serve();
    const response = await fetch(`${url}${PATH}?text=${encodeURIComponent('cheap jag xj under 15 grand')}`);
    const { parameters, search_url } = (await response.json()) as ReceivedResponse;
    expect(parameters).toEqual({ make: 'Jaguar', model: 'XJ', price_max: '15000', sort: 'price_asc' });
    expect(search_url).toBe(
      'https://cars.example/api/v1/vehicles/?make=jaguar&model=xj&price_max=15000&sort=price_asc&page=1',
    );
    const search = await fetch(search_url.replace('https://cars.example', url), {
      headers: { prefer: 'handling=strict' },
    });
    expect(search.status).toBe(200);
    expect(await search.json()).toMatchObject({ results: { total_vehicles: 1 } });
  });

  test.each(['', '?', '?text=', '?text=+%09', '?text'])(
    'that is empty (%j) asks for nothing',
    async (query) => {
      const response = await sendRequest(query);
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({
        text: '',
        notice: null,
        understood_share: 0,
        questions: [],
        parameters: {},
        understood: [],
        q: null,
        not_understood: [],
        left_out: [],
        refines: false,
        changes: [],
        search_url: 'https://cars.example/api/v1/vehicles/?page=1',
      });
    },
  );

  test('may come twice, if it is the same', async () => {
    expect((await sendRequest('?text=golf&text=+golf+&text=')).status).toBe(200);
    const response = await sendRequest('?text=golf&text=polo');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      detail: "text must have one value (got 'golf' and 'polo').",
      errors: [{ parameter: 'text', code: 'conflicting_values' }],
    });
  });

  test('of more than 512 characters is refused', async () => {
    expect((await sendRequest(`?text=${'x'.repeat(512)}`)).status).toBe(200);
    const response = await sendRequest(`?text=${'x'.repeat(513)}`);
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(await response.json()).toMatchObject({
      code: 'invalid_parameters',
      errors: [{ parameter: 'text', code: 'too_long', value: 'x'.repeat(64) }],
    });
  });

  test.each(['?text=%zz', '?text=%00', '?text=%ED%A0%80'])(
    'that cannot be read (%s) is refused',
    async (query) => {
      const response = await sendRequest(query);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: 'malformed_request' });
    },
  );
});

describe('the address of phrases', () => {
  test('needs no slash at its end', async () => {
    const response = await sendRequest('?text=golf', {}, '/api/v1/interpret');
    expect(response.status).toBe(200);
    expect(((await response.json()) as ReceivedResponse).parameters).toEqual({
      make: 'Volkswagen',
      model: 'Golf',
    });
  });

  test('takes HEAD and OPTIONS, and no other method', async () => {
    const { url } = await serve();
    const target = `${url}${PATH}?text=golf`;
    const head = await fetch(target, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.headers.get('etag')).toMatch(/^W\/"/);
    expect(await head.text()).toBe('');
    expect((await fetch(target, { method: 'OPTIONS' })).status).toBe(204);
    const post = await fetch(target, { method: 'POST' });
    expect(post.status).toBe(405);
    expect(post.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });

  test('names parameters that it does not know, and text where it was probably meant', async () => {
    const lenient = await sendRequest('?q=golf&utm=1');
    expect(lenient.status).toBe(200);
    expect(lenient.headers.get('ignored-parameters')).toBe('"q"; did-you-mean="text", "utm"');
    const strict = await sendRequest('?q=golf', { prefer: 'handling=strict' });
    expect(strict.status).toBe(400);
    expect(await strict.json()).toMatchObject({
      detail: "'q' is not a parameter of this address. Did you mean text?",
      errors: [{ parameter: 'q', code: 'unknown_parameter', value: 'golf', suggestion: 'text' }],
    });
    const fine = await sendRequest('?text=golf', { prefer: 'handling=strict' });
    expect(fine.headers.get('preference-applied')).toBe('handling=strict');
  });

  test('has an entity tag of the text, and none of it is sent twice', async () => {
    const { url } = await serve();
    const first = await fetch(`${url}${PATH}?text=golf`);
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    const again = await fetch(`${url}${PATH}?text=+golf`, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    const other = await fetch(`${url}${PATH}?text=polo`, { headers: { 'if-none-match': etag } });
    expect(other.status).toBe(200);
  });

  test('is not ready before the search is', async () => {
    const { url } = await serve({ isReady: () => false });
    expect((await fetch(`${url}${PATH}?text=golf`)).status).toBe(503);
  });
});

describe('parameters beside a phrase', () => {
  test('are the search so far, which it changes', async () => {
    const response = await sendRequest('?text=cheaper&make=Jaguar&price_max=8000');
    expect(await response.json()).toEqual({
      text: 'cheaper',
      notice: null,
      understood_share: 1,
      questions: [],
      parameters: { make: 'Jaguar', price_max: '8000', sort: 'price_asc' },
      understood: [{ parameter: 'sort', value: 'price_asc', words: 'cheaper', start: 0, end: 7 }],
      q: null,
      not_understood: [],
      left_out: [],
      refines: true,
      changes: [
        {
          operation: 'set',
          parameter: 'sort',
          before: null,
          after: 'price_asc',
          sentence: 'Order: cheapest first.',
          words: 'cheaper',
          start: 0,
          end: 7,
        },
      ],
      search_url: 'https://cars.example/api/v1/vehicles/?make=jaguar&price_max=8000&sort=price_asc&page=1',
    });
  });

  test('may be repeated, as those of a search', async () => {
    const response = await sendRequest('?text=only+audi&make=Ford&make=Audi');
    expect(await response.json()).toMatchObject({ parameters: { make: 'Audi' }, refines: true });
  });

  test('do not change a request of its own', async () => {
    const response = await sendRequest('?text=jaguar+xj&make=Ford&price_max=8000');
    expect(await response.json()).toMatchObject({
      parameters: { make: 'Jaguar', model: 'XJ' },
      refines: false,
      changes: [],
    });
  });

  test('are validated as those of a search', async () => {
    const response = await sendRequest('?text=cheaper&fuel_type=Steam&price_max=10k');
    expect(response.status).toBe(400);
    const { errors } = (await response.json()) as {
      readonly errors: readonly { readonly message: string }[];
    };
    const search = await (
      await sendRequest('?fuel_type=Steam&price_max=10k', {}, '/api/v1/vehicles/')
    ).json();
    expect(errors).toEqual((search as { readonly errors: unknown }).errors);
    expect(errors).toHaveLength(2);
  });

  test('change the entity tag', async () => {
    const tagOf = async (query: string) => (await sendRequest(query)).headers.get('etag');
    const one = await tagOf('?text=cheaper&price_max=8000');
    expect(one).not.toBe(await tagOf('?text=cheaper&price_max=9000'));
    expect(one).toBe(await tagOf('?price_max=8000&text=cheaper'));
  });
});

test('a number that may mean several things is a question with a search for each', async () => {
  const response = await sendRequest('?text=XJ+over+30');
  const { questions, notice, understood_share } = (await response.json()) as InterpretationResponse;
  expect({ notice, understood_share }).toEqual({
    notice: 'Only a part of this was understood.',
    understood_share: 0.33,
  });
  expect(questions).toEqual([
    {
      words: 'over 30',
      start: 3,
      end: 10,
      question: 'Is 30 a price or a mileage?',
      choices: [
        {
          label: 'At least £30,000',
          parameters: { make: 'Jaguar', model: 'XJ', price_min: '30000' },
          search_url: 'https://cars.example/api/v1/vehicles/?make=Jaguar&model=XJ&price_min=30000',
        },
        {
          label: 'At least 30,000 miles',
          parameters: { make: 'Jaguar', model: 'XJ', miles_min: '30000' },
          search_url: 'https://cars.example/api/v1/vehicles/?make=Jaguar&model=XJ&miles_min=30000',
        },
      ],
    },
  ]);
});
