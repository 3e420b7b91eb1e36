// Sets what a listing may be or must not be: fuels, gearboxes, dealers and words. Those joined by `or` are alternatives.
import type { ParameterName } from '../../query/parameters.ts';
import { TRANSMISSIONS } from '../../vehicle/classes.ts';
import { partsAmong } from './wanted-names.ts';
import { isName, type Match, type MatchOf as Of } from '../words/match.ts';
import type { QueryBuilder } from '../words/query-builder.ts';
import { groupOf, isKindOf, isTerm, saidBy } from '../terms/term.ts';
import type { Phrase } from '../words/tokenized-phrase.ts';
import { isOr, NAMES } from '../words/word-lists.ts';

const ANOTHER = {
  fuel_type: 'Another fuel was said before, and counts.',
  transmission: 'Another gearbox was said before, and counts.',
} as const satisfies Partial<Record<ParameterName, string>>;

const EVERY_HYBRID = 'every kind of hybrid is found: mild, full and plug-in';

/**
 * Sets a list of fuels or gearboxes: the first, those joined to it and, if there is none, exclusions. All gearboxes are no limit.
 */
export function addChoices(
  builder: QueryBuilder,
  parameter: keyof typeof ANOTHER,
  choices: readonly (Of<'fuel'> | Of<'transmission'>)[],
  matches: readonly Match[],
  phrase: Phrase,
): void {
  // `hybrid but not a plug-in`
  const kinds = choices.filter(
    ({ isExcluded, meaning: { narrow, value } }) =>
      isExcluded === true &&
      narrow !== undefined &&
      choices.some(
        (other) =>
          other.isExcluded !== true && other.meaning.value === value && other.meaning.narrow !== narrow,
      ),
  );
  for (const match of kinds) builder.excludeText(match, match.meaning.narrow ?? '');
  const others = choices.filter((match) => !kinds.includes(match));
  const { wanted, excluded } = withoutContradictions(others, ({ meaning }) => meaning.value, builder);
  // `diesel is fine too, but a petrol Golf`
  const first = wanted.find((match) => match.isAlternative !== true) ?? wanted.at(0);
  const namesBeside = ({ from, to }: Match): Match[] =>
    matches.filter((match) => isName(match) && (match.to === from || match.from === to));
  // `a petrol automatic or a diesel manual`, `a petrol Golf and a diesel Polo`
  const isOfAnother = (match: Match): boolean => {
    const before = wanted.findLast((other) => other.from < match.from);
    if (before === undefined) return false;
    const isOfOtherName = namesBeside(match).some((name) =>
      namesBeside(before).some((other) => other.to < name.from),
    );
    return isOfOtherName || phrase.words.slice(before.to, match.from).some(({ key }) => isOr(key));
  };
  const joined = wanted.filter(
    (match) =>
      match.meaning.value === first?.meaning.value ||
      isOfAnother(match) ||
      isAlternative(match, matches, phrase),
  );
  const values = [...new Set(joined.map(({ meaning }) => meaning.value))];
  const isAny = parameter === 'transmission' && values.length === TRANSMISSIONS.length;
  for (const match of wanted) {
    const { meaning } = match;
    if (!values.includes(meaning.value)) builder.addUnsupported(match, ANOTHER[parameter]);
    else if (isAny) builder.addIgnored(match);
    else
      builder.add(
        parameter,
        meaning.value,
        match,
        noteOf(values, meaning.kind === 'fuel' && meaning.narrow !== undefined ? EVERY_HYBRID : undefined),
      );
  }
  for (const match of excluded) exclude(builder, parameter, match, match.meaning.value, values.length > 0);
}

/** Excludes a value, unless others are wanted. */
function exclude(
  builder: QueryBuilder,
  name: ParameterName,
  match: Match,
  value: string,
  isIdle: boolean,
): void {
  if (isIdle) builder.addIgnored(match);
  else builder.add(name, `-${value}`, match, `not ${value}`);
}

