// Matches descriptions of the car that somebody has already: `part ex my 2012 Fiesta`, `currently driving a Golf`, `my old Astra
// died`. Its make, year and fuel limit no search.
import type { MatchContext, Matcher } from './match.ts';
import { PhraseMatcher } from './phrase-matcher.ts';
import { PhraseReader } from './phrase-reader.ts';
import { isModelWord } from './short-names.ts';
import type { TokenizedPhrase } from './tokenized-phrase.ts';

export const OWN_CAR = 'This is about a car that you have or had, so it was not searched for.';

/** `my last car was`, `current car`. */
const FORMER = ['my last', 'my old', 'my previous', 'my current', 'my present', 'my first', 'our last', 'our old', 'our previous', 'our current', 'old', 'previous', 'current', 'present', 'my', 'our', 'my other', 'my existing', 'existing', 'last']
  .flatMap((whose) => ['car', 'motor', 'vehicle', 'one'].map((noun) => `${whose} ${noun}`))
  .flatMap((car) => [`${car} is`, `${car} was`, ...(/^(?:my|our) (?:car|motor|vehicle|one)$/.test(car) ? [] : [car])]); // prettier-ignore

/** `my daughter drives`. */
const RELATIVES_HAVE = ['my', 'our', 'the', 'his', 'her'].flatMap((whose) =>
  ('mum dad wife husband hubby partner son daughter girlfriend boyfriend fiance mate friend nan gran grandad mother father ' +
    'brother sister uncle aunt missus missis mam lass lad fella other_half bf gf neighbour boss parents kids').split(' ').map((who) => who.replace('_', ' ')).flatMap((who) =>
    ['drives', 'drive', 'has', 'have', 'has got', 'owns', 'runs', 'drove', 'had', 'bought', 'just bought', 'currently drives']
      .map((verb) => `${whose} ${who} ${verb}`))); // prettier-ignore

/** What is done with a car that one has. A name follows, perhaps after `my`. */
const ACTS = new PhraseMatcher<true>([
  [true, [...FORMER, ...RELATIVES_HAVE].join(',')],
  [
    true,
    'p x, part ex, part exing, part exed, partex, part x, part exchange, part exchanging, part exchanged, part chop, px, ' +
      'pxing, pex, p ex, to part ex, to part exchange, to px, chop in, chopping in, trade in, trading in, trade, trading, ' +
      'traded in, swap, swapping, swop, swopping, exchange, exchanging, replace, replacing, replacement for, to replace, a ' +
      'replacement for, get rid of, getting rid of, upgrade from, upgrading from, upgraded from, upgrade my, upgrading, ' +
      'downsize from, downsizing from, downsizing, moving on from, moving up from, moving from, move on from, coming from, ' +
      'come from, came from, coming out of, come out of, coming off, changing from, change from, changing, change, ' +
      'switching from, switch from, going from, go from, stepping up from, step up from, bored of, bored with, fed up with, ' +
      'fed up of, sick of, tired of, been running, have been running, ive been running, weve been running, have been ' +
      'driving, i run, we run, currently drive, currently driving, currently have, currently got, currently own, currently ' +
      'in, currently run, currently running, presently drive, presently driving, at the moment drive, at the moment i have, ' +
      'at the moment i drive, at present i have, at present i drive, i currently drive, i currently have, i currently own, ' +
      'i am driving, im driving, im currently driving, i am currently driving, i drive, we drive, i own, we own, he drives, ' +
      'she drives, already have, already got, already own, i already have, i already own, we already have, ive already got, ' +
      'i have, we have, ive got, weve got, i have got, we have got, i got, we got, got, have, with, driving, been driving, ' +
      'ive been driving, used to have, used to own, used to drive, used to run, previously had, previously owned, ' +
      'previously drove, had, i had, we had, ive had, weve had, had had, owned, i owned, drove, i drove, sold, i sold, sold ' +
      'my, selling, sell, just sold, i am selling, im selling, scrapped, scrapping, crashed, i crashed, wrote off, written ' +
      'off, currently lease, currently leasing, i lease, we lease, i currently lease, im leasing, i am leasing, lost, current car a, mine is, mine was, i am in, im in, am in, ive, weve, i ve, we ve',
  ],
]); // prettier-ignore

