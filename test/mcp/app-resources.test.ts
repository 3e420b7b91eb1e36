// The cards as an MCP App: how hosts find the resource, what it is, and what tools give it beside their content. Over HTTP and over
// streams, in every revision of the protocol.
import { StreamableHTTPClientTransport, type Client } from '@modelcontextprotocol/client';
import { getToolUiResourceUri, RESOURCE_MIME_TYPE } from '@modelcontextprotocol/ext-apps/app-bridge';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { drawPicture } from '../../src/demo/picture.ts';
import { COMPARE_TOOL } from '../../src/mcp/compare-tool.ts';
import { GET_TOOL } from '../../src/mcp/get-tool.ts';
import { readResource } from '../../src/mcp/app-resources.ts';
import { SEARCH_TOOL } from '../../src/mcp/search-tool.ts';
import { startServer, type RunningServer } from '../conformance/http-server.ts';
import { connect, REVISIONS } from './official-client.ts';
import { contextOf, removeStocks, stockOf } from './stock-context.ts';

afterEach(removeStocks);

const CARDS_URI = 'ui://forecourt/cards.html';

describe.each(REVISIONS)('over HTTP, in revision %s,', (revision) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());
  const connectTo = (): Promise<Client> =>
    connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${server.port}/mcp`)), revision);

  test('the server says that it has an app', async () => {
    const client = await connectTo();
    expect(client.getServerCapabilities()?.extensions).toEqual({
      'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] },
    });
  });

  test('three tools name the cards as their app, the others none', async () => {
    const { tools } = await (await connectTo()).listTools();
    expect(tools.map((tool) => [tool.name, getToolUiResourceUri(tool)])).toEqual([
      ['search_vehicles', CARDS_URI],
      ['get_vehicles', CARDS_URI],
      ['compare_vehicles', CARDS_URI],
      ['summarize_vehicles', undefined],
      ['list_changes', undefined],
      ['interpret_request', undefined],
      ['search', undefined],
      ['fetch', undefined],
    ]);
    expect(tools[0]?._meta?.['ui/resourceUri']).toBe(CARDS_URI);
  });

  test('the cards are listed, and read as one HTML document that may connect to nothing', async () => {
    const client = await connectTo();
    const { resources } = await client.listResources();
    const ui = {
      csp: { connectDomains: [], resourceDomains: ['https://cars.example'] },
      prefersBorder: true,
    };
    expect(resources).toMatchObject([{ uri: CARDS_URI, mimeType: RESOURCE_MIME_TYPE, _meta: { ui } }]);
    const { contents } = await client.readResource({ uri: CARDS_URI });
    expect(contents).toMatchObject([{ uri: CARDS_URI, mimeType: RESOURCE_MIME_TYPE, _meta: { ui } }]);
    const [content] = contents;
    expect(content !== undefined && 'text' in content && content.text.startsWith('<!DOCTYPE html>')).toBe(
      true,
    );
    expect((await client.listResourceTemplates()).resourceTemplates).toEqual([]);
  });

  test('other resources are not found', async () => {
    const client = await connectTo();
    for (const uri of [
      'ui://forecourt/other.html',
      'https://cars.example/pictures/x.svg',
      'file:///etc/passwd',
    ])
      await expect(client.readResource({ uri })).rejects.toThrow(uri);
  });
});

const SOURCES = { baseUrl: 'https://cars.example/used', drawPicture };

function textOf(uri: string, sources: Parameters<typeof readResource>[1]): string {
  const content = readResource(uri, sources)?.contents[0];
  return content !== undefined && 'text' in content ? content.text : '';
}

describe('the document', () => {
  test('has its script and style in it, under a policy that allows these and pictures of some origins alone', () => {
    const html = textOf(CARDS_URI, { ...SOURCES, pictureOrigins: ['https://*.images.example'] });
    const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/
      .exec(html)?.[1]
      ?.replaceAll('&#39;', "'");
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'sha256-[\w+/]{43}='; style-src 'sha256-[\w+/]{43}='; img-src data: https:\/\/cars\.example https:\/\/\*\.images\.example; base-uri 'none'; form-action 'none'$/,
    );
    expect(html).not.toMatch(/<(?:link|script [^>]*src|iframe)/);
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(Buffer.byteLength(html)).toBeLessThan(64 * 1024);
  });

  test('takes no origin from a strange host name', () => {
    const html = textOf(CARDS_URI, { baseUrl: "https://cars.example;script-src'unsafe-inline'" });
    expect(html).toContain('img-src data:; base-uri');
  });
});

describe('pictures', () => {
  const DRAWN = 'https://cars.example/used/pictures/suv-red-front-Nissan-Qashqai.svg';

  test('that the server draws are resources', () => {
    expect(readResource(DRAWN, SOURCES)?.contents).toMatchObject([{ uri: DRAWN, mimeType: 'image/svg+xml' }]);
    expect(textOf(DRAWN, SOURCES)).toContain('<svg');
  });

  test.each([
    'https://cars.example/used/pictures/../api/v1/vehicles/',
    'https://cars.example/used/pictures/none.svg',
    'https://images.example/1.jpg',
    'https://cars.example/used/picturesque',
    'http://169.254.169.254/latest/meta-data/',
  ])('%s is none', (uri) => {
    expect(readResource(uri, SOURCES)).toBeUndefined();
  });
});

describe('what tools give the cards', () => {
  const stock = () =>
    stockOf(
      (i) =>
        i === 0
          ? { price: 5000, images: ['https://img.valley-cars-0.example/1.jpg'] }
          : { price: 9000 + 10 * i },
      50,
    );
  const ADVERT = 'https://valley-cars-0.example/used/ford-fiesta-manchester-4000';
  const OTHER = 'https://valley-cars-1.example/used/ford-fiesta-manchester-4001';
  const DETAIL = {
    advert: ADVERT,
    picture: 'https://img.valley-cars-0.example/1.jpg',
    reason: expect.stringMatching(/^Below typical: 8 in 10 of [0-9]+ similar cars cost £/) as string,
    listed_days: 0,
    trim: 'ST-Line',
    town: { lat: 53.48, lng: -2.24 },
  };

  test.each([{}, { detail: 'full' }])(
    'a search with %j: picture, reason, days, facts and town',
    async (more) => {
      const context = await contextOf(stock());
      const { cardDetails } = await SEARCH_TOOL.call(
        { price_max: 6000, ...more },
        { ...context, drawPicture },
      );
      expect(cardDetails).toEqual({ drawn_below: 'https://cars.example/pictures/', cars: [DETAIL] });
    },
  );

  test.each([
    [1, 'No price rating: no similar cars here, and 20 are needed.'],
    [2, 'No price rating: only 1 similar car here, and 20 are needed.'],
    [3, 'No price rating: only 2 similar cars here, and 20 are needed.'],
  ])('in a stock of %i cars no price is rated', async (count, reason) => {
    const context = await contextOf(stockOf((i) => ({ price: 9000 + 10 * i }), count));
    const { cardDetails } = await SEARCH_TOOL.call({}, { ...context, drawPicture });
    expect(cardDetails).toMatchObject({ cars: Array.from({ length: count }, () => ({ reason })) });
  });

  test('cars in full and compared have the same', async () => {
    const context = await contextOf(stock());
    const full = await GET_TOOL.call(
      { adverts: [ADVERT, 'https://valley-cars-0.example/used/sold'] },
      context,
    );
    expect(full.cardDetails).toEqual({ cars: [DETAIL] });
    const compared = await COMPARE_TOOL.call({ adverts: [OTHER, ADVERT] }, context);
    expect(compared.cardDetails?.cars.map(({ advert }) => advert)).toEqual([OTHER, ADVERT]);
    expect(compared.cardDetails?.cars[1]).toEqual(DETAIL);
  });

  test.each(['Nowhere at all', 'Ashford'])('a car in %s has no place on the map', async (loc) => {
    const { cardDetails } = await SEARCH_TOOL.call({}, await contextOf(stockOf(() => ({ loc }), 1)));
    expect(cardDetails?.cars[0]).not.toHaveProperty('town');
  });
});
