// Which pictures of a car the page may load.
import { expect, test } from 'vitest';
import type { Vehicle } from '../../../src/api/responses.ts';
import { cardPictures, fullPictures } from '../../../src/pages/view/car-parts.ts';

const car = (thumbnail: string | null, images: readonly string[]): Vehicle =>
  ({ thumbnail, images }) as unknown as Vehicle;

const SMALL = 'https://pictures.example/small.jpg';
const FRONT = 'https://pictures.example/front.jpg';
const REAR = '/pictures/rear.svg';

test('a card begins with the small picture, and has each of the others once', () => {
  expect(cardPictures(car(SMALL, [FRONT, SMALL, REAR, FRONT]))).toEqual([SMALL, FRONT, REAR]);
  expect(cardPictures(car(null, [REAR, FRONT]))).toEqual([REAR, FRONT]);
  expect(cardPictures(car(null, []))).toEqual([]);
});

test('a listing has the pictures in full, and the small one only if there is no other', () => {
  expect(fullPictures(car(SMALL, [FRONT, REAR, FRONT]))).toEqual([FRONT, REAR]);
  expect(fullPictures(car(SMALL, []))).toEqual([SMALL]);
  expect(fullPictures(car(null, []))).toEqual([]);
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:image/svg+xml;base64,PHN2Zy8+',
  'data:text/html,x',
  'blob:https://pictures.example/1',
  'file:///etc/hostname',
  '//pictures.example/1.jpg',
  ' https://pictures.example/1.jpg',
  'rear.jpg',
  '',
])('%j is no picture of the web or of this site', (url) => {
  expect(cardPictures(car(url, [url, FRONT]))).toEqual([FRONT]);
  expect(fullPictures(car(url, [url, FRONT]))).toEqual([FRONT]);
  expect(fullPictures(car(url, []))).toEqual([]);
});