/** Acts that others do too (`have you got a Golf`): they count only if what follows says whose the car is. */
const WEAK_ACTS = new PhraseMatcher<true>([
  [true, 'got, have, with, i got, we got, driving, have got, sell, exchange, change, changing, lost, owned, drove, sold, ' +
      'selling, i am in, im in, am in, come from, trade, ive, weve, i ve, we ve'],
]); // prettier-ignore

const OWNERS = new Set('my our his her their me mine'.split(' '));
const RELATIVES = new Set(
  (
    'mums dads wifes wives husbands hubbys partners sons daughters girlfriends boyfriends fiances mates friends nans grans ' +
    'grandads mothers fathers brothers sisters uncles aunts parents missus missuss works'
  ).split(' '),
);
const ARTICLES = new Set('a an the this that one'.split(' '));

/** Words between the owner and the name. */
const ADJECTIVES = new Set(
  (
    'old current existing trusty beloved faithful ageing aging little tired knackered previous last present poor dear reliable ' +
    'petrol diesel hybrid electric auto automatic manual lovely silver black white blue red grey green plate reg year years yr ' +
    'litre l door dr own tatty rusty rubbish unreliable broken dead dying clapped out battered late early much loved great decent ' +
    'mk1 mk2 mk3 mk4 mk5 mk6 mk7 mk8 company lease leased pcp perfectly good high mileage low one owner fsh sold ' +
    'smaller bigger tiny massive big small nice'
  ).split(' '),
);

/** What became of it, or when it was. */
const ENDINGS = new PhraseMatcher<true>([
  [
    true,
    'died, has died, just died, has just died, is dead, is dying, dying, broke, has broken, broke down, has broken down, ' +
      'keeps breaking down, keeps breaking, is broken, failed its mot, failed the mot, failed mot, has failed its mot, just ' +
      'failed its mot, failed, was written off, got written off, been written off, has been written off, is written off, is a ' +
      'write off, was wrote off, gave up, has given up, gave up the ghost, has given up the ghost, packed up, has packed up, ' +
      'packed in, has packed in, blew up, has blown up, conked out, has conked out, was stolen, got stolen, has been stolen, ' +
      'got nicked, was nicked, is on its last legs, on its last legs, has had it, is knackered, is finished, is too small, is ' +
      'too big, is getting old, is getting on, is getting on a bit, needs replacing, wants replacing, needs to go, has to go, ' +
      'is going, has gone, went bang, is falling apart, is rusting away, is costing too much, before, already, previously, at ' +
      'the moment, at the mo, atm, at present, at the minute, right now, now, currently, to swap, to part ex, to partex, to part ' +
      'exchange, to px, to pex, to trade, to trade in, to sell, to chop in, to exchange, to get rid of, to offer, to swop, to ' +
      'move on, as part ex, as part exchange, as a part ex, as a part exchange, as px, as p x, in part ex, in part exchange, ' +
      'in px, for part ex, for part exchange, for px, for exchange, as a trade in, as trade in, in exchange, for swap, for a ' +
      'swap, part ex, part exchange, px, years ago, last year, when i was younger, back in the day, which i love, which i ' +
      'loved, which has died, which died, is too expensive to run, is up, lease is up, lease is ending, lease ends, lease is ' +
      'running out, lease is nearly up',
  ],
]); // prettier-ignore

/** What somebody would pay for it: `been offered £2,200 for my Micra`. */
const OFFERED = new PhraseMatcher<true>([
  [
    true,
    ['', 'been ', 'have been ', 'ive been ', 'weve been ', 'was ', 'got ', 'i was ', 'having been ', 'being '].flatMap((verb) => [`${verb}offered`, `${verb}quoted`]).join(','),
  ],
]); // prettier-ignore
const ROUGHLY = new Set('about around roughly approx circa just over under nearly almost maybe only up to'.split(' ')); // prettier-ignore
const MONEY = new Set('k grand quid pounds pound'.split(' '));
const ITS_MILES = new PhraseMatcher<true>([
  [true, ['', 'miles', 'mile', 'mls', 'mi'].flatMap((unit) => ['on it', 'on her', 'on him', 'on the clock', 'on clock', 'done', ''].map((on) => `${unit} ${on}`.trim())).filter((words) => words !== '').join(',')],
]); // prettier-ignore
const VALUED = new Set('worth valued'.split(' '));
const MIN_MILEAGE = 1000;
const MIN_YEAR = 1950;
const MAX_YEAR = 2099;

