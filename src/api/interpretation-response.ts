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
import { objectSchema, type JsonSchema } from './schemas/json-schema.ts';

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
  words: { type: 'string', description: 'Words of the text.' },
  start: { type: 'integer', minimum: 0, description: 'Their start, in UTF-16 code units.' },
  end: { type: 'integer', minimum: 0, description: 'Their end, exclusive.' },
} as const satisfies Record<string, JsonSchema>;

const PARAMETERS = objectSchema(
  Object.fromEntries(PARAMETER_NAMES.map((name) => [name, { type: 'string' }])),
  {
    optional: PARAMETER_NAMES,
  },
);

export const INTERPRETATION_SCHEMA: JsonSchema = objectSchema({
  text: { type: 'string', description: 'The text, without white space at its ends.' },
  notice: {
    type: ['string', 'null'],
    description:
      'Set if nothing or little was understood, or the search does not change: show it to the user first.',
  },
  understood_share: {
    type: 'number',
    minimum: 0,
    maximum: 1,
    description: 'Of the words that mean something, the share that is in the search.',
  },
  parameters: { ...PARAMETERS, description: 'Parameters of the search as strings, q included.' },
  understood: {
    type: 'array',
    description: 'Each value, with its words.',
    items: objectSchema(
      {
        parameter: { type: 'string', enum: PARAMETER_NAMES },
        value: { type: 'string' },
        ...SPAN,
        note: { type: 'string', description: 'How ambiguous words were interpreted.' },
        place: { type: 'string', description: 'The town of a location that was given by name.' },
      },
      { optional: ['note', 'place'] },
    ),
  },
  q: { type: ['string', 'null'], description: 'The words left to search for, or null.' },
  not_understood: {
    type: 'array',
    description: 'Words that no parameter can express. They limit nothing: show them to the user.',
    items: objectSchema(
      {
        ...SPAN,
        why: { type: 'string' },
        needs: { type: 'string', enum: ['location'], description: 'The parameter that they need.' },
      },
      { optional: ['needs'] },
    ),
  },
  left_out: {
    type: 'array',
    description: 'Words without meaning for a search, such as "looking for a".',
    items: objectSchema(SPAN),
  },
  questions: {
    type: 'array',
    maxItems: 2,
    description:
      'What to ask the user about words that may mean several things, each choice with its search.',
    items: objectSchema({
      ...SPAN,
      question: { type: 'string' },
      choices: {
        type: 'array',
        items: objectSchema({
          label: { type: 'string', description: 'The choice, for people.' },
          parameters: { ...PARAMETERS, description: 'Parameters of its search as strings.' },
          search_url: { type: 'string', format: 'uri', description: 'The URL of its search.' },
        }),
      },
    }),
  },
  refines: {
    type: 'boolean',
    description:
      'Whether the text changed the search that was sent with it. If not, the parameters are a new search, without those that were sent.',
  },
  changes: {
    type: 'array',
    description:
      'What the text changed in that search, one for each parameter. Show the sentences to the user.',
    items: objectSchema({
      operation: { type: 'string', enum: CHANGE_OPERATIONS },
      parameter: { type: 'string', enum: PARAMETER_NAMES },
      before: { type: ['string', 'null'], description: 'Its value before, or null.' },
      after: { type: ['string', 'null'], description: 'Its value now, or null.' },
      sentence: { type: 'string', description: 'The change, for people.' },
      ...SPAN,
    }),
  },
  search_url: { type: 'string', format: 'uri', description: 'The URL of the search.' },
});
