// Query strings over the table of parameters: values that are good, values at the edge of what is good, and anything else.
import type { Random } from '../../src/demo/random.ts';
import { PARAMETERS, type Parameter } from '../../src/listing/parameters.ts';
import { encoded } from './encodings.ts';
import { hostileText } from './hostile-text.ts';

const WORDS = [
  'ford', 'Focus', 'golf', 'VW', 'Mercedes', '3 Series', 'Škoda', 'diesel', 'panoramic roof', 'estate', 'red', 'hetaed seats',
  'fosuc', 'full service history', '320d', 'automatic', 'a', '5', 'under £10k', 'near Leeds', '67 plate', 'not black', 'cheap',
]; // prettier-ignore
const POSTCODES = [
  'SW1A 1AA',
  'sw1a1aa',
  'LS1',
  'G22',
  'M1 1',
  'BT1 5GS',
  'SW',
  'Leeds',
  'ZZ9 9ZZ',
  'JE2',
  'EC1A 1BB ',
];
const DEALERS = ['northgate-cars.example', 'https://www.valley-cars.example/', 'none.example', 'a,b,,c', ','];
const NUMBERS = [
  '0', '1', '-1', '007', '5000', '15000', '2015', '60000', '9007199254740991', '-9007199254740991', '9007199254740992',
  '12.5', '1e3', '10,000', '2.0', '1.4', '0.0000001', ' 12 ', '6', '7', '-0', '1.', '1_000',
]; // prettier-ignore

/** Names that are no parameters: misspelt ones, those of other programs, and those that JavaScript's objects have. */
const OTHER_NAMES = [
  'fuel', 'Make', 'price', 'pricemin', 'limit', 'offset', 'per_page', 'api_target', 'text', 'callback', 'utm_source', 'make[]',
  'make[$ne]', 'q.x', '__proto__', '__proto__[x]', 'constructor', 'constructor[prototype][x]', 'hasOwnProperty', 'toString', '',
]; // prettier-ignore

/** Without its question mark. */
export function queryString(random: Random): string {
  const most = random.chance(0.02) ? 200 : 5;
  const pairs = Array.from({ length: random.whole(0, most) }, () => pair(random));
  // Twice the same, or the same name with another value.
  if (pairs.length > 0 && random.chance(0.05)) pairs.push(random.pick(pairs));
  const separator = random.chance(0.03) ? random.pick([';', '&&', '&;', '%26', '?']) : '&';
  const tail = random.chance(0.03)
    ? random.pick(['&', '#fragment', '&%', '=', '&=', '&q', '?q=1', '&a=%00'])
    : '';
  return pairs.join(separator) + tail;
}

/** The name and value of one parameter, written as `name=value`. */
function pair(random: Random): string {
  if (random.chance(0.1)) {
    const name = random.chance(0.8) ? random.pick(OTHER_NAMES) : hostileText(random);
    return written(name, hostileText(random), random);
  }
  const parameter = random.pick(PARAMETERS);
  const value = random.chance(0.2) ? hostileText(random) : goodValue(parameter, random);
  return written(parameter.name, value, random);
}

function written(name: string, value: string, random: Random): string {
  if (random.chance(0.01)) return encoded(name, random);
  return `${encoded(name, random)}=${encoded(value, random)}`;
}

function goodValue({ kind, allowed = [], example }: Parameter, random: Random): string {
  if (random.chance(0.1)) return String(example);
  switch (kind) {
    case 'text':
      return Array.from({ length: random.whole(1, 3) }, () => random.pick(WORDS)).join(' ');
    case 'integer':
    case 'number':
      return random.chance(0.5)
        ? random.pick(NUMBERS)
        : String(random.whole(0, random.pick([7, 40, 3000, 90_000])));
    case 'enumeration':
      return random.chance(0.8) ? random.pick(allowed) : random.pick(allowed).toUpperCase();
    case 'domains':
      return random.pick(DEALERS);
    case 'postcode':
      return random.pick(POSTCODES);
  }
}

/** A phrase such as people type. */
export function phrase(random: Random): string {
  if (random.chance(0.3)) return hostileText(random);
  return Array.from({ length: random.whole(0, 9) }, () =>
    random.pick([...WORDS, ...POSTCODES, ...NUMBERS]),
  ).join(' ');
}
