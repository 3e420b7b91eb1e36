// interpret_request: reads a phrase as arguments of search_vehicles, or as a change to the arguments of the search so far.
import type { InterpretationResponse } from '../api/responses.ts';
import { toInterpretationResponse, INTERPRETATION_SCHEMA } from '../api/interpretation-response.ts';
import { getParameter, PARAMETERS } from '../query/parameters.ts';
import { queryStringOf } from '../query/query-string.ts';
import { invalidParameters } from '../problem.ts';
import { echoed } from '../quoted-text.ts';
import type { SearchService, SearchSoFar } from '../search/search-service.ts';
import { objectSchema } from '../api/schemas/json-schema.ts';
import { PHRASE } from '../api/own-parameters.ts';
import { argumentsToPairs, checkLength, parseOwnArguments, wrongType } from './parse-arguments.ts';
import { notUnderstoodLines, understoodLines } from './reading-notes.ts';
import { estimateTokens, MAX_CONTENT_TOKENS } from './tokens.ts';
import { joinTextContent, type Tool, type ToolArguments, outlineOf } from './tool.ts';

export const INTERPRET_TOOL: Tool = {
  name: 'interpret_request',
  title: 'Read a phrase as a search for vehicles',
  description:
    'Reads a phrase such as "cheap estate near Leeds" as arguments of search_vehicles, with the words ' +
    'each came from and the words that no argument can express. It searches nothing and guesses nothing. With current, the search ' +
    'so far, texts such as "cheaper", "make it blue", "or a Polo", "not a Ford" and "any colour" change that search, and refines ' +
    'says whether one did. Call search_vehicles with parameters, tell the person what was not understood, and ask its questions.',
  inputSchema: objectSchema({
    'text?': {
      type: 'string',
      maxLength: getParameter('q').maxLength,
      description: 'The phrase, as a person would say it.',
      examples: ['cheap diesel automatic estate under £10k near SW1A 1AA'],
    },
    'current?': {
      type: ['object', 'string'],
      description: 'The arguments of the search so far, or a query string such as make=Ford&price_max=8000.',
    },
  }),
  outputSchema: outlineOf(INTERPRETATION_SCHEMA, 1),
  async call(args, { service, baseUrl }) {
    const { current: given = null, ...others } = args;
    const { text = '' } = parseOwnArguments({ text: PHRASE }, others);
    const current = searchSoFar(given, service);
    const interpretation = await service.interpret(text, { current });
    const response = toInterpretationResponse(interpretation, baseUrl);
    const structuredContent = shorten(response);
    const omitted = wordsIn(response) - wordsIn(structuredContent);
    const note = omitted === 0 ? [] : [`To keep the result short, ${omitted} explanations are left out.`];
    return {
      structuredContent,
      text: joinTextContent([...textLines(structuredContent, Object.keys(current).length > 0), ...note]),
    };
  },
};

/** The search so far, from the argument `current`. Throws a Problem `invalid_parameters`. */
function searchSoFar(given: unknown, service: SearchService): SearchSoFar['current'] {
  if (given === null) return {};
  const isText = typeof given === 'string';
  if (!isText && (typeof given !== 'object' || Array.isArray(given)))
    throw invalidParameters([wrongType('current', given)]);
  const { pairs, issues: earlier } = isText
    ? { pairs: [...new URLSearchParams(queryStringOf(given))], issues: [] }
    : argumentsToPairs(given as ToolArguments);
  checkLength(pairs);
  return service.parseSearchSoFar(pairs, { rejectsUnknown: true, placeNames: 'accepted', earlier }).current;
}

/** The response without the last explanations of its longest list, until it fits. */
function shorten(response: InterpretationResponse): InterpretationResponse {
  let excess = estimateTokens(JSON.stringify(response)) - MAX_CONTENT_TOKENS;
  if (excess <= 0) return response;
  const lengths = EXPLANATIONS.map((list) => response[list].length);
  // The rest is what the text asks for.
  if (lengths.every((length) => length === 0)) return response;
  while (excess > 0 && lengths.some((length) => length > 0)) {
    const longest = lengths.indexOf(Math.max(...lengths));
    lengths[longest] -= 1;
    excess -= estimateTokens(JSON.stringify(response[EXPLANATIONS[longest]][lengths[longest]]));
  }
  const lists = EXPLANATIONS.map((list, i) => [list, response[list].slice(0, lengths[i])] as const);
  // Shortened texts may have fewer tokens, or more, so the size is checked again.
  return shorten({ ...response, ...Object.fromEntries(lists) });
}

const EXPLANATIONS = ['left_out', 'understood', 'not_understood'] as const;

function wordsIn(response: InterpretationResponse): number {
  return EXPLANATIONS.reduce((sum, list) => sum + response[list].length, 0);
}

function textLines(
  {
    notice,
    parameters,
    refines,
    changes,
    understood,
    questions,
    not_understood: unsupported,
  }: InterpretationResponse,
  hadSearch: boolean,
): string[] {
  const hasParameters = Object.keys(parameters).length > 0;
  return [
    ...(notice === null ? [] : [notice]),
    hasParameters
      ? `Call search_vehicles with ${JSON.stringify(withNumbers(parameters))}.`
      : 'The text asks for nothing that can be searched.',
    ...(hadSearch && hasParameters && !refines
      ? ['This is a new search: the earlier arguments are not in it.']
      : []),
    ...changes.map(({ sentence }) => sentence),
    ...notUnderstoodLines(unsupported),
    ...questions.map(
      ({ words, question, choices }) =>
        `Ask about '${echoed(words)}': ${question} ${choices.map(({ label }) => label).join(', or ')}?`,
    ),
    ...understoodLines(understood.filter(({ note }) => note !== notice)),
  ];
}

/** The parameters with numbers as JSON numbers, as in the schema of search_vehicles. */
function withNumbers(parameters: InterpretationResponse['parameters']): Record<string, string | number> {
  const entries = PARAMETERS.flatMap(({ name, kind }) => {
    const value = parameters[name];
    if (value === undefined) return [];
    return [[name, kind === 'integer' || kind === 'number' ? Number(value) : value] as const];
  });
  return Object.fromEntries(entries);
}
