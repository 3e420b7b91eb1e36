// Matches a car that is lost, whosever it is: `the Zafira's finally died`, `the gearbox has gone on the Qashqai`. Its owner looks
// for another one.
import type { Matcher } from './match.ts';
import { OWN_CAR, takeDescribedName, takeOwner } from './own-car.ts';
import { PhraseMatcher } from './phrase-matcher.ts';
import { PhraseReader } from './phrase-reader.ts';

/** Between a car and its fate. */
const VERBS = new Set('is was has have had been got gets getting being s'.split(' '));
const ADVERBS = new Set(
  'finally just recently sadly unfortunately now only basically completely totally pretty much nearly also really suddenly'.split(
    ' ',
  ),
);
const MAX_VERBS = 4;
const MAX_WORDS_BEFORE_FATE = 16;

/** `verb`: says all itself. `participle`: needs a verb before it. `test`: needs a verb or an article before the car. */
const FATES = new PhraseMatcher<'verb' | 'participle' | 'test'>([
  [
    'verb',
    'died, died a death, died on me, died on us, packed up, packed in, packed it in, gave up, gave up the ghost, conked out, blew up, broke down, bit the ' +
      'dust, went bang, went pop, kicked the bucket, popped its clogs, keeps breaking down, keeps breaking, keeps conking out',
  ],
  [
    'participle',
    'dead, dying, given up, given up the ghost, giving up, giving up the ghost, written off, wrote off, a write off, stolen, nicked, pinched, robbed, scrapped, ' +
      'totalled, on its last legs, on her last legs, on his last legs, on the way out, on its way out, knackered, had it, had its day, finished, done for, kaput, toast, bust, ' +
      'broken, broken down, blown up, bitten the dust, gone bang, gone pop, gone to the scrapyard, gone, a goner, beyond repair, beyond ' +
      'economical repair, not worth repairing, not worth fixing, falling apart, falling to bits, rusting away, rotten, crashed, smashed up, on borrowed time',
  ],
  ['test', 'failed its mot, failed the mot, failed mot, failed his mot, failed her mot, failing its mot, failed'],
]); // prettier-ignore

const WHEN = new PhraseMatcher<true>([
  [
    true,
    'last week, last month, last night, last year, yesterday, today, this week, this morning, this month, the other day, recently, at last, on me, on us, on the motorway, again, at the weekend, last weekend',
  ],
]); // prettier-ignore

/** What breaks, up to the car that it belongs to. */
const PARTS = new PhraseMatcher<true>([
  [
    true,
    'gearbox, engine, clutch, turbo, head gasket, headgasket, cambelt, cam belt, timing belt, timing chain, dpf, battery, transmission, exhaust, suspension, injectors',
  ],
]); // prettier-ignore
const BREAKS = new PhraseMatcher<true>([
  [
    true,
    'gone, went, died, failed, packed up, packed in, blown, blown up, blew, blew up, snapped, given up, gave up, conked out, dead, knackered, broken, broke, going, dying, shot',
  ],
]); // prettier-ignore
const DEFINITE = new Set(['the', 'that', 'this']);
/** Words that begin a statement. */
const OPENINGS = new Set('so because since as cos now that and but well right when after'.split(' '));

export const matchLostCar: Matcher = (phrase, at, context) => {
  // `has the Golf gone?`
  if (at > 0 && phrase.words[at].flows && VERBS.has(phrase.words[at - 1].key)) return undefined;
  if (!hasFate(phrase, at)) return undefined;
  const reader = new PhraseReader(phrase, at);
  takeFault(reader);
  const isFault = reader.next > at;
  const isOwn = takeOwner(reader);
  const isDefinite = isOwn || DEFINITE.has(reader.key);
  if (!isOwn) reader.skip(DEFINITE, 1);
  if (!isDefinite && (isFault || !opens(phrase, at))) return undefined;
  if (!takeDescribedName(reader, context, isDefinite)) return undefined;
  if (!isFault && !takeFate(reader, isDefinite, /['’]s$/iu.test(phrase.words[reader.next - 1].text)))
    return undefined;
  reader.take(WHEN);
  return { length: reader.length, meaning: { kind: 'unsupported', reason: OWN_CAR } };
};

/** Whether a fate is near: names are slow to look up. */
function hasFate(phrase: Parameters<Matcher>[0], at: number): boolean {
  const last = Math.min(at + MAX_WORDS_BEFORE_FATE, phrase.words.length - 1);
  for (let i = at + 1; i <= last; i++)
    if (FATES.find(phrase, i) !== undefined || BREAKS.find(phrase, i) !== undefined) return true;
  return false;
}

function opens({ words }: Parameters<Matcher>[0], at: number): boolean {
  return at === 0 || !words[at].flows || OPENINGS.has(words[at - 1].key);
}

/** Reads `has finally died`. */
function takeFate(reader: PhraseReader, isDefinite: boolean, isPossessive: boolean): boolean {
  let hasVerb = isPossessive;
  for (let i = 0; i < MAX_VERBS; i++) {
    const fate = reader.take(FATES);
    if (fate !== undefined) return fate === 'verb' || hasVerb || (fate === 'test' && isDefinite);
    if (VERBS.has(reader.key)) hasVerb = true;
    else if (!ADVERBS.has(reader.key)) return false;
    reader.next++;
  }
  return reader.take(FATES) !== undefined;
}

/** Reads `the gearbox has gone on`. */
function takeFault(reader: PhraseReader): void {
  const start = reader.next;
  reader.skip(DEFINITE, 1);
  const hasPart = reader.take(PARTS) === true;
  reader.skip(VERBS, 2);
  reader.skip(ADVERBS, 1);
  const isBroken = hasPart && reader.take(BREAKS) === true;
  if (isBroken && /^(?:on|in)$/.test(reader.key)) reader.next++;
  else reader.next = start;
}
