// JSON from outside, whose contents are unknown.

/** Whether a value is an object, and neither null nor a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of a JSON text; undefined for other texts. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a value is a list of texts, at least one. */
export function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((element) => typeof element === 'string');
}
