// Extracts the postcode and town from a postal address in one field.

export interface PostalAddress {
  readonly postcode?: string;
  readonly town?: string;
}

const MAX_LENGTH = 1000;
const POSTCODE = /\b([A-Z]{1,2}[0-9][0-9A-Z]? ?[0-9][A-Z]{2})\b/gi;

/** Postcode and town of a JSON object with named parts; of any other text only its last postcode. */
export function parsePostalAddress(address: unknown): PostalAddress {
  if (typeof address !== 'string' || address.length > MAX_LENGTH) return {};
  const text = address.trim();
  const named = text.startsWith('{') ? namedParts(text) : undefined;
  if (named !== undefined) return named;
  const postcode = Array.from(text.matchAll(POSTCODE), ([found]) => found).at(-1);
  return postcode === undefined ? {} : { postcode };
}

function namedParts(text: string): PostalAddress | undefined {
  let parts: unknown;
  try {
    parts = JSON.parse(text);
  } catch {
    return undefined;
  }
  const values = new Map(Object.entries(parts as object));
  const textOf = (...names: string[]): string | undefined =>
    names.map((name) => values.get(name) as unknown).find((value) => typeof value === 'string');
  const postcode = textOf('postal_code', 'postcode', 'zip');
  const town = textOf('city', 'town', 'region');
  return { ...(postcode !== undefined && { postcode }), ...(town !== undefined && { town }) };
}