/** These end the description, and so does the end of a clause. */
const STOPS = new Set(
  (
    'worth valued for to and but so because as which that then against into onto want wanting wants looking look need needs needing with cause cos now ' +
    'after since if i im we id please would could can hoping searching in'
  ).split(' '),
);
/** After these, a description is of another car. */
const NEW_START = new Set(
  'a an any some something anything another under below over above max less more around about near within cheap cheapest newer newest no not up between budget'.split(' '),
); // prettier-ignore
const MAX_DESCRIPTION = 10;
const MAX_ADJECTIVES = 6;
const MAX_PARENTHESIS = 6;

/** After a name: the car goes. */
const RETURNED = new PhraseMatcher<true>([
  [true, 'going back, goes back, is going back, going back soon, has gone back, has died, just died, died, has just died, has been sold, just sold, was written off, got written off, written off, being returned, gone, has gone'],
]); // prettier-ignore
/** Before a name, like an adjective. */
const HEAPS = new PhraseMatcher<true>([
  [true, ['shed', 'heap', 'banger', 'wreck', 'old shed', 'old heap', 'old banger', 'rust bucket', 'bucket'].flatMap((heap) => [`${heap} of a`, `${heap} of an`]).join(',')],
]); // prettier-ignore

/** Verbs of which others may be the subject: `have you got a Golf`. */
const HAVING = new Set(
  'i we have had got ive weve drive driving own owned drove am im with already'.split(' '),
);
const ASKED_BEFORE = new Set(
  'you youve ya do if to could can may might want should would shall when where'.split(' '),
);

export const matchOwnCar: Matcher = (phrase, at, context) => {
  const reader = new PhraseReader(phrase, at);
  const weak = WEAK_ACTS.find(phrase, at)?.length;
  const isOffer = takeOffer(reader);
  const act = isOffer || reader.take(ACTS);
  const before = phrase.words[at].flows && at > 0 ? phrase.words[at - 1].key : '';
  if (act === true && !isOffer && HAVING.has(phrase.words[at].key) && ASKED_BEFORE.has(before))
    return undefined;
  const isWeak = act === undefined || isOffer || weak === reader.length;
  const isOwn = takeOwner(reader);
  if (act === undefined && !isOwn) return matchReturned(phrase, at, context);
  // `show me Fiestas`
  if (act === undefined && before !== '' && phrase.words[at].key === 'me') return undefined;
  reader.take(HEAPS);
  const hasThe = !isOwn && reader.key === 'the';
  if (!isOwn) reader.skip(ARTICLES, 1);
  const isMarked = act !== undefined && (isOwn || hasThe) && !isWeak;
  if (!takeDescribedName(reader, context, isMarked)) return undefined;
  takeDescription(reader, phrase, context);
  takeItsNumber(reader);
  const isOver = reader.take(ENDINGS) === true;
  if (isWeak && !isOwn && !isOver) return undefined;
  takeItsNumber(reader);
  reader.take(ENDINGS);
  if (isOver) takeRoad(reader);
  takeParenthesis(reader, phrase);
  return { length: reader.length, meaning: { kind: 'unsupported', reason: OWN_CAR } };
};

/** Matches `A-Class going back` as a clause. */
function matchReturned(phrase: TokenizedPhrase, at: number, context: MatchContext): ReturnType<Matcher> {
  const reader = new PhraseReader(phrase, at);
  if (at > 0 && phrase.words[at].flows) return undefined;
  if (!reader.takeName(context) || reader.take(RETURNED) === undefined || reader.word !== undefined)
    return undefined;
  return { length: reader.length, meaning: { kind: 'unsupported', reason: OWN_CAR } };
}

/** Reads `been offered £2,200 for`. */
function takeOffer(reader: PhraseReader): boolean {
  const start = reader.next;
  if (reader.take(OFFERED) === true) {
    reader.skip(ROUGHLY, 2);
    const number = reader.takeNumeral();
    reader.skip(MONEY, 1);
    if (number !== undefined && /^(?:for|against|on)$/.test(reader.key)) {
      reader.next++;
      return true;
    }
  }
  reader.next = start;
  return false;
}

