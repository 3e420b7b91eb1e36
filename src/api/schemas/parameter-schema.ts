// A parameter's values as a JSON Schema and in a few words, from its row of the table. They describe what clients should send:
// the parser also accepts any case and surrounding spaces. A blank value counts as absent; OpenAPI states that beside the schema.
import { PARAMETER_NAMES, type Parameter } from '../../query/parameters.ts';
import { describedObject, text, type JsonSchema } from './json-schema.ts';

/** Texts without NUL, in the syntax that all regular expressions share. */
export const NO_NUL = '^[^\\x00]*$';

/** Matches a unit, sector or district by spelling alone: only the gazetteer knows which exist. */
const POSTCODE = '^\\s*[A-Za-z]{1,2}[0-9][A-Za-z0-9]?(\\s*[0-9]([A-Za-z]{2})?)?\\s*$';

export function parameterSchema(row: Parameter): JsonSchema {
  switch (row.kind) {
    case 'integer':
      return {
        type: 'integer',
        minimum: row.min ?? Number.MIN_SAFE_INTEGER,
        maximum: row.max ?? Number.MAX_SAFE_INTEGER,
        ...(row.default !== undefined && { default: row.default }),
      };
    case 'number':
      return { type: 'number' };
    case 'enumeration':
      if (row.isList === true) return { type: 'string', pattern: listPattern(row.allowed ?? []) };
      return { type: 'string', ...(row.allowed && { enum: row.allowed }) };
    case 'text':
    case 'domains':
      return {
        type: 'string',
        pattern: NO_NUL,
        ...(row.maxLength !== undefined && { maxLength: row.maxLength }),
      };
    case 'postcode':
      return { type: 'string', pattern: POSTCODE };
  }
}

/** Any parameters of a search, as strings. */
export function parameterTexts(description: string): JsonSchema {
  return describedObject(
    description,
    Object.fromEntries(PARAMETER_NAMES.map((name) => [`${name}?`, text()])),
  );
}

/** Some of the words, each with a minus sign or without, separated by commas. */
function listPattern(words: readonly string[]): string {
  const one = `-?(${words.join('|')})`;
  return `^${one}(,${one})*$`;
}

/** For example `integer, 0 to 6`, or the allowed values, which `code` marks as literals. */
export function parameterTypeText(row: Parameter, code: (text: string) => string): string {
  const { kind, allowed, min, max, maxLength, unit } = row;
  if (allowed !== undefined) return allowed.map(code).join(', ');
  const range = min === undefined ? '' : max === undefined ? `, at least ${min}` : `, ${min} to ${max}`;
  const length = maxLength === undefined ? '' : `, at most ${maxLength} characters`;
  return `${kind}${unit === undefined ? '' : ` (${unit})`}${range}${length}`;
}
