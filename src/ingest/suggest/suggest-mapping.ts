// Suggests a mapping for unknown columns, from names and values. The operator checks it; who the dealer is, is never guessed.
import { domainName } from '../../listing/domain-name.ts';
import type { FeedProfile } from './feed-profile.ts';
import type { ColumnField } from '../columns/table.ts';
import { doubtOf, guessByRecords, type CandidateColumn } from './guess-by-records.ts';
import { columnValues, guessByValues, type ColumnValues, type Guess } from './guess-by-values.ts';
import { guessByName, type NameGuess } from './guess-by-name.ts';

export interface ColumnGuess {
  readonly column: string;
  readonly field: ColumnField;
  readonly confidence: 'high' | 'medium';
  readonly reason: string;
  readonly samples: readonly string[];
}

/** JSON data. */
export interface MappingSuggestion {
  readonly mapping: {
    /** Only of a feed without a header. */
    readonly header?: readonly string[];
    readonly columns: Readonly<Record<string, ColumnField>>;
    readonly units?: Readonly<Record<string, string>>;
  };
  readonly guesses: readonly ColumnGuess[];
  /** Guesses that are not sure, or that the values speak against. They are no part of the mapping. */
  readonly questions: readonly Omit<ColumnGuess, 'confidence'>[];
  readonly unguessed: readonly { readonly column: string; readonly samples: readonly string[] }[];
  /** Columns of domains, one of which may be the dealer's. */
  readonly domainColumns: readonly string[];
  /** Hosts of the sampled adverts, at most five; one of all adverts may be the dealer's domain. */
  readonly advertHosts: readonly string[];
}

/** Fields that take several columns. */
const REPEATABLE: readonly ColumnField[] = ['images', 'keywords', 'full_description'];
const PICTURES: readonly ColumnField[] = ['images', 'thumbnail'];
const MIN_SCORE = 0.4;
/** Below this a guess is a question. */
const SURE_SCORE = 0.6;
const NAME_WEIGHT = 0.85;
/** Values that are as clear as this overrule a name. */
export const CLEAR = 0.9;

interface Candidate extends Guess {
  readonly column: CandidateColumn;
  readonly unit: NameGuess['unit'];
}

/** `now` is in milliseconds since 1970. */
export function suggestMapping(profile: FeedProfile, now: number): MappingSuggestion {
  const columns = Array.from(profile.columns, ([name, { column, count }], position): CandidateColumn => {
    const values = columnValues(profile.records.map((record) => record.get(name)));
    const isUnknown = column === undefined && count > 0;
    return {
      name,
      position,
      values,
      field: column?.field,
      guesses: isUnknown ? guessByValues(values, now) : [],
    };
  });
  const unknown = columns.filter(
    ({ name, field }) => field === undefined && profile.columns.get(name)?.column !== null,
  );
  const others = unknown.filter((column) => !repeatsKnown(column, columns));
  const byRecords = guessByRecords(columns, profile.records);
  const candidates = others.flatMap((column) =>
    combined(column, guessByName(column.name), [...column.guesses, ...(byRecords.get(column.name) ?? [])]),
  );
  const hasPictures = columns.some(({ field }) => field === 'images');
  const taken = new Set(columns.flatMap(({ field }) => (field === undefined ? [] : [field])));
  const chosen = new Map<string, Candidate>();
  const doubted = new Map<string, Candidate>();
  for (const candidate of candidates.sort((a, b) => b.score - a.score)) {
    const { field, score, column } = candidate;
    if (score < MIN_SCORE || chosen.has(column.name) || field === 'dealer') continue;
    if (taken.has(field) && !REPEATABLE.includes(field)) continue;
    // Members of a picture are further sizes of it.
    if (hasPictures && PICTURES.includes(field) && column.name.includes('.')) continue;
    const doubt = doubtOf(field, column.name, column.values, now);
    const isSure = score >= SURE_SCORE;
    if (doubt !== undefined || !isSure) {
      // What speaks against a weak guess leaves nothing to ask.
      const isQuestion = (doubt === undefined || isSure) && !doubted.has(column.name);
      if (isQuestion) doubted.set(column.name, { ...candidate, reason: doubt ?? candidate.reason });
      continue;
    }
    taken.add(field);
    const rival = candidates.find(
      (other) =>
        isRival(other, candidate) &&
        doubtOf(field, other.column.name, other.column.values, now) === undefined,
    );
    chosen.set(column.name, rival === undefined ? candidate : { ...candidate, score: MAX_WITH_RIVAL });
  }
  const advert = columns.find(({ name, field }) => (field ?? chosen.get(name)?.field) === 'advert_url');
  return suggestionOf(profile, unknown, { chosen, doubted, advert });
}

/** Where two columns are about as likely, neither is sure. */
const MAX_WITH_RIVAL = 0.8;

function isRival(other: Candidate, { field, score, column }: Candidate): boolean {
  if (other.field !== field || other.column === column || REPEATABLE.includes(field)) return false;
  const isOther = other.column.values.texts.some((text, n) => text !== column.values.texts[n]);
  return isOther && 1 - other.score < 2.5 * (1 - score);
}

