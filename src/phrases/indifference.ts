// Matches what somebody has no preference about: `don't mind the colour`, `any make`, `gearbox doesn't matter`. The words after it
// limit nothing: `don't mind if it's petrol or diesel`.
import { matchClass } from './fuel-and-transmission.ts';
import type { Matcher } from './match.ts';
import { PhraseMatcher } from './phrase-matcher.ts';
import { PhraseReader } from './phrase-reader.ts';
import type { MatchContext } from './match.ts';
import type { TokenizedPhrase } from './tokenized-phrase.ts';

const INDIFFERENT = new PhraseMatcher<true>([
  [
    true,
    'not fussy, not fussed, not fussy about, not fussed about, not that fussy, not too fussy, not too fussed, not really ' +
      'fussed, not bothered, not bothered about, not bothered by, not too bothered about, not that bothered about, not that ' +
      'bothered, not picky, not picky about, not too picky, not particular, not particular about, dont mind, do not mind, ' +
      'dont mind about, wouldnt mind, dont really mind, i dont mind, doesnt matter, does not matter, dosent matter, doesnt ' +
      'matter about, doesnt matter if, doesnt matter whether, doesnt really matter, dont care, do not care, dont care about, ' +
      'dont really care, dont care if, doesnt bother me, makes no difference, no preference, no preference on, no preference ' +
      'for, no strong preference, no particular preference, no real preference, not worried about, not worried, not concerned ' +
      'about, not concerned with, not fixed on, not set on, not hung up on, not bothered if, not bothered whether, not ' +
      'important, isnt important, is not important, is unimportant, unimportant, irrelevant, is irrelevant, not an issue, ' +
      'isnt an issue, is not an issue, not a problem, isnt a problem, no issue, not essential, not necessary, isnt necessary, ' +
      'isnt essential, open to, open to any, open to anything, open to suggestions, open to offers, open minded, open minded ' +
      'about, easy about, relaxed about, flexible on, flexible about, flexible with, im flexible, im easy, up for anything, ' +
      'happy with any, happy with either, happy with anything, fine with any, fine with either, ok with any, ok with either, ' +
      'okay with either, will consider anything, consider anything, considering anything, anything considered, all ' +
      'considered, anything will do, anything goes, either will do, any will do, either is fine, either is ok, either one, ' +
      'whichever, whatever, not bothered which, no matter what, no matter, regardless of, irrespective of, couldnt care less, ' +
      'couldnt care less about, dont mind which, dont mind what, dont mind if, dont mind whether',
  ],
]); // prettier-ignore

const TOPICS = new PhraseMatcher<true>([
  [
    true,
    'colour, colours, color, colors, make, makes, brand, brands, model, models, make or model, make and model, make model, ' +
      'badge, fuel, fuels, fuel type, gearbox, gearboxes, transmission, gears, mileage, milage, miles, high mileage, high ' +
      'miles, age, year, years, reg, plate, engine, engines, engine size, body type, body style, shape, doors, number of ' +
      'doors, how many doors, spec, trim, trims, condition, size, sizes, location, distance, travelling, traveling, travel, ' +
      'price, looks, interior, extras, history, service history, owners, number of owners, how many owners, scratches, dents, ' +
      'scuffs, few scratches, few dents, scratch or two, dent or two, bit of rust, cosmetic damage, kind of car, type of car, ' +
      'sort of car, type, kind, sort, one, a bit of work, cat s, cat n, cat d, cat c, paying more, paying extra, waiting',
  ],
]); // prettier-ignore
const ANY = new Set(['any', 'whatever', 'whichever', 'either', 'all']);
const LINKS = new Set('a an the what which how if its it is whether any of about having with being be was on in as long really much many what whatever that some either his her my to'.split(' ')); // prettier-ignore
const JOINTS = new Set(['or', 'and', 'nor']);
const MAX_TOPICS = 4;

/** After `any` only the topics that a search has: `any estate` still wants an estate. */
const ANY_TOPICS = new PhraseMatcher<true>([
  [true, 'colour, colours, color, make, makes, brand, brands, model, make or model, make and model, make model, badge, fuel, ' +
      'fuel type, gearbox, transmission, mileage, milage, age, year, reg, engine, engine size, body type, body style, shape, ' +
      'spec, trim, condition, size, location, distance, price, doors, type, kind, sort'],
]); // prettier-ignore

const UNIMPORTANT = new PhraseMatcher<true>([
  [
    true,
    'not important, isnt important, is not important, is unimportant, unimportant, irrelevant, is irrelevant, not an issue, ' +
      'isnt an issue, is not an issue, not a problem, isnt a problem, doesnt matter, does not matter, dosent matter, dont ' +
      'matter, do not matter, doesnt really matter, makes no difference, no issue, not bothered, not fussed, not fussy, ' +
      'immaterial, is immaterial, doesnt bother me, dont bother me, not a concern, isnt a concern, is no object, no object, ' +
      'is flexible, flexible, up to you, is open, not essential, isnt essential, any, no preference, doesnt matter to me, ' +
      'whatever, either, either or',
  ],
]); // prettier-ignore

export const matchIndifference: Matcher = (phrase, at, context) => {
  const reader = new PhraseReader(phrase, at);
  const stopWords = { kind: 'stop_words' } as const;
  if (reader.take(INDIFFERENT) !== undefined) {
    takeTopics(reader, phrase, context);
    return { length: reader.length, meaning: stopWords };
  }
  if (ANY.has(reader.key)) {
    reader.next++;
    return reader.take(ANY_TOPICS) === undefined ? undefined : { length: reader.length, meaning: stopWords };
  }
  reader.skip(LINKS, 1);
  const hasTopic = reader.take(TOPICS) !== undefined;
  return hasTopic && reader.take(UNIMPORTANT) !== undefined
    ? { length: reader.length, meaning: stopWords }
    : undefined;
};

/** Reads `the colour`, `if it's petrol or diesel`. */
function takeTopics(reader: PhraseReader, phrase: TokenizedPhrase, context: MatchContext): void {
  for (let i = 0; i < MAX_TOPICS; i++) {
    const start = reader.next;
    if (i > 0 && JOINTS.has(reader.key)) reader.next++;
    else if (i > 0) return;
    reader.skip(LINKS, 4);
    if (takeTopic(reader, phrase, context)) continue;
    reader.next = start;
    return;
  }
}

function takeTopic(reader: PhraseReader, phrase: TokenizedPhrase, context: MatchContext): boolean {
  if (reader.word === undefined) return false;
  if (reader.take(TOPICS) !== undefined) return true;
  const found = matchClass(phrase, reader.next, context, undefined);
  reader.next += found?.length ?? 0;
  return found !== undefined;
}
