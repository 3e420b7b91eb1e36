// Matches models whose names are ordinary words or numbers, by what comes after them: `up gti`, `500 lounge`, `note 1.2`, `fox
// 2009`. After their make, make-and-model.ts knows them.
import type { Matcher } from './match.ts';
import type { ModelName } from './vocabulary.ts';
import type { TokenizedPhrase } from './tokenized-phrase.ts';

interface ShortName {
  readonly name: ModelName;
  /** Trims of this model, as the next word. */
  readonly trims: ReadonlySet<string>;
  /** Alone it is the model too. */
  readonly isName?: true;
  /** An engine size or a year as the next word makes it a model. */
  readonly isWord?: true;
}

const row = (make: string, model: string, trims: string, more: Partial<ShortName> = {}) => ({
  name: { make, model },
  trims: new Set(trims.split(' ')),
  ...more,
});

const SHORT_NAMES: ReadonlyMap<string, readonly ShortName[]> = new Map([
  ['up', [row('Volkswagen', 'Up', 'gti beats bluemotion rline')]],
  ['500', [row('Abarth', '500', 'abarth'), row('Fiat', '500', 'fiat lounge pop sport star dolcevita rockstar collezione riva mirror gucci icon twinair hybrid connect cult convertible cabriolet cabrio red')]],
  ['595', [row('Abarth', '595', 'abarth competizione turismo trofeo essesse esseesse yamaha scorpioneoro convertible cabriolet')]],
  ['695', [row('Abarth', '695', 'abarth rivale biposto competizione turismo tributo xsr')]],
  ['fox', [row('Volkswagen', 'Fox', 'urban vw', { isWord: true })]],
  ['note', [row('Nissan', 'Note', 'tekna acenta visia black nissan n-tec ntec dig-s digs', { isWord: true })]],
  ['rio', [row('Kia', 'Rio', 'kia', { isName: true })]],
  ['soul', [row('Kia', 'Soul', 'ev kia shaker searcher tempest', { isWord: true })]],
  ['spark', [row('Chevrolet', 'Spark', 'ls lt ls+ chevrolet', { isWord: true })]],
  ['splash', [row('Suzuki', 'Splash', 'gls suzuki sz3 sz4', { isWord: true })]],
  ['fusion', [row('Ford', 'Fusion', 'zetec style titanium ford', { isWord: true })]],
  ['accord', [row('Honda', 'Accord', 'honda ex type i-dtec i-vtec tourer saloon estate', { isName: true })]],
  ['insight', [row('Honda', 'Insight', 'honda hybrid', { isWord: true })]],
  ['legacy', [row('Subaru', 'Legacy', 'subaru outback estate tourer', { isWord: true })]],
  ['outback', [row('Subaru', 'Outback', 'subaru estate', { isName: true })]],
  ['colt', [row('Mitsubishi', 'Colt', 'mitsubishi czc cz1 cz2 cz3', { isName: true })]],
  ['adam', [row('Vauxhall', 'Adam', 'vauxhall jam glam slam rocks unlimited griffin energised', { isWord: true })]],
  ['karl', [row('Vauxhall', 'Karl', 'vauxhall se sl rocks', { isWord: true })]],
  ['rapid', [row('Skoda', 'Rapid', 'skoda spaceback elegance', { isWord: true })]],
  ['combo', [row('Vauxhall', 'Combo', 'van life cargo vauxhall', { isWord: true })]],
  ['edge', [row('Ford', 'Edge', 'titanium sport vignale st-line ford', { isWord: true })]],
  ['matrix', [row('Hyundai', 'Matrix', 'hyundai', { isWord: true })]],
  ['bravo', [row('Fiat', 'Bravo', 'fiat', { isName: true })]],
  ['voyager', [row('Chrysler', 'Voyager', 'chrysler', { isName: true })]],
  ['partner', [row('Peugeot', 'Partner', 'peugeot tepee van', {})]],
  ['expert', [row('Peugeot', 'Expert', 'peugeot van', {})]],
  ['boxer', [row('Peugeot', 'Boxer', 'peugeot van', {})]],
  ['dispatch', [row('Citroen', 'Dispatch', 'citroen van', {})]],
  ['relay', [row('Citroen', 'Relay', 'citroen van', {})]],
  ['master', [row('Renault', 'Master', 'renault van', {})]],
]); // prettier-ignore

const ENGINE_SIZE = /^[0-9]\.[0-9]l?$/;
const YEAR = /^(?:19|20)[0-9]{2}$/;
/** Before an exclamation mark, `up!` is a car after these only. */
const BEFORE_UP = new Set('a an the vw volkswagen want need cheap any some for up or and my first used automatic manual petrol electric white black red blue'.split(' ')); // prettier-ignore
/** After these words, `note` and other names are ordinary words. */
const NOT_BEFORE = new Set(
  'please also to side quick of take just and my with the her your his no'.split(' '),
);

/** Whether a word, also with a possessive, is a model where the words before say that a car follows: `our 2012 Note`. */
export function isModelWord(key: string): boolean {
  const rows = SHORT_NAMES.get(key) ?? SHORT_NAMES.get(key.replace(/s$/, ''));
  return rows?.some((row) => row.isWord === true || row.isName === true || row.name.model === 'Up') === true;
}

export const matchShortName: Matcher = (phrase, at, _context, previous) => {
  const names = SHORT_NAMES.get(phrase.words[at].key);
  if (names === undefined || (previous?.meaning.kind === 'make' && previous.to === at)) return undefined;
  const next = phrase.words.at(at + 1);
  const follower = next?.flows === true ? next.key : '';
  const found = names.find(
    (name) =>
      name.trims.has(follower) ||
      name.trims.has(follower.replace(/s$/, '')) ||
      isModel(phrase, at, name, follower),
  );
  return found && { length: 1, meaning: { kind: 'model', models: [found.name] } };
};

function isModel({ words, text }: TokenizedPhrase, at: number, row: ShortName, follower: string): boolean {
  if (row.isName === true) return !['red', 'de', 'drive'].includes(follower);
  const before = at === 0 ? undefined : words[at - 1].key;
  if (words[at].key === 'up') {
    const isMarked = text.charAt(words[at].end) === '!' || ENGINE_SIZE.test(follower);
    return isMarked && (before === undefined || BEFORE_UP.has(before));
  }
  if (row.isWord !== true) return false;
  return (
    (ENGINE_SIZE.test(follower) || YEAR.test(follower)) && (before === undefined || !NOT_BEFORE.has(before))
  );
}