export function noteOf(values: readonly string[], note?: string): string | undefined {
  const either = values.length > 1 ? values.join(' or ') : undefined;
  return [either, note].filter((part) => part !== undefined).join('; ') || undefined;
}

/** What is wanted and what is excluded; of a value that is both, the last counts. Adds the others as ignored. */
function withoutContradictions<One extends Match>(
  matches: readonly One[],
  valueOf: (match: One) => string,
  builder: QueryBuilder,
): { wanted: One[]; excluded: One[] } {
  const last = new Map(matches.map((match) => [valueOf(match), match.isExcluded === true]));
  const counts = matches.filter((match) => last.get(valueOf(match)) === (match.isExcluded === true));
  for (const match of matches) if (!counts.includes(match)) builder.addIgnored(match);
  return {
    wanted: counts.filter((match) => match.isExcluded !== true),
    excluded: counts.filter((match) => match.isExcluded === true),
  };
}

/** Whether a match is an alternative to what was said before: `or diesel`, `petrol, diesel`, `petrol and diesel`. */
function isAlternative(match: Match, matches: readonly Match[], { words }: Phrase): boolean {
  if (match.isAlternative === true) return true;
  let isListed = /[,/&+]/.test(words[match.from].gap);
  for (let i = matches.indexOf(match) - 1; i >= 0; i--) {
    const { from, to, meaning } = matches[i];
    if (meaning.kind !== 'stop_words') return isListed && meaning.kind === match.meaning.kind;
    // `she wants red he wants blue`
    const joints = words.slice(from, to).map(({ key }) => NAMES['between values'].get(key));
    if (joints.includes('alternative')) return true;
    isListed ||= joints.includes('joint') || /[,/&+]/.test(words[from].gap);
  }
  return false;
}

export function addDealers(builder: QueryBuilder, dealers: readonly Of<'dealer'>[]): void {
  const { wanted, excluded } = withoutContradictions(dealers, ({ meaning }) => meaning.domain, builder);
  const values = [...new Set(wanted.map(({ meaning }) => meaning.domain))];
  for (const match of wanted) builder.add('dealer', match.meaning.domain, match, noteOf(values));
  for (const match of excluded) exclude(builder, 'dealer', match, match.meaning.domain, values.length > 0);
}

