// Header fields that are lists, such as Accept and Prefer, taken apart. Commas and semicolons inside a quoted
// string do not separate. Anything a client may send is accepted: nothing throws, and time is linear.

/** The trimmed parts of a field's value between separators; empty parts are left out. */
export function splitOutsideQuotes(value: string | string[] | undefined, separator: ',' | ';'): string[] {
  const text = Array.isArray(value) ? value.join(separator) : (value ?? '');
  const parts: string[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') quoted = !quoted;
    else if (quoted && character === '\\') at += 1;
    else if (!quoted && character === separator) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** `name=value` or `name="value"` as a name in lower case and its value without quotes; a bare name has an empty value. */
export function nameAndValue(part: string): readonly [name: string, value: string] {
  const equals = part.indexOf('=');
  if (equals === -1) return [part.toLowerCase(), ''];
  return [part.slice(0, equals).trim().toLowerCase(), withoutQuotes(part.slice(equals + 1).trim())];
}

function withoutQuotes(text: string): string {
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return text;
  return text.slice(1, -1).replace(/\\(.)/g, '$1');
}
