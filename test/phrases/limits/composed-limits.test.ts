// Limits of composed phrases: a direction, the words that may turn it round, an amount, and what stands around them. The grammar is the
// test's own, so that it does not agree with the reader's tables by chance. A limit that is turned round or made up is the worst of faults.
import { describe, expect, it } from 'vitest';
import { randomOf, type Random } from '../../support/random.ts';
import { interpretHere } from '../interpret-here.ts';

const PHRASES = 1000;

const ONES = 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' '); // prettier-ignore
const TENS = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

function belowHundred(value: number): string {
  const rest = value % 10;
  if (value < 20) return ONES[value];
  return rest === 0 ? TENS[value / 10] : `${TENS[(value - rest) / 10]} ${ONES[rest]}`;
}

/** A whole number below a million in words. */
function inWords(value: number): string {
  const thousands = Math.floor(value / 1000);
  const rest = value % 1000;
  const hundreds = Math.floor(rest / 100);
  const small = rest % 100;
  const parts = [
    ...(thousands === 0
      ? []
      : [`${thousands >= 100 ? inWords(thousands) : belowHundred(thousands)} thousand`]),
    ...(hundreds === 0 ? [] : [`${ONES[hundreds]} hundred`]),
    ...(small === 0 ? [] : [`${value > 100 ? 'and ' : ''}${belowHundred(small)}`]),
  ];
  return parts.join(' ');
}

interface Amount {
  readonly text: string;
  readonly value: number;
}

function price(random: Random): Amount {
  const hundreds = 20 + random.below(180);
  const value = hundreds * 100;
  const k = hundreds / 10;
  const text = random.oneOf([
    `£${value}`,
    `£${value.toLocaleString('en-GB')}`,
    `${value} pounds`,
    `${k}k`,
    `£${k}k`,
    `${k} grand`,
    `${inWords(value)} pounds`,
    `${value} quid`,
  ]);
  return { text, value };
}

function mileage(random: Random): Amount {
  const thousands = 15 + random.below(100);
  const value = thousands * 1000;
  const text = random.oneOf([
    `${value} miles`,
    `${value.toLocaleString('en-GB')} miles`,
    `${thousands}k miles`,
    `${thousands} thousand miles`,
    `${inWords(value)} miles`,
    `${thousands},000 on the clock`,
    `${thousands}k on the clock`,
  ]);
  return { text, value };
}

function year(random: Random): Amount {
  const value = 2010 + random.below(13);
  return { text: random.oneOf([String(value), `twenty ${inWords(value - 2000)}`]), value };
}

interface Limit {
  readonly text: string;
  readonly parameters: Readonly<Record<string, string>>;
}

const SUBJECTS = ['i', 'we', "i'd say we", 'me and the wife'];
const NEGATIVES = ["wouldn't", "won't", "can't", 'cannot', "don't want to", 'do not want to', 'would not', 'could not', "couldn't", 'am not prepared to', 'will never']; // prettier-ignore
const REFUSALS = ['refuse to', 'am unwilling to', 'am reluctant to', 'hate to'];
const ADVERBS = ['', '', 'really ', 'ever '];
const PAYING = ['pay', 'go', 'spend', 'stretch', 'be paying', 'consider paying'];
const MORE = ['over', 'above', 'more than', 'any more than', 'upwards of', 'anything over', 'a penny over'];
const LESS = ['under', 'below', 'less than', 'anything under', 'any less than'];
const THINGS = ['it', 'the car', 'mine', 'whatever i buy'];
const SHOULD_NOT = ["mustn't", 'must not', "shouldn't", "can't", 'should not', "can't really"];

/** A direction that a negative turns round, and what that makes it. */
function turned(
  random: Random,
  what: string,
  more: readonly string[],
  less: readonly string[],
): { readonly direction: string; readonly parameter: string } {
  const isMore = random.next() < 0.7;
  return { direction: random.oneOf(isMore ? more : less), parameter: `${what}_${isMore ? 'max' : 'min'}` };
}