/** Adds words to `q`. Words beside an `or` are alternatives, also colours or bodies with another word between. */
export function addTexts(
  builder: QueryBuilder,
  texts: readonly Of<'free_text'>[],
  matches: readonly Match[],
  phrase: Phrase,
): void {
  const said = new Map<Match, string>(
    texts.map((match) => [match, saidBy(match, phrase)?.toLowerCase() ?? '']),
  );
  const groups = new Map(texts.map((match) => [match, groupOf(match, phrase)]));
  const alternatives = new Set<Match>(texts.filter((match) => isAlternative(match, matches, phrase)));
  const isBehindName = behindNames(matches, phrase);
  const choices = new Map<Match, number>();
  // `a warranty, at least a year's warranty`, `an MOT, a long MOT`, but not `leather or full leather`
  const isHeld = (match: Of<'free_text'>): boolean =>
    isTerm(said.get(match) ?? '') &&
    texts.some((other) => {
      const [first, last] = other.from < match.from ? [other, match] : [match, other];
      const between = phrase.words.slice(first.to, last.from + 1);
      const isEither = between.every(({ flows }) => flows) && between.some(({ key }) => isOr(key));
      const isOther = other !== match && other.isExcluded !== true && isTerm(said.get(other) ?? '');
      return isOther && !isEither && holds(said.get(other) ?? '', said.get(match) ?? '', first === other);
    });
  texts.forEach((match, i) => {
    const { meaning } = match;
    const isRepeated = (other: Match): boolean => said.get(other) === said.get(match);
    if (match.isExcluded === true) {
      // `no leather, leather is grim`
      if (texts.slice(0, i).some((other) => isRepeated(other) && other.isExcluded === true))
        builder.addIgnored(match);
      else builder.excludeText(match, saidBy(match, phrase) ?? '');
      return;
    }
    if (isHeld(match)) {
      builder.addIgnored(match);
      return;
    }
    // `red white or blue`: a car has one colour.
    const group = groups.get(match);
    // `orange's nice, orange then`, `not silver, everyone's got silver`
    if (group !== undefined && texts.slice(0, i).some(isRepeated)) {
      builder.addIgnored(match);
      return;
    }
    if (group === 'body' && meaning.plural === undefined) builder.nameBody();
    const later =
      group === undefined ? [] : texts.slice(i + 1).filter((other) => groups.get(other) === group);
    const isListed = [match, ...later].some((other) => alternatives.has(other));
    const partner = isListed ? partnerOf(match, texts.slice(0, i), groups, matches, phrase) : undefined;
    // `Golf estate or i30 Tourer`: the text right behind another car's name.
    const ofAnotherCar = isBehindName(match)
      ? texts.slice(0, i).findLast((other) => other.isExcluded !== true && isBehindName(other))
      : undefined;
    const other = partner ?? ofAnotherCar;
    const choice = other && (choices.get(other) ?? other.from);
    if (choice !== undefined) choices.set(match, choice);
    if (meaning.plural !== undefined && meaning.isOther === true)
      builder.addAbsent(match, meaning.plural, true);
    else
      builder.addText(match, {
        as: meaning.as,
        mayBeMisspelt: meaning.mayBeMisspelt,
        choice,
        plural: meaning.plural,
        isColour: group === 'colour',
        isOfCar: partner === undefined && other !== undefined,
      });
  });
}

/** Whether a text has the words of another, and more words, or `isFirst`. */
function holds(text: string, other: string, isFirst: boolean): boolean {
  return (isFirst && text === other) || (` ${text}`.endsWith(` ${other}`) && text !== other);
}

/** Whether a match is right behind the name of a car. */
function behindNames(matches: readonly Match[], phrase: Phrase): (match: Match) => boolean {
  const parts = partsAmong(matches, phrase);
  const isCar = (match: Match): boolean => isName(match) && match.isExcluded !== true && !parts.has(match);
  const ends = new Set(matches.filter(isCar).map(({ to }) => to));
  return ({ from }) => phrase.words[from].flows && ends.has(from);
}

/** The text that one is an alternative to: the last before it of its group, or right before the `or`. */
function partnerOf(
  match: Of<'free_text'>,
  before: readonly Of<'free_text'>[],
  groups: ReadonlyMap<Match, string | undefined>,
  matches: readonly Match[],
  phrase: Phrase,
): Of<'free_text'> | undefined {
  const wanted = before.filter((other) => other.isExcluded !== true);
  const { words } = phrase;
  const group = groups.get(match);
  const same = group === undefined ? undefined : wanted.findLast((other) => groups.get(other) === group);
  if (same !== undefined) {
    // `pickup, double cab`, but not `SUV, crossover or estate`
    const isOneBody =
      group === 'body' &&
      match.isAlternative !== true &&
      [...groups.values()].filter((other) => other === group).length === 2 &&
      !words.slice(same.to, match.from).some(({ key }) => isOr(key)) &&
      isKindOf(saidBy(match, phrase) ?? '', saidBy(same, phrase) ?? '');
    return isOneBody ? undefined : same;
  }
  const last = wanted.at(-1);
  if (last === undefined || match.isAlternative === true) return undefined;
  const between = matches.slice(matches.indexOf(last) + 1, matches.indexOf(match));
  const isNear = between.every(({ from, meaning }) => meaning.kind === 'stop_words' && words[from].flows);
  const hasOr = between.some(({ from }) => isOr(words[from].key));
  return isNear && hasOr && words[match.from].flows ? last : undefined;
}
