// The demo's tables: a mistake is an error with its line, because it would only show in some listings.
import { describe, expect, it } from 'vitest';
import {
  parseBodies,
  parseDealers,
  parseFeatures,
  parsePaints,
  parsePhrases,
  parsePlaces,
} from '../../src/demo/tables.ts';

const BODIES = 'body\tin adverts\tdoors\tkinds\n';
const TWO_BODIES = parseBodies(`${BODIES}suv\tSUV\t5\tcar | family\nvan\tpanel van\t4\tworking`);
const PAINTS = 'colour\tshare\tlight\tplain\tdark\tnames\n';
const FEATURES = 'feature\tfrom year\tbodies\tfuels\tfrom price\tto price\tgroup\n';
const features = (text: string) => parseFeatures(`${FEATURES}${text}`, TWO_BODIES);

describe('a row of features', () => {
  it('fits the bodies, and the kinds of bodies, that it lists', () => {
    expect(features('tow bar\t2000\tfamily')[0]?.bodies).toEqual(new Set(['suv']));
    expect(features('bulkhead\t2000\tvan | car')[0]?.bodies).toEqual(new Set(['van', 'suv']));
  });

  it('without bodies, fuels and prices fits any car', () => {
    expect(features('sat nav\t2010')).toEqual([
      {
        text: 'sat nav',
        fromYear: 2010,
        bodies: new Set(['suv', 'van']),
        fuels: ['Petrol', 'Diesel', 'Hybrid', 'Electric'],
        fromGbp: 0,
        toGbp: Infinity,
        group: '',
      },
    ]);
  });
});

it.each([
  ["Line 2 of the demo's bodies is wrong: 'SUV' is not in small letters", () => parseBodies(`${BODIES}SUV`)],
  [
    "Line 2 of the demo's bodies is wrong: 'fast' is none of car, roofed, family",
    () => parseBodies(`${BODIES}suv\tSUV\t5\tfast`),
  ],
  [
    "Line 3 of the demo's bodies is wrong: suv is on line 2 too",
    () => parseBodies(`${BODIES}suv\tSUV\t5\tcar\nsuv\tSUV\t5\tcar`),
  ],
  [
    "Line 2 of the demo's paints is wrong: 'red' is not a CSS colour",
    () => parsePaints(`${PAINTS}red\t1\tred\t#000000\t#000000\tRed`),
  ],
  [
    "Line 2 of the demo's paints is wrong: 'Rouge' is not red",
    () => parsePaints(`${PAINTS}red\t1\t#000000\t#000000\t#000000\tRouge`),
  ],
  [
    "Line 2 of the demo's features is wrong: 'tank' is neither a body nor a kind of bodies",
    () => features('tow bar\t2000\ttank'),
  ],
  [
    "Line 2 of the demo's features is wrong: 'Steam' is none of Petrol, Diesel, Hybrid, Electric",
    () => features('boiler\t2000\t\tSteam'),
  ],
  [
    "Line 3 of the demo's features is wrong: tow bar is on line 2 too",
    () => features('tow bar\t2000\ntow bar\t2001'),
  ],
  [
    "Line 2 of the demo's phrases is wrong: 'end' is none of opening, features",
    () => parsePhrases('place\tphrase\nend\tBye.'),
  ],
  ["the demo's phrases have none for 'features'", () => parsePhrases('place\tphrase\nopening\t{car}')],
  [
    "Line 2 of the demo's dealers is wrong: 'boats' is none of general, commercial",
    () => parseDealers('trade\tdealer\tsites\nboats\tquayside\t1'),
  ],
  [
    "Line 2 of the dealers' places is wrong: it has no postcode and town",
    () => parsePlaces('postcode\ttown\nLS1 4AP'),
  ],
])('a mistake is refused: %s', (message, parse) => {
  expect(parse).toThrow(message);
});
