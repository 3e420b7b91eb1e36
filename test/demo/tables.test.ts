// The demo's tables: a mistake is an error with its line, because it would only show in some listings.
import { describe, expect, it } from 'vitest';
import {
  parseBodies,
  parseDealers,
  parseFeatures,
  parsePaints,
  parsePhrases,
  parseDealerPlaces,
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
  ["the demo's bodies, line 2: 'SUV' is not in small letters", () => parseBodies(`${BODIES}SUV`)],
  [
    "the demo's bodies, line 2: 'fast' is none of car, roofed, family",
    () => parseBodies(`${BODIES}suv\tSUV\t5\tfast`),
  ],
  [
    "the demo's bodies, line 3: suv is on line 2 too",
    () => parseBodies(`${BODIES}suv\tSUV\t5\tcar\nsuv\tSUV\t5\tcar`),
  ],
  [
    "the demo's paints, line 2: 'red' is not a CSS colour",
    () => parsePaints(`${PAINTS}red\t1\tred\t#000000\t#000000\tRed`),
  ],
  [
    "the demo's paints, line 2: 'Rouge' is not red",
    () => parsePaints(`${PAINTS}red\t1\t#000000\t#000000\t#000000\tRouge`),
  ],
  [
    "the demo's features, line 2: 'tank' is neither a body nor a kind of bodies",
    () => features('tow bar\t2000\ttank'),
  ],
  [
    "the demo's features, line 2: 'Steam' is none of Petrol, Diesel, Hybrid, Electric",
    () => features('boiler\t2000\t\tSteam'),
  ],
  ["the demo's features, line 3: tow bar is on line 2 too", () => features('tow bar\t2000\ntow bar\t2001')],
  [
    "the demo's phrases, line 2: 'end' is none of opening, features",
    () => parsePhrases('place\tphrase\nend\tBye.'),
  ],
  ["the demo's phrases have none for 'features'", () => parsePhrases('place\tphrase\nopening\t{car}')],
  [
    "the demo's dealers, line 2: 'boats' is none of general, commercial",
    () => parseDealers('trade\tdealer\tsites\nboats\tquayside\t1'),
  ],
  [
    "the dealers' places, line 2: it has no postcode and town",
    () => parseDealerPlaces('postcode\ttown\nLS1 4AP'),
  ],
])('a mistake is refused: %s', (message, parse) => {
  expect(parse).toThrow(message);
});
