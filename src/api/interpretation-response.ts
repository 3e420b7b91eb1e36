// An interpretation as JSON, with the public names of its members, and its JSON Schema.
import { canonicalQuery } from '../query/canonical-query.ts';
import type { Refinement } from '../phrases/refine/refine.ts';
import { WITHOUT_A_PLACE } from '../phrases/places/build-location.ts';
import { noneInStock } from '../phrases/words/query-builder.ts';
import { understoodShare } from '../phrases/interpret.ts';
import { searchUrl } from './link-header.ts';
import type { InterpretationResponse } from './responses.ts';
import { PARAMETER_NAMES } from '../query/parameters.ts';
import { CHANGE_OPERATIONS } from '../phrases/refine/search-under-change.ts';
import {
  choice,
  count,
  flag,
  list,
  objectSchema,
  orNull,
  text,
  url,
  type JsonSchema,
} from './schemas/json-schema.ts';
import { parameterTexts } from './schemas/parameter-schema.ts';

/** `baseUrl` has no final slash. */
export function toInterpretationResponse(
  interpretation: Refinement,
  baseUrl: string,
): InterpretationResponse {
  const share = understoodShare(interpretation);
  return {
    text: interpretation.text,
    notice: noticeOf(interpretation, share),
    understood_share: share,
    parameters: interpretation.parameters,
    understood: interpretation.understood,
    q: interpretation.q,
    not_understood: interpretation.unsupported.map(({ words, start, end, why }) => ({
      words,
      start,
      end,
      why,
      ...(WITHOUT_A_PLACE.has(why) && { needs: 'location' as const }),
    })),
    left_out: interpretation.ignoredWords,
    questions: questionsOf(interpretation, baseUrl),
    refines: interpretation.refines,
    changes: interpretation.changes,
    search_url: searchUrl(canonicalQuery(interpretation.query), baseUrl),
  };
}

/** The sentence to show first, if much of the text was not understood; undefined otherwise. */
function noticeOf(
  { text, parameters, refines, resets, unsupported, changes, absentMakes = [] }: Refinement,
  share: number,
): string | null {
  if (text === '') return null;
  if (resets) return Object.keys(parameters).length === 0 ? 'A new search, without any filters.' : null;
  const absent = unsupported.find(({ isAbsent }) => isAbsent === true);
  if (absent !== undefined) return absent.why;
  if (absentMakes.length > 0) return noneInStock(absentMakes);
  if (refines)
    return changes.length === 0 && unsupported.length > 0 ? 'This does not change the search.' : null;
  if (Object.keys(parameters).length === 0) return 'Nothing in this was understood as a search for vehicles.';
  return share < 0.5 ? 'Only a part of this was understood.' : null;
}

const MAX_QUESTIONS = 2;

/** Ambiguities as questions. A choice that would replace a limit of the text is omitted. */
function questionsOf(
  { unsupported, parameters }: Refinement,
  baseUrl: string,
): InterpretationResponse['questions'] {
  const questions = unsupported.flatMap(({ words, start, end, asks }) => {
    const choices = (asks?.choices ?? [])
      .filter((choice) => Object.keys(choice.parameters).every((name) => !Object.hasOwn(parameters, name)))
      .map((choice) => {
        const chosen = { ...parameters, ...choice.parameters };
        const pairs = Object.entries(chosen).map(([name, value]): [string, string] => [name, String(value)]);
        return {
          label: choice.label,
          parameters: chosen,
          search_url: searchUrl(new URLSearchParams(pairs).toString(), baseUrl),
        };
      });
    return asks === undefined || choices.length === 0
      ? []
      : [{ words, start, end, question: asks.question, choices }];
  });
  return questions.slice(0, MAX_QUESTIONS);
}

const SPAN = {
  words: text('Words of the text.'),
  start: count('Their start, in UTF-16 code units.'),
  end: count('Their end, exclusive.'),
};

export const INTERPRETATION_SCHEMA: JsonSchema = objectSchema({
  text: text('The text, without white space at its ends.'),
  notice: orNull(
    text(
      'Set if nothing or little was understood, or the search does not change: show it to the user first.',
    ),
  ),
  understood_share: {
    type: 'number',
    minimum: 0,
    maximum: 1,
    description: 'Of the words that mean something, the share that is in the search.',
  },
  parameters: parameterTexts('Parameters of the search as strings, q included.'),
  understood: list(
    objectSchema({
      parameter: choice(PARAMETER_NAMES),
      value: text(),
      ...SPAN,
      'note?': text('How ambiguous words were interpreted.'),
      'place?': text('The town of a location that was given by name.'),
    }),
    'Each value, with its words.',
  ),
  q: orNull(text('The words left to search for, or null.')),
  not_understood: list(
    objectSchema({ ...SPAN, why: text(), 'needs?': choice(['location'], 'The parameter that they need.') }),
    'Words that no parameter can express. They limit nothing: show them to the user.',
  ),
  left_out: list(objectSchema(SPAN), 'Words without meaning for a search, such as "looking for a".'),
  questions: list(
    objectSchema({
      ...SPAN,
      question: text(),
      choices: list(
        objectSchema({
          label: text('The choice, for people.'),
          parameters: parameterTexts('Parameters of its search as strings.'),
          search_url: url('The URL of its search.'),
        }),
      ),
    }),
    'What to ask the user about words that may mean several things, each choice with its search.',
    { maxItems: MAX_QUESTIONS },
  ),
  refines: flag(
    'Whether the text changed the search that was sent with it. If not, the parameters are a new search, without those that were sent.',
  ),
  changes: list(
    objectSchema({
      operation: choice(CHANGE_OPERATIONS),
      parameter: choice(PARAMETER_NAMES),
      before: orNull(text('Its value before, or null.')),
      after: orNull(text('Its value now, or null.')),
      sentence: text('The change, for people.'),
      ...SPAN,
    }),
    'What the text changed in that search, one for each parameter. Show the sentences to the user.',
  ),
  search_url: url('The URL of the search.'),
});
