// Parses the texts of a parameter that takes several values, separated by commas or in repeated parameters. A minus sign
// excludes a value. The order, case, repetition and aliases of values make no difference.
import { canonicalValue } from './canonical-query.ts';
import { dealerDomain } from '../listing/domain-name.ts';
import type { Values, ValueFilter } from '../listing/field.ts';
import type { FilteredField } from './search-query.ts';
import { getParameter } from './parameters.ts';
import { MINUS_SIGN, signed } from './parameter-text.ts';
import { listParts, parseEnumValue } from './parse-value.ts';
import type { ParameterIssue } from '../problem.ts';
import { suggestClass } from './did-you-mean.ts';

type ValueField = FilteredField<ValueFilter>;

/** The union of all texts. Undefined if they are blank, or invalid, which adds to `issues`. */
export function parseValues(
  field: ValueField,
  texts: readonly string[],
  issues: ParameterIssue[],
): Values | undefined {
  const { parameter } = field.filter;
  const parts = listParts(parameter, texts, getParameter(parameter).maxValues ?? Infinity, issues);
  if (parts === undefined) return undefined;
  const any: string[] = [];
  const none: string[] = [];
  const invalidParts: ParameterIssue[] = [];
  for (const part of parts) {
    const { sign, text } = signed(part);
    const parsedValue = parseOne(field, text, sign);
    if (typeof parsedValue === 'string') (sign === '-' ? none : any).push(parsedValue);
    else invalidParts.push(parsedValue);
  }
  issues.push(...invalidParts);
  return invalidParts.length > 0 ? undefined : toValues(field, any, none);
}

/** The values of a search, in their normal form; undefined if there are none. */
export function toValues(
  field: Pick<ValueField, 'enum' | 'canonicalize' | 'filter'>,
  any: readonly string[],
  none: readonly string[] = [],
): Values | undefined {
  if (any.length + none.length === 0) return undefined;
  return {
    ...(any.length > 0 && { any: distinct(field, any) }),
    ...(none.length > 0 && { none: distinct(field, none) }),
  };
}

/** One value per term, in the order of canonical queries. */
function distinct(
  field: Pick<ValueField, 'enum' | 'canonicalize' | 'filter'>,
  values: readonly string[],
): readonly string[] {
  if (values.length === 1) return values;
  const ofTerm = new Map<string, string>();
  // Sorted, so that the same spelling wins, whatever the order.
  for (const value of [...values].sort()) {
    const term = field.filter.termOf?.(value) ?? value;
    if (!ofTerm.has(term)) ofTerm.set(term, value);
  }
  return Array.from(ofTerm.values(), (value) => ({ value, canonical: canonicalValue(field, value) }))
    .sort((a, b) => (a.canonical < b.canonical ? -1 : 1))
    .map(({ value }) => value);
}

function parseOne(field: ValueField, text: string, sign: '' | '-'): string | ParameterIssue {
  const { kind, enum: classes, canonicalize, meant, filter } = field;
  if (kind === 'domain') {
    // A text that is not a domain (`https://`) must match nothing.
    const host = dealerDomain(text) ?? text;
    // In a canonical query, a sign would exclude the domain behind it.
    return MINUS_SIGN.test(host.charAt(0)) ? `//${host}` : host;
  }
  // Canonical queries collapse white space, and engine-query.ts splits its cache keys at line breaks.
  if (classes === undefined) return text.replace(/\s+/g, ' ');
  const suggest = (word: string) => suggestClass({ enum: classes, canonicalize, meant }, word);
  const parsedValue = parseEnumValue(getParameter(filter.parameter), text, classes, suggest, sign);
  return parsedValue.issue ?? parsedValue.value;
}