/** Reads its mileage or its worth: `with 72,000 miles on it`, `on 90k`, `worth about 3 grand`. */
function takeItsNumber(reader: PhraseReader): void {
  const start = reader.next;
  const leader = reader.key;
  if (!VALUED.has(leader) && leader !== 'with' && leader !== 'on') return;
  reader.next++;
  if (VALUED.has(leader) && reader.key === 'at') reader.next++;
  reader.skip(ROUGHLY, 2);
  const isPrice = reader.word?.gap.includes('£') === true;
  const number = reader.takeNumeral();
  if (VALUED.has(leader)) reader.skip(MONEY, 1);
  const isMileage = !VALUED.has(leader) && !isPrice && reader.take(ITS_MILES) === true;
  const isLarge = number !== undefined && (number.grouped || number.value >= MIN_MILEAGE);
  const isRight = VALUED.has(leader) || isMileage || (leader === 'on' && isLarge && !isPrice);
  if (number === undefined || !isRight) reader.next = start;
}

/** Reads `on the M6`. */
function takeRoad(reader: PhraseReader): void {
  const start = reader.next;
  if (reader.key === 'on') reader.next++;
  if (reader.next > start && reader.key === 'the') reader.next++;
  if (reader.next === start + 2 && /^(?:[am][0-9]{1,4}|motorway)$/.test(reader.key)) reader.next++;
  else reader.next = start;
}

/** Reads `(58 plate)`. */
function takeParenthesis(reader: PhraseReader, { words }: TokenizedPhrase): void {
  if (!/^\s*\($/.test(words.at(reader.next)?.gap ?? '')) return;
  for (let end = reader.next + 1; end <= Math.min(reader.next + MAX_PARENTHESIS, words.length); end++) {
    const gap = words.at(end)?.gap;
    if (gap === undefined || gap.includes(')')) {
      reader.next = end;
      return;
    }
  }
}

/** Reads `my`, `my wife's`, `the wife's`. */
export function takeOwner(reader: PhraseReader): boolean {
  const start = reader.next;
  const isOwner = OWNERS.has(reader.key);
  if (isOwner || ARTICLES.has(reader.key)) reader.next++;
  const isRelative =
    (reader.next > start || /['’]s$/iu.test(reader.word?.text ?? '')) && RELATIVES.has(reader.key);
  if (isRelative) reader.next++;
  else if (!isOwner) reader.next = start;
  return isOwner || isRelative;
}

/** Reads `2012 Corsa`, `old silver 1 series`. */
export function takeDescribedName(reader: PhraseReader, context: MatchContext, isMarked = false): boolean {
  let isModel = isMarked;
  for (let i = 0; i <= MAX_ADJECTIVES; i++) {
    if (reader.takeName(context)) return true;
    if (isModel && isModelWord(reader.key)) {
      reader.next++;
      return true;
    }
    if (takeYear(reader)) {
      isModel = true;
      continue;
    }
    if (!ADJECTIVES.has(reader.key) && !/^[0-9.]+l?$/.test(reader.key)) return false;
    reader.next++;
  }
  return false;
}

/** Reads `2012`, `twenty eleven`, `oh nine`. */
function takeYear(reader: PhraseReader): boolean {
  const start = reader.next;
  if (reader.key === 'oh') reader.next++;
  const isPlate = reader.next > start;
  const number = reader.takeNumeral();
  const isYear = isPlate ? number?.spelt === true && number.value < 10 : number?.plain === true && number.value >= MIN_YEAR && number.value <= MAX_YEAR; // prettier-ignore
  if (!isYear) reader.next = start;
  return isYear;
}

/** Reads trims, sizes and the like after a name, up to a word that ends the description, unless another car comes first. */
function takeDescription(reader: PhraseReader, phrase: TokenizedPhrase, context: MatchContext): void {
  const ahead = new PhraseReader(phrase, reader.next);
  while (ahead.length < MAX_DESCRIPTION) {
    const word = phrase.words.at(ahead.next);
    if (word?.flows !== true || STOPS.has(word.key) || ENDINGS.find(phrase, ahead.next) !== undefined) break;
    if (NEW_START.has(word.key) || new PhraseReader(phrase, ahead.next).takeName(context)) return;
    ahead.next++;
  }
  reader.next = ahead.next;
}
