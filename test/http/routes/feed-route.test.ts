// Feeds for feed readers, read by an XML parser that knows namespaces.
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { atomFaults } from '../../support/atom-schema.ts';
import { serveCars } from './serve-cars.ts';

const PATH = '/api/v1/vehicles/feed.atom';

interface Node {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Node[];
  text: string;
}

/** Throws unless the document is well-formed. */
function parseXml(document: string): Node {
  const root: Node = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    expect(uri).toBe('http://www.w3.org/2005/Atom');
    const values = Object.entries(attributes).map(([name, { value }]) => [name, value] as const);
    const node: Node = { name: local, attributes: Object.fromEntries(values), children: [], text: '' };
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  parser.on('text', (text) => {
    const node = open.at(-1);
    if (node !== undefined) node.text += text;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(document).close();
  return root.children[0];
}

const textOf = ({ children }: Node, name: string): string | undefined =>
  children.find((child) => child.name === name)?.text;
const linksOf = ({ children }: Node) =>
  Object.fromEntries(
    children.filter(({ name }) => name === 'link').map(({ attributes: { rel, href } }) => [rel, href]),
  );
const entriesOf = ({ children }: Node) => children.filter(({ name }) => name === 'entry');

async function read(address: string): Promise<Node> {
  const response = await fetch(address);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
  return parseXml(text);
}

const complete = { mileage: 9, thumbnail: 'https://north.example/1.jpg', description: 'tidy' };

describe('a feed', () => {
  test('has the newest listings of a search, whether they are complete or not', async () => {
    const { url, car, change } = await serveCars(1);
    await change([
      car(2, { ...complete, arrived_at: '2024-03-02' }),
      car(4, { arrived_at: '2024-03-04' }),
      car(6, { ...complete, arrived_at: '2024-03-03' }),
      car(7, { arrived_at: '2024-03-09' }),
    ]);
    const feed = await read(`${url}${PATH}?make=Ford&sort=price_asc`);
    expect(entriesOf(feed).map((entry) => textOf(entry, 'title'))).toEqual([
      'Ford, £1,004, mileage unknown, north.example',
      'Ford, £1,006, 9 miles, north.example',
      'Ford, £1,002, 9 miles, north.example',
      'Ford, £1,000, mileage unknown, north.example',
    ]);
    expect(textOf(feed, 'id')).toBe('https://cars.example/api/v1/vehicles/feed.atom?make=ford');
    expect(textOf(feed, 'subtitle')).toBe('4 listings match make=ford');
    expect(linksOf(feed)).toEqual({
      self: 'https://cars.example/api/v1/vehicles/feed.atom?make=ford',
      alternate: 'https://cars.example/?make=ford',
    });
    const [newest] = entriesOf(feed);
    const authorOf = (node: Node) => node.children.find(({ name }) => name === 'author')?.children;
    expect(authorOf(feed)).toMatchObject([{ name: 'name', text: 'Forecourt' }]);
    expect(authorOf(newest)).toMatchObject([{ name: 'name', text: 'north.example' }]);
    expect(textOf(newest, 'published')).toBe('2024-03-04T00:00:00.000Z');
    expect(linksOf(newest)).toEqual({
      alternate:
        'https://cars.example/cars/redirect/?api_target=https%3A%2F%2Fnorth.example%2F4%3Fa%3D1%26b%3D%25C3%25A9',
    });
  });

  test('keeps the id of an advert, and its updated is the last change', async () => {
    const { url, car, change } = await serveCars(2);
    const before = entriesOf(await read(`${url}${PATH}?make=Ford`))[0];
    await change([car(0, { price: 900 })]);
    const feed = await read(`${url}${PATH}?price_max=2000`);
    const after = entriesOf(feed).find((entry) => textOf(entry, 'id') === textOf(before, 'id'));
    expect(textOf(before, 'id')).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(Date.parse(after === undefined ? '' : (textOf(after, 'updated') ?? ''))).toBeGreaterThan(
      Date.parse(textOf(before, 'updated') ?? ''),
    );
    expect(textOf(feed, 'updated')).toBe(after === undefined ? '' : textOf(after, 'updated'));
  });

  test('has pages of a hundred, linked to each other, up to the tenth', async () => {
    const { url } = await serveCars(230);
    const pages = await Promise.all([1, 2, 3].map((page) => read(`${url}${PATH}?page=${page}`)));
    expect(pages.map((page) => entriesOf(page).length)).toEqual([100, 100, 30]);
    const ids = pages.flatMap((page) => entriesOf(page).map((entry) => textOf(entry, 'id')));
    expect(new Set(ids).size).toBe(230);
    const base = `https://cars.example${PATH}`;
    expect(pages.map((page) => [linksOf(page)['previous'], linksOf(page)['next']])).toEqual([
      [undefined, `${base}?page=2`],
      [base, `${base}?page=3`],
      [`${base}?page=2`, undefined],
    ]);
    const response = await fetch(`${url}${PATH}?page=11`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ parameter: 'page', code: 'out_of_range' }] });
  });

  test('is not sent again to a reader that has it', async () => {
    const { url, car, change } = await serveCars(2);
    const first = await fetch(`${url}${PATH}?make=Ford`);
    const tag = first.headers.get('etag') ?? '';
    const headers = { 'if-none-match': tag };
    expect((await fetch(`${url}${PATH}?make=FORD`, { headers })).status).toBe(304);
    await change([car(0, { price: 900 })]);
    expect((await fetch(`${url}${PATH}?make=Ford`, { headers })).status).toBe(200);
  });

  test('has hostile texts as text', async () => {
    const { url, car, change } = await serveCars(1);
    const hostile = 'a ]]> b & c &lt; "\' \ud83d\ude97 <!--';
    await change([car(0, { description: hostile, loc: '<b>&amp;', make: 'A & B' })]);
    const [entry] = entriesOf(await read(`${url}${PATH}`));
    const { results } = (await (await fetch(`${url}/api/v1/vehicles/`)).json()) as {
      results: { cars: { full_description: string }[] };
    };
    expect(results.cars[0].full_description).toContain('<!--');
    expect(textOf(entry, 'content')).toBe(results.cars[0].full_description);
    expect(textOf(entry, 'title')).toBe('A & B, £1,000, mileage unknown, &, north.example');
  });

  test('has the elements that RFC 4287 requires, and no others', async () => {
    const { url, car, change } = await serveCars(230);
    await change([
      car(0, { description: '<b>bold</b> & more', arrived_at: '0150-01-01' }),
      car(1, { make: null, price: null }),
    ]);
    for (const search of ['', '?page=2', '?page=3', '?make=Ford&q=bold', '?make=Lada'])
      expect([search, atomFaults(await read(`${url}${PATH}${search}`))]).toEqual([search, []]);
  });

  test('would be refused with an element too many or too few, or a wrong value', async () => {
    const { url } = await serveCars(2);
    const feed = await read(`${url}${PATH}`);
    const [entry] = entriesOf(feed);
    const without = (name: string) => entry.children.filter((child) => child.name !== name);
    const faultsWith = (children: readonly Node[]): string[] =>
      atomFaults({ ...feed, children: [...feed.children, { ...entry, children: [...children] }] });
    const wrong = (name: string, text: string): Node => ({ name, attributes: {}, children: [], text });
    expect(faultsWith(without('id'))).toEqual(['entry has 0 × id']);
    expect(faultsWith([...without('updated'), wrong('updated', '1 May')])).toEqual([
      'entry has a wrong updated: 1 May',
    ]);
    expect(faultsWith([...without('id'), wrong('id', 'urn:x:1'), wrong('price', '5')])).toEqual([
      'entry has price',
    ]);
    expect(faultsWith(entry.children)).toEqual(['two entries have the same id and time']);
  });

  test('without matches is a feed', async () => {
    const { url } = await serveCars(2);
    const feed = await read(`${url}${PATH}?make=Jaguar&price_max=1`);
    expect(entriesOf(feed)).toEqual([]);
    expect(textOf(feed, 'subtitle')).toBe('0 listings match make=jaguar&price_max=1');
    expect(Date.parse(textOf(feed, 'updated') ?? '')).toBeGreaterThan(Date.parse('2026-01-01'));
  });
});
