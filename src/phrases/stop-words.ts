// Matches words that are neither names nor numbers: stop words (`looking for a`), requests that no search supports
// (`reliable`, `highest mileage`), and negations (`not`).
import type { Matcher } from './match.ts';
import { COMPARATORS_BEFORE } from './comparators.ts';
import { PhraseMatcher } from './phrase-matcher.ts';
import { SMALL_TALK_PHRASES, SMALL_TALK_WORDS } from './small-talk.ts';
import type { TokenizedPhrase } from './tokenized-phrase.ts';

const STOP_PHRASES = new PhraseMatcher<'stop_word' | 'joins' | 'anywhere'>([
  ['joins', 'or, and, and or, either, nor'],
  ['anywhere', 'anywhere, anywhere in the uk, anywhere in england, nationwide, any distance, whole uk, all over the uk, uk wide, any location, in the uk, uk, in england, in britain, in great britain, in the united kingdom, in the country, across the uk, across the country, throughout the uk, around the uk, england, britain, great britain, united kingdom'],
  [
    'stop_word',
    'a, an, the, this, that, these, those, some, any, all, i, im, ive, id, me, my, we, were, weve, wed, us, our, you, your, youve, youd, it, its, he, ' +
      'she, his, her, their, they, them, is, are, am, be, been, was, do, does, did, can, could, would, will, should, shall, may, might, must, have, has, ' +
      'had, having, got, get, gets, getting, give, gimme, show, find, finding, search, searching, look, looking, list, want, wants, wanted, wanting, need, needs, needed, like, love, ' +
      'prefer, preferably, ideally, possibly, maybe, perhaps, please, pls, plz, thanks, thank, cheers, ta, hi, hello, hey, hiya, morning, afternoon, evening, mate, there, ' +
      'help, buy, buying, purchase, purchasing, shopping, after, about, for, of, in, on, at, to, from, with, by, as, so, if, then, than, but, also, just, only, really, very, quite, ' +
      'too, pretty, bit, lot, lots, kind of, type of, sort of, sort, thing, something, anything, one of, what, whats, which, wheres, where, who, how, how many, how much, many, when, ' +
      'why, interested, thinking, considering, hoping, trying, going, go, come, comes, up, out, see, tell, know, think, available, sale, for sale, ' +
      'currently, now, today, soon, asap, sharpish, car, cars, vehicle, vehicles, motor, motors, auto trader, used, second hand, secondhand, pre owned, preowned, ' +
      'listing, listings, advert, adverts, ad, ads, result, results, option, options, example, examples, stock, inventory, dealer, dealers, ' +
      'make, model, makes, models, fuel, gearbox, transmission, location, postcode, sort by, sorted by, sorted, sort order, order by, within, area, around, near, mum, dad, son, daughter, ' +
      'wife, husband, partner, mums, dads, sons, daughters, wifes, husbands, partners, preferred, live, living, based, or nearest offer, or near offer, or best offer, ono, mother, father, friend, myself, budget of, max, min, ' +
      'looking for, in the market for, on the lookout for, hunting for, query, filter, filters, filtered, filter by, id say, etc etc, e g, i e, ones, down, me n, n me, n the, n my, sold by, q, per, each, via, ok, okay, yes, well, oh, erm, um',
  ],
  ['stop_word', `${SMALL_TALK_PHRASES}, ${SMALL_TALK_WORDS.replaceAll(' ', ', ')}`],
]); // prettier-ignore

const NO_SUCH_ORDER = 'There is no such order.';
export const OPINION = "We can't search for this.";
const ALONE = 'This names a property without saying what it should be.';
const NO_COST = 'Running costs are not part of a listing.';

const UNSUPPORTED = new PhraseMatcher<string>([
  [NO_SUCH_ORDER, 'oldest, oldest first, highest mileage, highest miles, most miles, high mileage, furthest, farthest, most popular, popular, highest mileage first'],
  [NO_COST, 'cheap to insure, cheap to run, cheap to tax, cheap to maintain, cheap insurance, cheap tax, cheap road tax, cheap to fix, low insurance, low tax, low running costs, low road tax, low emissions, low emission, economical, fuel efficient, good mpg, good on fuel, cheap on fuel, cheap to run and insure, insurance, insurance group, road tax, on finance, finance'],
  [ALONE, 'price, prices, cost, costs, mileage, miles, year, years, age, engine, engine size, distance, radius, plate, reg, colour, color, grand, quid, pounds, km, litre, litres'],
  [OPINION, 'reliable, dependable, family, nice, good, great, decent, clean, tidy, small, big, large, little, tiny, huge, compact, spacious, roomy, fast, sporty, quick, slow, nippy, fun, comfy, comfortable, safe, safest, best, better, worst, cool, stylish, smart looking, practical, sensible, first, first time, learner, runaround, runabout, new driver, young driver, new, newer, old, older, recent, modern, nearly new, brand new, good condition, great condition, excellent condition, immaculate, mint, ulez, ulez compliant, commuting, commuter, commute, work, school run, summer, winter, towing, dog, dogs, kids, children'],
  ['Tell us a town or postcode.', 'near me, near us, near here, near my house, near home, around me, around here, close to me, close by, in my area, my area, local to me, nearest to me, closest to me, nearest me, closest me, near by, near where i live, from me, of me, away from me'],
  ['It could be petrol or LPG: say which.', 'gas'],
]); // prettier-ignore

const NEGATION = new PhraseMatcher<true>([
  [
    true,
    'not, no, non, without, except, except for, excluding, exclude, excludes, anything but, anything except, anything other than, apart from, other than, avoid, ' +
      'avoiding, never, dont want, dont want a, do not want, dont like, do not like, not a, not an, not any, no to, hate, isnt, arent, doesnt have, does not have, ' +
      'not interested in, rather than, instead of, but not, nothing, dont need, do not need, dont show, do not show, wont, cant be, must not be, must not have, aint, dislike, ' +
      'shouldnt be, should not be, neither',
  ],
]); // prettier-ignore

export const matchStopWords: Matcher = (phrase, at) => {
  const found = STOP_PHRASES.find(phrase, at);
  if (found === undefined && isKiss(phrase, at)) return { length: 1, meaning: { kind: 'stop_words' } };
  if (found === undefined || isPartOfWord(phrase, at)) return undefined;
  const { length, meaning } = found;
  if (meaning === 'anywhere') return { length, meaning: { kind: 'anywhere' } };
  return {
    length,
    meaning: meaning === 'joins' ? { kind: 'stop_words', joins: true } : { kind: 'stop_words' },
  };
};

/** An x as the last word. */
function isKiss({ words }: TokenizedPhrase, at: number): boolean {
  return at === words.length - 1 && words[at].key === 'x' && words[at].gap !== '-';
}

/** The `i` of `i-DTEC` is not the pronoun. */
function isPartOfWord({ words }: TokenizedPhrase, at: number): boolean {
  return words[at].key.length === 1 && words.at(at + 1)?.gap === '-';
}

export const matchUnsupported: Matcher = (phrase, at) => {
  const found = UNSUPPORTED.find(phrase, at);
  return found === undefined
    ? undefined
    : { length: found.length, meaning: { kind: 'unsupported', reason: found.meaning } };
};

export const matchNegation: Matcher = (phrase, at) => {
  const found = NEGATION.find(phrase, at);
  // `but not more than` is a limit.
  const isLimit =
    found !== undefined && found.length > 1 && (COMPARATORS_BEFORE.find(phrase, at + 1)?.length ?? 0) > 1;
  return found === undefined || isLimit ? undefined : { length: found.length, meaning: { kind: 'negation' } };
};
