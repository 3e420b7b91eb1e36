// A parameter's values as a JSON Schema and in a few words, from its row of the table. They describe what clients should send: the
// parser also accepts any case, surrounding spaces and blank values.
import type { Parameter } from '../../listing/parameters.ts';
import type { JsonSchema } from './json-schema.ts';

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
      return { type: 'string', ...(row.allowed && { enum: row.allowed }) };
    case 'text':
    case 'domains':
    case 'postcode':
      return { type: 'string', ...(row.maxLength !== undefined && { maxLength: row.maxLength }) };
  }
}

/** For example `integer, 0 to 6`, or the allowed values, which `code` marks as literals. */
export function parameterTypeText(row: Parameter, code: (text: string) => string): string {
  const { kind, allowed, min, max, maxLength, unit } = row;
  if (allowed !== undefined) return allowed.map(code).join(', ');
  const range = min === undefined ? '' : max === undefined ? `, at least ${min}` : `, ${min} to ${max}`;
  const length = maxLength === undefined ? '' : `, at most ${maxLength} characters`;
  return `${kind}${unit === undefined ? '' : ` (${unit})`}${range}${length}`;
}
