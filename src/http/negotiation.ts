// What the Accept header asks for: which of its two names a problem's media type gets, and whether a client of MCP leaves the
// choice to us; everything else is JSON whatever Accept says. And the one preference that is honoured (RFC 7240):
// `handling=strict` turns an unknown parameter into an error.
import { nameAndValue, splitOutsideQuotes } from './header-list.ts';

/** True if Accept leaves the choice to us: it is missing or blank, or has a range that takes any type, or any application type. */
export function acceptsAnyJson(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  const weights = weightsOf(accept);
  return (weights.get('*/*') ?? 0) > 0 || (weights.get('application/*') ?? 0) > 0;
}

/** True if Accept names `application/json`, and not `application/problem+json` with a higher weight. Wildcards ask for neither. */
export function prefersPlainJson(accept: string | string[] | undefined): boolean {
  if (accept === undefined) return false;
  const weights = weightsOf(accept);
  const json = weights.get('application/json') ?? 0;
  return json > 0 && json >= (weights.get('application/problem+json') ?? 0);
}

/** What Preference-Applied says when strict handling was asked for. */
export const STRICT_HANDLING = 'handling=strict';

export function prefersStrictHandling(prefer: string | string[] | undefined): boolean {
  for (const preference of splitOutsideQuotes(prefer, ',')) {
    const [name, value] = nameAndValue(splitOutsideQuotes(preference, ';')[0] ?? '');
    // Where a preference is sent more than once, the first one counts.
    if (name === 'handling') return value.toLowerCase() === 'strict';
  }
  return false;
}

/** The weight of each range, by its name in lower case. */
function weightsOf(accept: string | string[]): Map<string, number> {
  const weights = new Map<string, number>();
  for (const range of splitOutsideQuotes(accept, ',')) {
    const [type = '', ...parameters] = splitOutsideQuotes(range, ';');
    const name = type.toLowerCase();
    weights.set(name, Math.max(weights.get(name) ?? 0, weightOf(parameters)));
  }
  return weights;
}

function weightOf(parameters: readonly string[]): number {
  for (const parameter of parameters) {
    const [name, value] = nameAndValue(parameter);
    if (name === 'q') return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(value) ? Number(value) : 1;
  }
  return 1;
}
