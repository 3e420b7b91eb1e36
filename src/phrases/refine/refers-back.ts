// Whether a phrase changes the search before it or is a request of its own, by what it refers to and how much it names. `red` or
// `automatic` says little without the search; a make with its model is a request, unless words such as `what about` introduce it.
import { splitValues } from '../../query/parameter-text.ts';
import { PREFERENCES } from '../stances/preferences.ts';
import { isChoice } from '../terms/term.ts';
import { isName, type Match } from '../words/match.ts';
import { textOf, type Phrase } from '../words/tokenized-phrase.ts';
import type { Operations, Step } from './steps.ts';
import { ASKING } from '../words/word-lists.ts';
import type { SearchParameters } from './search-under-change.ts';
import { unitsOf, includes } from './search-words.ts';

/** More kinds of wishes are a request of their own. */
const MAX_KINDS = 2;

export function refersBack(
  { reference, introduces, steps }: Operations,
  phrase: Phrase,
  matches: readonly Match[],
  current: SearchParameters,
): boolean {
  // `petrol after all`
  const revises = phrase.words.some((_, at) => PREFERENCES['made firm'].find(phrase, at) !== undefined);
  if (introduces || revises) return true;
  const makes = matches.flatMap(({ meaning }) => (meaning.kind === 'make' ? [meaning.make] : []));
  const models = matches.flatMap(({ meaning }) => (meaning.kind === 'model' ? [meaning.models] : []));
  const currentKeys = unitsOf(current['q'] ?? '').flatMap(({ keys }) => keys);
  const isOfSearch = (match: Match, i: number): boolean =>
    isVersionOf(match, matches.at(i - 1), phrase) || isTextOfSearch(match, phrase, currentKeys);
  const groups = new Set(matches.flatMap((match, i) => (isOfSearch(match, i) ? [] : wishOf(match, phrase))));
  const wishes = groups.size;
  const has = (list: 'noun' | 'request'): boolean =>
    phrase.words.some((_, at) => ASKING[list].find(phrase, at) !== undefined);
  const searched = {
    makes: splitValues(current['make'] ?? '').any,
    models: splitValues(current['model'] ?? '').any,
  };
  const isNamed = searched.makes.length + searched.models.length > 0;
  const excludes = matches.some(({ meaning }) => meaning.kind === 'stance');
  if (makes.length + models.length > 0) {
    if (wishes === 0 && excludes) return true;
    const isSearched = ({ meaning }: Match): boolean =>
      meaning.kind === 'make'
        ? includes(searched.makes, meaning.make)
        : meaning.kind === 'model' && meaning.models.some(({ model }) => includes(searched.models, model));
    // `forget the Audi`
    const removes = (step: Step): boolean =>
      step.kind === 'clause' &&
      step.action === 'remove' &&
      matches.some((match) => step.words.includes(match.from) && isSearched(match));
    if (steps.some(removes)) return true;
    // `Fabia?`
    if (wishes === 0 && !has('request') && /\?\s*$/.test(phrase.text)) return true;
    // `Golf GTI` says the car of a search without one, `the Golf` which one of several.
    const areOfItsMakes = models.every((names) => names.some(({ make }) => includes(searched.makes, make)));
    const areOfSearch = matches.filter(isName).every(isSearched);
    const most = isNamed || models.length > 0 ? MAX_KINDS - 1 : MAX_KINDS;
    if (wishes <= most && !has('request') && (!isNamed || areOfSearch)) return true;
    // `what Land Rovers have you got?`
    if (models.length === 0)
      return reference === 'strong' || (reference === 'weak' && wishes <= 1 && !has('request'));
    // `Focus` says the model of a search for a Ford.
    if (makes.length === 0 && areOfItsMakes) return reference !== 'none' || wishes < MAX_KINDS;
    const isOfOthers = (step: Step): boolean =>
      step.kind === 'topics' || (step.kind === 'compare' && step.by === 'undone');
    return reference === 'strong' && steps.some(isOfOthers);
  }
  if (reference === 'strong') return true;
  if (reference === 'weak') return wishes <= MAX_KINDS + 1;
  if (has('request')) return wishes < MAX_KINDS;
  // `no black cars`
  if (excludes) return wishes <= MAX_KINDS;
  if (has('noun')) return wishes === 0;
  // `D4 diesel auto` says more of a car that is named already; `automatic petrol hatchback under 6k` is another one.
  return wishes <= MAX_KINDS || (isNamed && !groups.has('body'));
}

const WISHES: Readonly<Partial<Record<Match['meaning']['kind'], string>>> = {
  fuel: 'fuel',
  transmission: 'transmission',
  dealer: 'dealer',
  sort: 'sort',
  location: 'place',
  ambiguous_town: 'place',
  nearby: 'place',
  distance: 'place',
};

/** `Type R` behind a Civic, whose version it is. */
function isVersionOf({ from, to, meaning }: Match, before: Match | undefined, phrase: Phrase): boolean {
  if (meaning.kind !== 'free_text' || before?.meaning.kind !== 'model' || before.to !== from) return false;
  return unitsOf(textOf(phrase, from, to)).every(({ group }) => group === 'trim');
}

/** Whether words are what the search asks for already. */
export function isTextOfSearch(
  { from, to, meaning }: Match,
  phrase: Phrase,
  currentKeys: readonly string[],
): boolean {
  if (meaning.kind !== 'free_text') return false;
  return unitsOf(textOf(phrase, from, to)).every(({ keys }) => keys.some((key) => currentKeys.includes(key)));
}

function wishOf({ from, to, meaning }: Match, phrase: Phrase): string[] {
  if (meaning.kind === 'range') return [meaning.field];
  if (meaning.kind === 'free_text')
    return unitsOf(textOf(phrase, from, to)).map(({ group = 'text' }) => (isChoice(group) ? group : 'text'));
  const wish = WISHES[meaning.kind];
  return wish === undefined ? [] : [wish];
}
