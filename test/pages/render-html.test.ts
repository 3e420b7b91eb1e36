import { parseDocument } from 'htmlparser2';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attributesOf, h } from '../../src/pages/element.ts';
import { renderHtml } from '../../src/pages/render-html.ts';
import { unratedVehicle } from '../support/vehicle.ts';
import { card } from '../../src/pages/view/car-parts.ts';

type ChildNode = ReturnType<typeof parseDocument>['children'][number];

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</title></textarea></style><svg onload=alert(1)>',
  '&lt;b&gt; &amp;lt; &#60;b&#62;',
  '<!--><script>alert(1)</script>-->',
  ']]><script>alert(1)</script>',
];

describe('an element as HTML', () => {
  test('has escaped strings and attributes, and nothing else', () => {
    const element = h('p', { title: `"'<&>`, hidden: true, lang: null }, [
      `<b>"'&`,
      1,
      [h('br-', {}), null, ''],
    ]);
    expect(renderHtml(element)).toBe(
      '<p title="&quot;&#39;&lt;&amp;&gt;" hidden>&lt;b&gt;&quot;&#39;&amp;1<br-></br-></p>',
    );
  });

  test('parses back to the same text, whatever a listing contains', () => {
    const text = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(text, text, (inside, title) => {
        const [read] = parseDocument(renderHtml(h('p', { title }, inside))).children as [ChildNode];
        expect(read).toMatchObject({ name: 'p', attribs: { title } });
        const texts = 'children' in read ? read.children : [];
        expect(texts.every(({ type }) => String(type) === 'text')).toBe(true);
        expect(texts.map((child) => ('data' in child ? child.data : '')).join('')).toBe(inside);
      }),
    );
  });

  test('has no URL that leads to anything but a page', () => {
    const hrefOf = (href: string): string | undefined => attributesOf(h('a', { href })).get('href');
    for (const href of [
      'https://dealer.example/1',
      'HTTP://dealer.example',
      '/?make=Ford',
      '#found',
      '?page=2',
      'docs/page.css',
      'favicon.ico',
    ]) {
      expect(hrefOf(href)).toBe(href);
    }
    for (const href of [
      'javascript:alert(1)',
      ' javascript:alert(1)',
      'java\nscript:alert(1)',
      'data:text/html,<script>',
      '//elsewhere.example',
      '/\\elsewhere.example',
      '/\t/elsewhere.example',
      'vbscript:x',
    ]) {
      expect(hrefOf(href)).toBeUndefined();
    }
  });

  test('contains no inline script', () => {
    expect(() => renderHtml(h('script', {}, 'alert(1)'))).toThrow('script must not have contents of its own');
  });
});

test('a card of a hostile listing has the same elements and attributes as any other', () => {
  const shape = (text: string): string[] => {
    const car = unratedVehicle({
      year: text,
      make: text,
      model: text,
      mileage: 1,
      fuel_type: text,
      transmission: text,
      engine_size: 1,
      price: 1,
      dealer: text,
      url: `https://cars.example/${text}`,
      loc: text,
      thumbnail: `https://cars.example/${text}`,
      images: [text],
      full_description: text,
      distance_km: 1,
      trim: text,
      written_off: text,
      price_rating: { rating: 'below', comparables: 1, expected: 1, low: 1, high: 1, reason: text },
    });
    const found: string[] = [];
    const walk = (nodes: readonly ChildNode[]): void => {
      for (const node of nodes) {
        if (!('name' in node) || !('attribs' in node)) continue;
        found.push(`${node.name} ${Object.keys(node.attribs).join(' ')}`);
        walk(node.children);
      }
    };
    walk(parseDocument(renderHtml(card(car, 0, '/cars/?advert=x', false))).children);
    return found;
  };
  const harmless = shape('a');
  expect(harmless).toEqual([
    'li class data-key',
    'div class',
    'a class href data-car tabindex aria-hidden data-own',
    'img src alt width height decoding referrerpolicy fetchpriority',
    'div class',
    'h3 dir',
    'a href data-car',
    'p class',
    'span ',
    'span dir',
    'b ',
    'span ',
    'i ',
    'span dir',
    'span ',
    'i ',
    'span dir',
    'span ',
    'i ',
    'span dir',
    'div class',
    'p class',
    'details class data-keeps',
    'summary aria-label',
    'p ',
    'p class dir',
    'p class',
    'a href rel',
    'p class',
    'span class',
    'button type class data-save aria-pressed aria-label',
  ]);
  for (const text of HOSTILE) expect(shape(text)).toEqual(harmless);
});
