// The one preference that is honoured (RFC 7240): `handling=strict` turns an unknown parameter into an error.
import { nameAndValue, splitOutsideQuotes } from './header-list.ts';

/** What Preference-Applied says when strict handling was asked for. */
export const STRICT_HANDLING = 'handling=strict';

export function asksForStrictHandling(prefer: string | string[] | undefined): boolean {
  for (const preference of splitOutsideQuotes(prefer, ',')) {
    const [name, value] = nameAndValue(splitOutsideQuotes(preference, ';')[0] ?? '');
    // Where a preference is sent more than once, the first one counts.
    if (name === 'handling') return value.toLowerCase() === 'strict';
  }
  return false;
}