const RULES: readonly ((random: Random) => Limit)[] = [
  // Said of the buyer: prices.
  (random) => {
    const amount = price(random);
    const limit = turned(random, 'price', MORE, LESS);
    const lead = random.oneOf([...NEGATIVES, ...REFUSALS]);
    return {
      text: `${random.oneOf(SUBJECTS)} ${lead} ${random.oneOf(ADVERBS)}${random.oneOf(PAYING)} ${limit.direction} ${amount.text}`,
      parameters: { [limit.parameter]: String(amount.value) },
    };
  },
  // Said of the car: mileages.
  (random) => {
    const amount = mileage(random);
    const limit = turned(random, 'miles', ['over', 'above', 'more than'], ['under', 'below', 'less than']);
    return {
      text: `${random.oneOf(THINGS)} ${random.oneOf(SHOULD_NOT)} have ${random.oneOf(['', 'done '])}${limit.direction} ${amount.text}`,
      parameters: { [limit.parameter]: String(amount.value) },
    };
  },
  // Years.
  (random) => {
    const { text, value } = year(random);
    const isOlder = random.next() < 0.7;
    const direction = random.oneOf(
      isOlder ? ['older than', 'earlier than', 'before'] : ['newer than', 'later than', 'after'],
    );
    const lead = random.oneOf([
      "don't want anything",
      'nothing',
      "wouldn't touch anything",
      "it can't be",
      "won't look at anything",
      'not interested in anything',
    ]);
    return {
      text: `${lead} ${direction} ${text}`,
      parameters: { [isOlder ? 'year_min' : 'year_max']: String(value) },
    };
  },
  // Nothing turns these round.
  (random) => {
    const amount = price(random);
    const before = random.oneOf([
      'under',
      'below',
      'less than',
      'up to',
      'no more than',
      'at most',
      'max',
      'maximum',
      'at the very most',
      'my limit is',
      'i can go to',
      'i could stretch to',
      'the most i can pay is',
      'not a penny over',
      'nothing over',
      'capped at',
      'as much as',
    ]);
    return { text: `${before} ${amount.text}`, parameters: { price_max: String(amount.value) } };
  },
  (random) => {
    const amount = price(random);
    const before = random.oneOf([
      'over',
      'above',
      'more than',
      'at least',
      'starting at',
      'starting from',
      'no less than',
      'min',
      'minimum',
      'upwards of',
      'at the very least',
      'nothing under',
      'not less than',
    ]);
    return { text: `${before} ${amount.text}`, parameters: { price_min: String(amount.value) } };
  },
  (random) => {
    const amount = mileage(random);
    const before = random.oneOf([
      'under',
      'below',
      'less than',
      'no more than',
      'at most',
      'mileage under',
      'mileage below',
      'not over',
      'mileage should be under',
      'mileage must be below',
    ]);
    return { text: `${before} ${amount.text}`, parameters: { miles_max: String(amount.value) } };
  },
  (random) => {
    const amount = price(random);
    const after = random.oneOf([
      'or less',
      'max',
      'tops',
      'at most',
      'at the very most',
      'is my limit',
      'is the most i can spend',
      'and not a penny more',
      'and no more',
      'maximum',
      'or under',
    ]);
    return { text: `${amount.text} ${after}`, parameters: { price_max: String(amount.value) } };
  },
  (random) => {
    const { text, value } = year(random);
    const after = random.oneOf([
      'or newer',
      'onwards',
      'or later',
      'or younger',
      'at the oldest',
      'and newer',
      'or more recent',
    ]);
    return { text: `${text} ${after}`, parameters: { year_min: String(value) } };
  },
  (random) => {
    const low = price(random);
    const high = price(random);
    const [min, max] = low.value < high.value ? [low, high] : [high, low];
    if (min.value === max.value)
      return { text: `under ${max.text}`, parameters: { price_max: String(max.value) } };
    const text = random.oneOf([
      `between ${min.text} and ${max.text}`,
      `at least ${min.text} but no more than ${max.text}`,
      `from ${min.text} to ${max.text}`,
      `nothing under ${min.text} or over ${max.text}`,
    ]);
    return { text, parameters: { price_min: String(min.value), price_max: String(max.value) } };
  },
];

/** Said around a limit, with numbers that limit nothing. */
const BEFORE = ['', '', 'golf, ', 'hello, ', "i'm after a ford focus and ", "i've got two kids and a dog, ", 'my lad is 19, ', 'ring me on 07700 900123, ', 'i do 12,000 miles a year, ', 'i paid £9,000 for my last one, ', 'we live at 42 Acacia Road, ', "i'm free at 6:30, "]; // prettier-ignore
const AFTER = [
  '',
  '',
  '',
  ' please',
  ', petrol',
  ', thanks',
  ', and i can view at half past ten',
  ', cheers',
];

const LIMITS = /^(?:price|miles|year|engine)_(?:min|max)$/;

function limitsOf(text: string): readonly (readonly [string, unknown])[] {
  return Object.entries(interpretHere(text).parameters)
    .filter(([name]) => LIMITS.test(name))
    .sort();
}

describe('a limit', () => {
  it('of composed phrases is the one that was said, neither turned round nor made up', () => {
    const random = randomOf(20_261_124);
    const wrong: string[] = [];
    for (let i = 0; i < PHRASES; i++) {
      const limit = random.oneOf(RULES)(random);
      const text = `${random.oneOf(BEFORE)}${limit.text}${random.oneOf(AFTER)}`;
      const found = limitsOf(text);
      const isRight = JSON.stringify(found) === JSON.stringify(Object.entries(limit.parameters).sort());
      if (!isRight) wrong.push(`${text}: ${JSON.stringify(found)}, not ${JSON.stringify(limit.parameters)}`);
    }
    expect(wrong).toEqual([]);
  });
});
