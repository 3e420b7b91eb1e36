import { describe, expect, it } from 'vitest';
import { readImageUrl, readImageUrls, readPageUrl, sitesIn } from '../../../src/ingest/values/url.ts';
import { NOT_GIVEN, UNREADABLE } from '../../../src/ingest/values/text.ts';

describe('an image', () => {
  it.each([
    ['https://a.example/1.jpg', 'https://a.example/1.jpg'],
    ['https://a.example/1.jpg?w=8&amp;h=6&#038;q=9&#x26;r=1', 'https://a.example/1.jpg?w=8&h=6&q=9&r=1'],
    ['', null],
    [null, null],
    ['null', null],
    ['N/A', NOT_GIVEN],
    ['1.jpg', UNREADABLE],
    [1, UNREADABLE],
    [{}, UNREADABLE],
  ])('%j is read as %j', (value, expected) => {
    expect(readImageUrl(value)).toBe(expected);
  });
});

describe('the address of a page', () => {
  it.each([
    ['https://a.example/1', 'https://a.example/1'],
    ['https://a.example/1 (https://a.example/1)', 'https://a.example/1'],
    ['Car 12#https://a.example/car.asp?id=12#', 'https://a.example/car.asp?id=12'],
    ['#www.a.example/12##Opens in a window', 'https://www.a.example/12'],
    ['https://a.example/#/cars/1', 'https://a.example/#/cars/1'],
    ['Car 12#cars/12#', undefined],
  ])('%j is read as %j', (text, expected) => {
    expect(readPageUrl(text, undefined)).toBe(expected);
  });
});

describe('a list of images', () => {
  const A = 'https://a.example/1.jpg';
  const B = 'http://b.example/2,3;4.jpg';
  it.each([
    [[A, B], [A, B], []],
    [
      [A, '', null, '/x.jpg', 5, B],
      [A, B],
      ['/x.jpg', 5],
    ],
    [A, [A], []],
    [`${A}|${B}`, [A, B], []],
    [` ${A} | ${B} | `, [A, B], []],
    [`${A}, ${B}`, [A, B], []],
    [`${A};${B}`, [A, B], []],
    [`${A} \n${B}`, [A, B], []],
    [`${A},,; ${B}`, [A, B], []],
    [`${A}~${B}`, [A, B], []],
    [`${A} ^ ${B}^${A}`, [A, B, A], []],
    [`${A}?of=https://b.example/~c/2.jpg`, [`${A}?of=https://b.example/~c/2.jpg`], []],
    [
      'https://c.example/q(80)https://a.example/1.jpg',
      ['https://c.example/q(80)https://a.example/1.jpg'],
      [],
    ],
    ['//a.example/1.jpg, www.a.example/2.jpg', [A, 'https://www.a.example/2.jpg'], []],
    [`["${A}","${B}"]`, [A, B], []],
    [`{"main":"https:\\/\\/a.example\\/1.jpg","more":["${B}"]}`, [A, B], []],
    [`['${A}', '${B}']`, [A, B], []],
    [`"${A}", "${B}"`, [A, B], []],
    [`a:2:{i:0;s:23:"${A}";i:1;s:28:"${B}";}`, [A, B], []],
    [`<img src="${A}" alt="Front"><img src='${B}'>`, [A, B], []],
    [`${A}<br />${B}<br/>`, [A, B], []],
    [`${A},"${B}",${A}`, [A, B, A], []],
    [`'${B}';${A}`, [B, A], []],
    [`a:1:{i:0;a:2:{s:3:"url";s:23:"${A}";s:3:"alt";s:5:"Front";}}`, [A], []],
    [`[{'type': 'image/jpeg', 'url': '${A}'}]`, [A], []],
    [`<a href="https://a.example/cars/1"><img src="${A}"></a>`, [A], []],
    [`<a href="${B}"><img src="https://a.example/thumb/1"></a>`, [B, 'https://a.example/thumb/1'], []],
    [`<a href="https://a.example/cars/1">${A}</a>`, [A], []],
    [`"${A}"<br>"${B}"`, [A, B], []],
    ['[]', [], []],
    ['["', [], ['["']],
    ['1.jpg|2.jpg', [], ['1.jpg', '2.jpg']],
    ['', [], []],
    ['null', [], []],
    [null, [], []],
    [undefined, [], []],
    [{ url: A }, [], [{ url: A }]],
    [5, [], [5]],
  ])('%j gives its URLs', (value, urls, invalid) => {
    expect(readImageUrls(value)).toEqual({ urls, invalid });
  });

  // Quadratic work on this length takes minutes: the test would time out.
  it('is split in time linear in its length', () => {
    expect(readImageUrls(`${' ,;'.repeat(300_000)}x`)).toEqual({ urls: [], invalid: ['x'] });
  });
});

describe('the sites in a text', () => {
  it.each([
    ['Stock list of https://www.moor.example/', ['www.moor.example']],
    ['We are at www.moor.example.', ['www.moor.example']],
    ['{"site":"https://moor.example","tel":"1"}', ['moor.example']],
    ['https://images.moor.example/a/b.jpg', []],
    ['https://www.moor.example/cars/1', []],
    ['https://moor.example/?page=1', []],
    ['stock@www.moor.example', []],
  ])('%j are %j', (text, sites) => {
    expect(sitesIn(text)).toEqual(sites);
  });
});
