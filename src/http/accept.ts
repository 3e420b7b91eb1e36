// Which of its two names a problem's media type gets. Everything else is JSON whatever Accept says.
import { nameAndValue, splitOutsideQuotes } from './header-list.ts';

/** True if Accept names `application/json`, and not `application/problem+json` with a higher weight. Wildcards ask for neither. */
export function asksForPlainJson(accept: string | string[] | undefined): boolean {
  if (accept === undefined) return false;
  const weights = new Map<string, number>();
  for (const range of splitOutsideQuotes(accept, ',')) {
    const [type = '', ...parameters] = splitOutsideQuotes(range, ';');
    const name = type.toLowerCase();
    weights.set(name, Math.max(weights.get(name) ?? 0, weightOf(parameters)));
  }
  const json = weights.get('application/json') ?? 0;
  return json > 0 && json >= (weights.get('application/problem+json') ?? 0);
}

function weightOf(parameters: readonly string[]): number {
  for (const parameter of parameters) {
    const [name, value] = nameAndValue(parameter);
    if (name === 'q') return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(value) ? Number(value) : 1;
  }
  return 1;
}