/** Two columns hardly have texts of this length in common by chance. */
const MIN_TEXT_LENGTH = 15;

/** Whether most values only repeat texts of a known column, perhaps with the dealer's name behind them: `SEO title`, `Image alt text`. */
function repeatsKnown({ values }: CandidateColumn, columns: readonly CandidateColumn[]): boolean {
  const isText = (text: string): boolean => text.length >= MIN_TEXT_LENGTH;
  return columns.some((known) => {
    if (known.field === undefined) return false;
    const texts = [...known.values.distinct].filter(isText);
    const repeated = values.texts.filter((text) => texts.some((one) => text.startsWith(one)));
    return repeated.length > 0 && repeated.length * 2 > values.texts.length;
  });
}

interface Choice {
  readonly chosen: ReadonlyMap<string, Candidate>;
  readonly doubted: ReadonlyMap<string, Candidate>;
  readonly advert: CandidateColumn | undefined;
}

function suggestionOf(
  profile: FeedProfile,
  unknown: readonly CandidateColumn[],
  { chosen, doubted, advert }: Choice,
): MappingSuggestion {
  const samplesOf = (name: string): readonly string[] => profile.columns.get(name)?.samples ?? [];
  const guesses: ColumnGuess[] = [];
  const units: Record<string, string> = {};
  for (const { name } of unknown) {
    const candidate = chosen.get(name);
    if (candidate === undefined) continue;
    const { field, score, reason, unit } = candidate;
    const confidence = score >= 0.85 ? 'high' : 'medium';
    guesses.push({ column: name, field, confidence, reason, samples: samplesOf(name) });
    if (unit !== undefined && (field === 'mileage' || field === 'engine_size')) units[field] = unit;
  }
  const rest = unknown.filter(({ name, values }) => !chosen.has(name) && values.texts.length > 0);
  const questions = rest.flatMap(({ name }) => {
    const { field, reason } = doubted.get(name) ?? {};
    return field === undefined || reason === undefined
      ? []
      : [{ column: name, field, reason, samples: samplesOf(name) }];
  });
  return {
    mapping: {
      columns: Object.fromEntries(guesses.map(({ column, field }) => [column, field])),
      ...(Object.keys(units).length > 0 && { units }),
    },
    guesses,
    questions,
    unguessed: rest
      .filter(({ name }) => !questions.some(({ column }) => column === name))
      .map(({ name }) => ({ column: name, samples: samplesOf(name) })),
    domainColumns: rest.filter(({ guesses: [best] }) => best?.field === 'dealer').map(({ name }) => name),
    advertHosts: hostsOf(advert?.values.texts ?? []),
  };
}

/** One candidate for each field: its name and its values together are better than either. */
function combined(
  column: CandidateColumn,
  byName: readonly NameGuess[],
  byValues: readonly Guess[],
): Candidate[] {
  const clearest = byValues.reduce((max, { score }) => Math.max(max, score), 0);
  const fields = new Set([...byName, ...byValues].map(({ field }) => field));
  return Array.from(fields, (field): Candidate => {
    const named = byName.find((guess) => guess.field === field);
    const valued = byValues
      .filter((guess) => guess.field === field)
      .reduce<Guess | undefined>(
        (best, guess) => (guess.score > (best?.score ?? 0) ? guess : best),
        undefined,
      );
    const isDoubtful = valued === undefined && (clearest >= CLEAR || !couldBe(field, column.values));
    const nameScore = (named?.score ?? 0) * NAME_WEIGHT * (isDoubtful ? 0.4 : 1);
    const reasons = [valued?.reason, named?.reason].filter((reason) => reason !== undefined);
    const score = 1 - (1 - nameScore) * (1 - (valued?.score ?? 0));
    return {
      column,
      field,
      // A name alone is less sure than values.
      score: valued === undefined ? Math.min(score, MAX_BY_NAME) : score,
      reason: reasons.join(', and '),
      unit: named?.unit,
    };
  });
}

const MAX_BY_NAME = 0.8;
const MAX_HOSTS = 5;

function hostsOf(addresses: readonly string[]): string[] {
  const hosts = addresses.flatMap((address) => {
    const url = /^www\./i.test(address) ? `https://${address}` : address;
    return URL.canParse(url) ? [domainName(new URL(url).hostname)] : [];
  });
  return [...new Set(hosts)].filter((host) => host !== undefined).slice(0, MAX_HOSTS);
}

const NUMERIC: readonly ColumnField[] = ['price', 'mileage', 'engine_size', 'year', 'latitude', 'longitude'];
const ADDRESSES: readonly ColumnField[] = ['advert_url', 'images', 'thumbnail'];

function couldBe(field: ColumnField, { texts }: ColumnValues): boolean {
  const test = NUMERIC.includes(field) ? /[0-9]/ : ADDRESSES.includes(field) ? /^(?:https?:|www\.)/i : /./;
  return texts.filter((text) => test.test(text)).length >= 0.5 * texts.length;
}
