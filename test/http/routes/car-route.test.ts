// The page of one listing over HTTP: which page an address has, and how it is cached.
import { describe, expect, test } from 'vitest';
import { visibleText } from '../../support/visible-text.ts';
import { serve } from '../fixture.ts';

const JAGUAR = 'https://harbour-motors.example/stock/1?colour=blue&ref=a%20b';
const SKODA = 'https://valley-cars.example/7';
const WITHDRAWN = 'https://harbour-motors.example/stock/0';
const HTML = { headers: { accept: 'text/html' } };

async function visit(advert: string, more = '', headers: Record<string, string> = HTML.headers) {
  const { url } = await serve();
  const response = await fetch(`${url}/cars/?advert=${encodeURIComponent(advert)}${more}`, { headers });
  return { response, page: await response.text() };
}

describe('the page of a listing', () => {
  test('has what its advert says, and a link to it', async () => {
    const { response, page } = await visit(JAGUAR);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const text = visibleText(page);
    for (const words of [
      '2015 Jaguar XJ',
      '£14,995',
      'Mileage 41,000 miles',
      'Fuel Diesel',
      'Gearbox Automatic',
      'Engine 3.0 litres',
      'Place London',
      'Dealer harbour-motors.example',
      'One owner. &quot;Sunroof&quot; &amp; £100 of fuel.',
      'No price rating',
    ])
      expect(text).toContain(words);
    expect(page).toContain('<img src="https://harbour-motors.example/1.jpg" alt="Picture 1 of 1"');
    const redirect = `https://cars.example/cars/redirect/?api_target=${encodeURIComponent(JAGUAR)}`;
    expect(page).toContain(
      `<a class="button main" href="${redirect}" rel="noopener">View advert at <span>harbour-motors.example</span></a>`,
    );
  });

  test('tells search engines and previews of links what it shows', async () => {
    const { page } = await visit(JAGUAR);
    const address = `https://cars.example/cars/?advert=${encodeURIComponent(JAGUAR)}`;
    expect(page).toContain('<title>2015 Jaguar XJ, £14,995, harbour-motors.example – Forecourt</title>');
    expect(page).toContain(`<link rel="canonical" href="${address}">`);
    expect(page).toContain(
      '<meta property="og:title" content="2015 Jaguar XJ, £14,995, harbour-motors.example">',
    );
    expect(page).toContain('<meta property="og:image" content="https://harbour-motors.example/1.jpg">');
    expect(page).toContain(
      '<meta name="description" content="41,000 miles · Diesel · Automatic · 3.0 litres · London · One owner. &quot;Sunroof&quot; &amp; £100 of fuel.">',
    );
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(page) ?? [];
    expect(JSON.parse(data)).toMatchObject({
      '@type': 'Car',
      name: '2015 Jaguar XJ',
      url: address,
      offers: { '@type': 'Offer', price: 14995, priceCurrency: 'GBP' },
    });
  });

  test('shows similar cars, each with its own page, and the search for them', async () => {
    const { page } = await visit(SKODA);
    const [similar, ofDealer] = page.split('Other cars of this dealer');
    expect(similar.match(/<li class="card"/g)).toHaveLength(6);
    expect(ofDealer.match(/<li class="card"/g)).toHaveLength(3);
    expect(page).toMatch(/href="\/cars\/\?advert=https%3A%2F%2Fvalley-cars\.example%2F\d+"/);
    expect(page).not.toContain(
      'data-key="https://cars.example/cars/redirect/?api_target=https%3A%2F%2Fvalley-cars.example%2F7"',
    );
    expect(page).toContain('<a href="/?make=skoda&amp;model=octavia&amp;price_min=855&amp;price_max=1159">');
  });

  test('leads back to the search beside its advert', async () => {
    const { page } = await visit(SKODA, '&make=Skoda&price_max=1200');
    expect(page).toContain('<a href="/?make=Skoda&amp;price_max=1200">Back to the search</a>');
    expect((await visit(SKODA)).page).toContain('<a href="/">Search all cars</a>');
  });

  test('is a 410 once withdrawn, and a 404 if no listing has the advert, both with a search', async () => {
    const gone = await visit(WITHDRAWN);
    expect(gone.response.status).toBe(410);
    expect(visibleText(gone.page)).toContain('This car is no longer for sale');
    for (const advert of ['https://elsewhere.example/', 'javascript:alert(1)', '"><script>']) {
      const { response, page } = await visit(advert);
      expect(response.status).toBe(404);
      expect(response.headers.get('etag')).toBeNull();
      expect(visibleText(page)).toContain('No car has this address');
      expect(page).toContain('role="search" action="/"');
      expect(page).not.toContain('<script>');
    }
  });

  test('says how far away the car is from the place of the search that led there', async () => {
    const { page } = await visit(JAGUAR, '&location=SW1A+1AA&make=Jaguar');
    expect(visibleText(page)).toContain('Place London, 0 miles away');
    expect(visibleText((await visit(JAGUAR, '&location=Nowhere')).page)).toContain('Place London Dealer');
  });

  test('says without an advert that a car has to be chosen', async () => {
    const { response, page } = await visit('');
    expect(response.status).toBe(404);
    expect(visibleText(page)).toContain(
      'This page shows one car. Search for cars, and choose one of the results.',
    );
  });

  test('has a policy that runs no script but ours, and an entity tag', async () => {
    const { response } = await visit(JAGUAR);
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; /,
    );
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    const etag = response.headers.get('etag') ?? '';
    expect((await visit(JAGUAR, '', { ...HTML.headers, 'if-none-match': etag })).response.status).toBe(304);
    expect((await visit(SKODA, '', { ...HTML.headers, 'if-none-match': etag })).response.status).toBe(200);
  });

  test.each([
    ['listed', JAGUAR, 304],
    ['withdrawn', WITHDRAWN, 410],
    ['unknown', 'https://elsewhere.example/', 404],
  ])('matches If-None-Match: * only if there is one: an advert that is %s', async (_, advert, status) => {
    const headers = { ...HTML.headers, 'if-none-match': '*' };
    const { response, page } = await visit(advert, '', headers);
    expect([response.status, page === '']).toEqual([status, status === 304]);
    expect(response.headers.get('etag') === null).toBe(status !== 304);
  });

  test('is where the cards of results lead, with their search', async () => {
    const { url } = await serve();
    const page = await (await fetch(`${url}/?make=jaguar`, HTML)).text();
    const [, href = ''] = /<h3[^>]*><a href="([^"]*)"/.exec(page) ?? [];
    expect(href).toBe(`/cars/?advert=${encodeURIComponent(JAGUAR)}&amp;make=jaguar`);
  });
});
