// Texts as UTF-8: whatever their length and pieces, the bytes are those of Buffer.from.
import { expect, it } from 'vitest';
import { encodePieces, encodeText } from '../../src/http/encode-text.ts';
import { h } from '../../src/pages/element.ts';
import { renderHtml, renderHtmlTo } from '../../src/pages/render-html.ts';

const LONG = '£12,995 · 🚗 '.repeat(60_000);

it.each(['', 'a', '🚗', LONG])('a text of any length is encoded whole', (text) => {
  expect(encodeText(text).equals(Buffer.from(text))).toBe(true);
});

it('pieces that outgrow the kept memory follow each other, and the next text is encoded alone', () => {
  const pieces = [LONG, 'middle', LONG, ''];
  const encoded = encodePieces((write) => pieces.forEach(write));
  expect(encodeText('next').toString()).toBe('next');
  expect(encoded.equals(Buffer.from(pieces.join('')))).toBe(true);
});

it('a page in pieces has the HTML of the whole page', () => {
  const page = h('ol', {}, [
    Array.from({ length: 3000 }, (_, i) => h('li', { title: `car "${i}"` }, [i, ' £ & ', h('wbr', {})])),
  ]);
  const pieces: string[] = [];
  renderHtmlTo((piece) => pieces.push(piece), page);
  expect(pieces.length).toBeGreaterThan(3);
  expect(pieces.join('')).toBe(renderHtml(page));
});
