// A stock whose adverts say as much as they may, in words without a space, in scripts from right to left, with any number of pictures
// and of missing ones. Pictures are drawn by the test (in-chromium.ts).
import { HUGE_PICTURES, MISSING_PICTURES, TALL_PICTURES } from './in-chromium.ts';
import { PICTURES } from './page-stock.ts';

/** A word that no line has room for. */
export const LONG_WORD = 'W'.repeat(400);
/** The longest that a make, model or place may be. */
export const LONG_NAME = 'M'.repeat(200);
const LONG_DOMAIN = `${'d'.repeat(63)}.${'e'.repeat(63)}.${'f'.repeat(63)}.example`;
const RIGHT_TO_LEFT = 'סיטרואן אדומה מאוד וגם כחולה';

/** Pictures 1 to `count`, all of which can be loaded, or none. */
const shown = (count: number): string[] => numbered(PICTURES, count);
const missing = (count: number): string[] => numbered(MISSING_PICTURES, count);

function numbered(start: string, count: number): string[] {
  return Array.from({ length: count }, (_, number) => `${start}${number + 1}.svg`);
}

const CARS: readonly Readonly<Record<string, unknown>>[] = [
  {
    id: 'long',
    dealer: LONG_DOMAIN,
    advert_url: `https://${LONG_DOMAIN}/${'a'.repeat(400)}`,
    make: LONG_NAME,
    model: LONG_NAME,
    fuel_type: LONG_NAME,
    transmission: LONG_NAME,
    loc: LONG_NAME,
    images: shown(9),
    full_description: `${LONG_WORD} ${RIGHT_TO_LEFT}\n${LONG_WORD}`,
  },
  {
    id: 'right-to-left',
    make: RIGHT_TO_LEFT,
    model: 'ل'.repeat(200),
    loc: RIGHT_TO_LEFT,
    images: [`${HUGE_PICTURES}1.svg`],
    full_description: `${RIGHT_TO_LEFT} ${'ل'.repeat(400)}\u202e${'א'.repeat(400)}`,
  },
  { id: 'bare', make: 'Bare', full_description: '漢'.repeat(400) + 'a\u0308\u0323'.repeat(400) },
  { id: 'tall', make: 'Tall', images: [`${TALL_PICTURES}1.svg`] },
  {
    id: 'all-facts',
    make: 'Complete',
    mileage: 123_456,
    fuel_type: 'Electric',
    transmission: 'Automatic',
    engine_size: 1.6,
    images: shown(1),
  },
  { id: 'first-missing', make: 'Firstless', images: [...missing(2), ...shown(2)] },
  { id: 'all-missing', make: 'Pictureless', images: missing(3) },
  { id: 'mostly-missing', make: 'Album', images: [...shown(1), ...missing(90), ...shown(10).slice(1)] },
  {
    id: 'unsafe-pictures',
    make: 'Unsafe',
    images: ['javascript:alert(1)', 'data:image/svg+xml;base64,PHN2Zy8+', 'data:text/html,x'],
  },
];

export const HOSTILE_STOCK: readonly string[] = CARS.map((car, number) =>
  JSON.stringify({
    dealer: 'valley-cars.example',
    advert_url: `https://valley-cars.example/${String(car['id'])}`,
    year: 2010 + number,
    price: 5000 + 100 * number,
    mileage: 10_000 + 1000 * number,
    postcode: 'LS1 4AP',
    ...car,
  }),
);
