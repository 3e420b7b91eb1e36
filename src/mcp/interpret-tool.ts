// interpret_request: what a phrase asks for, as arguments of search_vehicles.
import { toInterpretationResponse, type InterpretationResponse } from '../api/interpretation-response.ts';
import { getParameter, PARAMETERS } from '../listing/parameters.ts';
import { echoed, Problem, quoted, type ParameterIssue } from '../problem.ts';
import { INTERPRETATION_SCHEMA } from '../api/schemas/interpretation-schema.ts';
import { objectSchema } from '../api/schemas/json-schema.ts';
import { findText, wrongType } from './argument-texts.ts';
import { joinLines, shown } from './lines.ts';
import type { Tool, ToolArguments } from './tool.ts';

/** At most so many unknown arguments are named. */
const MOST_NAMED = 20;

export const INTERPRET_TOOL: Tool = {
  name: 'interpret_request',
  title: 'Read a phrase as a search for vehicles',
  description:
    'Reads a phrase such as "cheap diesel automatic estate under £10k near SW1A 1AA" and says which arguments of ' +
    'search_vehicles it asks for, which words each came from, and which words no argument can say. It searches nothing ' +
    'and guesses nothing: the same text gives the same answer. Call search_vehicles with parameters, where numbers are ' +
    'texts, which it takes as well, and tell the person what was not understood.',
  inputSchema: objectSchema(
    {
      text: {
        type: 'string',
        maxLength: getParameter('q').maxLength,
        description: 'The phrase, as a person would say it. An empty one asks for nothing.',
        examples: ['cheap diesel automatic estate under £10k near SW1A 1AA'],
      },
    },
    { optional: ['text'] },
  ),
  outputSchema: INTERPRETATION_SCHEMA,
  async answer(args, { service, baseUrl, ready }) {
    await ready();
    const found = service.interpret(readPhrase(args), new Date().getUTCFullYear());
    const structured = toInterpretationResponse(found, baseUrl);
    return { structured, text: joinLines(linesOf(structured)) };
  },
};

/** The argument `text`, empty if it was not sent. */
function readPhrase(args: ToolArguments): string {
  const { text = null, ...others } = args;
  const phrase = findText(text);
  const issues: ParameterIssue[] = phrase === undefined ? [wrongType('text', text)] : [];
  issues.push(
    ...Object.keys(others)
      .slice(0, MOST_NAMED)
      .map((name) => unknown(name, phrase === '')),
  );
  if (issues.length === 0) return phrase ?? '';
  throw new Problem('invalid_parameters', issues.map(({ sentence }) => sentence).join(' '), issues);
}

/** Where no text came, it was probably sent under the name of something else. */
function unknown(name: string, isMissing: boolean): ParameterIssue {
  const sentence = `${quoted(name)} is not a parameter of this tool.`;
  const issue = { parameter: echoed(name), code: 'unknown_parameter', value: '' } as const;
  if (!isMissing) return { ...issue, sentence };
  return { ...issue, sentence: `${sentence} Did you mean text?`, suggestion: 'text' };
}

function linesOf({ parameters, not_understood: missed }: InterpretationResponse): string[] {
  const asked = Object.keys(parameters).length > 0;
  return [
    asked
      ? `Call search_vehicles with ${JSON.stringify(typed(parameters))}.`
      : 'The text asks for nothing that can be searched.',
    ...missed.map(({ words, why }) => `Not understood: '${shown(words)}'. ${why}`),
  ];
}

/** With numbers as numbers, as the schema of search_vehicles has them. */
function typed(parameters: InterpretationResponse['parameters']): Record<string, string | number> {
  const entries = PARAMETERS.flatMap(({ name, kind }) => {
    const value = parameters[name];
    if (value === undefined) return [];
    return [[name, kind === 'integer' || kind === 'number' ? Number(value) : value] as const];
  });
  return Object.fromEntries(entries);
}
