// A phrase to a search, without guessing: tables and rules, the same answer for the same text. Nothing of the text is
// dropped silently: each word is understood, searched for, told as not understood, or listed as saying nothing.
import { parseQuery } from '../listing/parse-query.ts';
import { trimWhiteSpace } from '../listing/white-space.ts';
import { getParameter } from '../listing/parameters.ts';
import { hasInvalidCharacter } from '../listing/parse-value.ts';
import { Problem, quoted, type ParameterIssue } from '../problem.ts';
import { buildSearch } from './build-query.ts';
import type { MatchContext } from './match.ts';
import type { Interpretation } from './interpretation.ts';
import { withNegations } from './negation.ts';
import { matchPhrase } from './match-phrase.ts';
import { tokenizePhrase } from './tokenized-phrase.ts';

/** In code points: as much as `q` may hold, so that a text of search words alone always fits. */
const MAX_TEXT_LENGTH = getParameter('q').maxLength ?? 0;

/** Throws a Problem `invalid_parameters` about `text` where it is too long or holds what no text may hold. */
export function interpret(text: string, context: MatchContext): Interpretation {
  const trimmed = trimWhiteSpace(text);
  check(trimmed);
  const phrase = tokenizePhrase(trimmed);
  const builder = buildSearch(withNegations(matchPhrase(phrase, context), phrase), phrase);
  const { pairs, ...rest } = builder.finish();
  return {
    text: trimmed,
    parameters: Object.fromEntries(pairs),
    ...rest,
    query: parseQuery(pairs, context.gazetteer).query,
  };
}

function check(text: string): void {
  // A character is at most two code units, so the rest of a long text need not be read.
  if (Array.from(text.slice(0, 2 * MAX_TEXT_LENGTH + 1)).length > MAX_TEXT_LENGTH) {
    throw badText('too_long', text, `at most ${MAX_TEXT_LENGTH} characters long`);
  }
  if (hasInvalidCharacter(text))
    throw badText('invalid_character', text, 'without a NUL or half a character');
}

function badText(code: ParameterIssue['code'], value: string, rule: string): Problem {
  const message = `text must be ${rule} (got ${quoted(value)}).`;
  return new Problem('invalid_parameters', message, [{ parameter: 'text', code, value, message }]);
}
