// Numbers of composed phrases: those that limit a search, in words and behind verbs, beside numbers that say nothing of the vehicle that is
// wanted. The grammar is the test's own. A limit that is turned round or made up is the worst of faults.
import { describe, expect, it } from 'vitest';
import { randomOf, type Random } from '../../support/random.ts';
import { interpretHere } from '../interpret-here.ts';

const PHRASES = 1000;
const DIGITS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const TEENS = ['ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen'];

interface Limit {
  readonly text: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** `fourteen five` */
function spokenPrice(random: Random): { readonly text: string; readonly value: number } {
  const thousands = 2 + random.below(16);
  const hundreds = 1 + random.below(9);
  const words = thousands < 10 ? DIGITS[thousands - 1] : TEENS[thousands - 10];
  return { text: `${words} ${DIGITS[hundreds - 1]}`, value: thousands * 1000 + hundreds * 100 };
}

const RULES: readonly ((random: Random) => Limit)[] = [
  (random) => {
    const { text, value } = spokenPrice(random);
    const before = random.oneOf(['no more than', 'i can stretch to', 'budget is', 'not a penny over', 'up to', "won't go above"]); // prettier-ignore
    return { text: `${before} ${text}`, parameters: { price_max: String(value) } };
  },
  (random) => {
    const { text, value } = spokenPrice(random);
    const before = random.oneOf(['at least', 'no less than', 'minimum', "won't go below"]);
    return { text: `${before} ${text}`, parameters: { price_min: String(value) } };
  },
  (random) => {
    const thousands = 20 + random.below(80);
    const verb = random.oneOf(['done', 'covered', 'clocked up', 'travelled']);
    const more = random.oneOf(['over', 'more than', 'above', 'any more than']);
    const cannot = random.oneOf(["mustn't", "can't", 'should not', "shouldn't", 'must not']);
    return {
      text: `it ${cannot} have ${verb} ${more} ${random.oneOf([`${thousands}k`, `${thousands},000`, `${thousands} thousand`])}`,
      parameters: { miles_max: String(thousands * 1000) },
    };
  },
  (random) => {
    const k = 3 + random.below(12);
    const extra = random.oneOf(['plus 1k for repairs', 'plus £500 for insurance', 'plus tax', 'plus a bit for tax', 'plus £300 for a service']); // prettier-ignore
    return { text: `budget ${k}k ${extra}`, parameters: { price_max: String(k * 1000) } };
  },
  (random) => {
    const k = 3 + random.below(12);
    const correction = random.oneOf(['make that', 'no, make that', 'sorry, i mean', 'scratch that,']);
    const [before, parameter] = random.oneOf([
      ['under', 'price_max'],
      ['over', 'price_min'],
      ['at least', 'price_min'],
      ['up to', 'price_max'],
    ] as const);
    return { text: `${before} ${k}k, ${correction} ${k + 1}k`, parameters: { [parameter]: String((k + 1) * 1000) } }; // prettier-ignore
  },
  (random) => {
    const whole = 3 + random.below(12);
    const [part, share] = random.oneOf([
      ['half', 500],
      ['quarter', 250],
    ] as const);
    return {
      text: `up to ${whole < 10 ? DIGITS[whole - 1] : TEENS[whole - 10]} and a ${part} thousand pounds`,
      parameters: { price_max: String(whole * 1000 + share) },
    };
  },
  // Nothing is limited.
  (random) => ({ text: random.oneOf(['a cheap one', 'something nice', 'any colour']), parameters: {} }),
];

/** Numbers that say nothing of the vehicle that is wanted. */
const ASIDES: readonly ((random: Random) => string)[] = [
  () => '',
  (random) => `my current car is a red 1.2 Corsa, ${2005 + random.below(12)}, ${70 + random.below(60)}k. `,
  (random) =>
    `i have a 2012 Focus 1.6 diesel, ${60 + random.below(60)}k miles, worth £${20 + random.below(20)}00. `,
  (random) =>
    `i need it by the ${random.oneOf(['15th', '3rd', '21st'])} of ${random.oneOf(['March', 'June', 'December'])} 2026, `,
  (random) => `need it by 2026-0${1 + random.below(9)}-1${random.below(10)}, `,
  (random) =>
    `${random.oneOf(['ad ref', 'order number', 'stock number', 'reference'])} ${10_000 + random.below(80_000)}, `,
  (random) => `my salary is ${20 + random.below(30)}k, `,
  (random) => `the insurance quote was ${5 + random.below(15)}00, `,
  (random) => `i'm selling my house for ${150 + random.below(300)}k, `,
  (random) => `i spent ${1 + random.below(4)}k on repairs last year, `,
  (random) => `i commute up and down the M${random.oneOf([2, 3, 4, 5, 6])}, `,
  (random) => `it's a round trip of ${20 + random.below(80)} miles, `,
  (random) => `since ${2005 + random.below(15)} we've had a Zafira, `,
  (random) => `something that does ${40 + random.below(30)} mpg, `,
  (random) => `it has to tow ${1 + random.below(3)} tonnes, `,
  (random) => `reg ${random.oneOf(['AB12 CDE', 'LN65 XYZ', 'KT17 OWR'])}, `,
];
const AFTER = ['', '', ' please', ', petrol', ', thanks'];
const LIMITS = /^(?:price|miles|year|engine)_(?:min|max)$/;

function limitsOf(text: string): readonly (readonly [string, unknown])[] {
  return Object.entries(interpretHere(text).parameters)
    .filter(([name]) => LIMITS.test(name))
    .sort();
}

describe('numbers', () => {
  it('of composed phrases limit what was said, and numbers of other things limit nothing', () => {
    const random = randomOf(20_261_125);
    const wrong: string[] = [];
    for (let i = 0; i < PHRASES; i++) {
      const limit = random.oneOf(RULES)(random);
      const text = `${random.oneOf(ASIDES)(random)}${limit.text}${random.oneOf(AFTER)}`;
      const found = limitsOf(text);
      const isRight = JSON.stringify(found) === JSON.stringify(Object.entries(limit.parameters).sort());
      if (!isRight) wrong.push(`${text}: ${JSON.stringify(found)}, not ${JSON.stringify(limit.parameters)}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe('an amount of a few pounds', () => {
  it.each([
    ['up to £13', 'Is £13 meant as £13,000?', [{ price_max: '13000' }, { price_max: '13' }]],
    ['at least £9', 'Is £9 meant as £9,000?', [{ price_min: '9000' }, { price_min: '9' }]],
  ])('is asked about: %s', (text, question, choices) => {
    const { parameters, unsupported } = interpretHere(text);
    const asks = unsupported.find((one) => one.asks)?.asks;
    expect([parameters, asks?.question, asks?.choices.map((choice) => choice.parameters)]).toEqual([
      {},
      question,
      choices,
    ]);
  });
});

describe('words that share a noun', () => {
  it.each([
    ['3 or 5 door fiesta', '3 door or 5 door'],
    ['5 or 7 seats', '5 seats or 7 seats'],
    ['Seven-seater', 'Seven seater'],
  ])('are each searched for with it: %s', (text, q) => {
    expect(interpretHere(text).q).toBe(q);
  });
});

it.each([
  ['juke 2014 2015 or 2016', { year_min: '2014', year_max: '2016' }],
  ['juke 2020, 2019 or 2018', { year_min: '2018', year_max: '2020' }],
  ['juke 2017 or 2016', { year_min: '2016', year_max: '2017' }],
  ['Peugeot 2008 2014', { model: '2008', year_min: '2014', year_max: '2014' }],
  ['eight fifty tops', { price_max: '850' }],
  ['half a grand', { price_max: '500' }],
  ['within a mile of LS1 4DY', { distance: '1' }],
  ['within a couple of miles of Leeds', { distance: '1' }],
  ['half a mile from Leeds', { distance: '0' }],
  ['within a few miles of Leeds', { distance: '2' }],
])('is read whole: %s', (text, expected) => {
  expect(interpretHere(text).parameters).toMatchObject(expected);
});
