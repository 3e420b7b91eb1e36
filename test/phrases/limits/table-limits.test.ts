// Every limit of the tables, beside each kind of amount and among numbers that limit nothing: its direction is the one that its row says, and
// nothing else is limited.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { randomOf, type Random } from '../../support/random.ts';
import { interpretHere } from '../interpret-here.ts';

interface Row {
  readonly phrase: string;
  readonly list: string;
  readonly means: string;
}

const CHOICE = /\S+\|\S+/;

/** A row for each word of its first choice. */
const ROWS: readonly Row[] = readFileSync(
  new URL('../../../assets/phrases/quantities.tsv', import.meta.url),
  'utf8',
)
  .split('\n')
  .slice(1)
  .filter((line) => line !== '' && !line.startsWith('# '))
  .map((line) => line.split('\t'))
  .flatMap(([phrase, list, means = '']) => {
    const words = CHOICE.exec(phrase)?.[0].split('|') ?? [''];
    return words.map((word) => ({ phrase: phrase.replace(CHOICE, word), list, means }));
  });

/** A phrase of a row, with a phrase for each list in braces and one word of each further choice. */
function phraseOf({ phrase }: Row, random: Random): string {
  return phrase
    .replace(
      /\{([^{}?]*)\??\}/g,
      (_, list: string) => random.oneOf(ROWS.filter((row) => row.list === list)).phrase,
    )
    .replace(new RegExp(CHOICE, 'g'), (words) => random.oneOf(words.split('|')))
    .replaceAll('?', '')
    .trim();
}

type Limits = Readonly<Record<string, string>>;

interface Amount {
  readonly text: string;
  readonly limits: (side: 'min' | 'max') => Limits;
}

function price(random: Random): Amount {
  const value = (20 + random.below(300)) * 100;
  const text = random.oneOf([
    `£${value}`,
    `£${value.toLocaleString('en-GB')}`,
    `${value / 1000}k`,
    `${value} pounds`,
  ]);
  return { text, limits: (side) => ({ [`price_${side}`]: String(value) }) };
}

function mileage(random: Random): Amount {
  const value = (10 + random.below(120)) * 1000;
  const text = random.oneOf([
    `${value} miles`,
    `${value.toLocaleString('en-GB')} miles`,
    `${value / 1000}k miles`,
  ]);
  return { text, limits: (side) => ({ [`miles_${side}`]: String(value) }) };
}

function year(random: Random): number {
  return 2006 + random.below(17);
}

const YEARS: Readonly<Record<string, (value: number) => Limits>> = {
  'from year': (value) => ({ year_min: String(value) }),
  'to year': (value) => ({ year_max: String(value) }),
  'after year': (value) => ({ year_min: String(value + 1) }),
  'before year': (value) => ({ year_max: String(value - 1) }),
};

interface Said {
  readonly text: string;
  readonly limits: Limits;
}

/** What a row says of an amount, undefined for those that say no direction. */
function said(row: Row, random: Random): Said | undefined {
  const words = phraseOf(row, random);
  const isBefore = row.list === 'limit before';
  const join = (amount: string): string => (isBefore ? `${words} ${amount}` : `${amount} ${words}`);
  if (Object.hasOwn(YEARS, row.means)) {
    const value = year(random);
    return { text: join(String(value)), limits: YEARS[row.means](value) };
  }
  if (row.means !== 'min' && row.means !== 'max') return undefined;
  const amount = /\bmiles?\b/.test(words) ? mileage(random) : price(random);
  return { text: join(amount.text), limits: amount.limits(row.means) };
}

const DISTRACTIONS: readonly ((random: Random) => string)[] = [
  (random) => `my number is 07700 900${100 + random.below(900)}`,
  (random) => `call me after ${1 + random.below(11)}pm`,
  (random) => `my daughter is ${17 + random.below(20)}`,
  (random) => `we live at ${1 + random.below(200)} Station Road`,
  (random) => `there are ${2 + random.below(4)} kids and ${1 + random.below(3)} dogs`,
  (random) => `i do ${(5 + random.below(20)) * 1000} miles a year`,
  (random) => `passed my test in ${1985 + random.below(35)}`,
  (random) => `my last one cost me £${(2 + random.below(20)) * 1000}`,
  (random) => `insurance was £${500 + random.below(900)}`,
  (random) => `i commute ${10 + random.below(60)} miles a day`,
  (random) => `i'm 6 foot ${1 + random.below(5)}`,
  (random) => `ref ${10_000 + random.below(80_000)}`,
  (random) => `free at ${1 + random.below(11)}:30 on saturday`,
  (random) => `£${150 + random.below(200)} a month on finance`,
  (random) => `after ${40 + random.below(20)} mpg`,
  (random) => `0 to 60 in ${5 + random.below(6)} seconds`,
  (random) => `been driving for ${3 + random.below(40)} years`,
  (random) => `i'm ${20 + random.below(60)} years old`,
];

const LIMIT = /^(?:price|miles|year|engine)_(?:min|max)$|^distance$/;

function limitsOf(text: string): string {
  const found = Object.entries(interpretHere(text).parameters).filter(([name]) => LIMIT.test(name));
  return JSON.stringify(found.sort());
}

function wrongAmong(phrases: readonly Said[]): string[] {
  return phrases.flatMap(({ text, limits }) => {
    const wanted = JSON.stringify(Object.entries(limits).sort());
    const found = limitsOf(text);
    return found === wanted ? [] : [`${text}: ${found}, not ${wanted}`];
  });
}

const LIMIT_ROWS = ROWS.filter(({ list }) => list === 'limit before' || list === 'limit after');

describe('a limit of the tables', () => {
  it('limits in its direction only', () => {
    const random = randomOf(20_261_128);
    const phrases = LIMIT_ROWS.flatMap((row) => said(row, random) ?? []);
    expect(phrases.length).toBeGreaterThan(400);
    expect(wrongAmong(phrases)).toEqual([]);
  });

  it('is all that is limited among numbers that say nothing of the car', () => {
    const random = randomOf(20_261_129);
    // `the newest 2016 Golf` is of 2016.
    const isLoose = (phrase: string): boolean =>
      ROWS.some((row) => row.list === 'superlative' && row.phrase === phrase);
    const rows = LIMIT_ROWS.filter(({ phrase }) => !isLoose(phrase));
    const phrases = Array.from({ length: 300 }, (): Said | undefined => {
      const limit = said(random.oneOf(rows), random);
      const parts = [random.oneOf(DISTRACTIONS)(random), 'golf', random.oneOf(DISTRACTIONS)(random)];
      return limit && { ...limit, text: [parts[0], `${parts[1]} ${limit.text}`, parts[2]].join(', ') };
    });
    expect(wrongAmong(phrases.filter((phrase) => phrase !== undefined))).toEqual([]);
  });
});

describe('numbers that say nothing of the car', () => {
  it('limit nothing', () => {
    const random = randomOf(20_261_130);
    const phrases = Array.from({ length: 150 }, (): Said => {
      const parts = [random.oneOf(DISTRACTIONS)(random), 'red golf', random.oneOf(DISTRACTIONS)(random)];
      return { text: parts.join(random.oneOf([', ', '. '])), limits: {} };
    });
    expect(wrongAmong(phrases)).toEqual([]);
  });
});
