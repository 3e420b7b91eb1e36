// Lists in response headers: structured fields (RFC 9651), as far as the service writes them, and links (RFC 8288).

export interface ListMember {
  readonly value: string;
  readonly parameters: Readonly<Record<string, string | undefined>>;
}

// Each is matched at one place only. Items are strings, display strings, tokens and numbers; only their texts are read.
const SPACE = /\s*/y;
const SEMICOLON = /;\s*/y;
const COMMA = /,/y;
const EQUALS = /=/y;
const KEY = /[a-z*][a-z0-9_.*-]*/y;
const ITEM = /%?"(?:[^"\\]|\\.)*"|[^\s",;=]+/y;

/** The members of a list; none if it is absent or malformed, as the standard demands. */
export function parseList(header: string | null): readonly ListMember[] {
  const text = header ?? '';
  let at = 0;
  const take = (expression: RegExp): string | undefined => {
    expression.lastIndex = at;
    const [found] = expression.exec(text) ?? [];
    at += found?.length ?? 0;
    return found;
  };
  const members: ListMember[] = [];
  while (at < text.length) {
    take(SPACE);
    const item = take(ITEM);
    if (item === undefined) return [];
    take(SPACE);
    const parameters: [string, string][] = [];
    while (take(SEMICOLON) !== undefined) {
      const name = take(KEY);
      const value = name !== undefined && take(EQUALS) !== undefined ? take(ITEM) : '';
      if (name === undefined || value === undefined) return [];
      parameters.push([name, textOf(value)]);
      take(SPACE);
    }
    members.push({ value: textOf(item), parameters: Object.fromEntries(parameters) });
    if (at < text.length && take(COMMA) === undefined) return [];
  }
  return members;
}

/** The targets of a Link header, by relation. */
export function parseLinks(header: string | null): Readonly<Record<string, string>> {
  const found = (header ?? '').matchAll(/<([^<>]*)>\s*;\s*rel="?([a-z-]+)"?/g);
  return Object.fromEntries(Array.from(found, ([, target, relation]) => [relation, target]));
}

function textOf(item: string): string {
  if (!item.endsWith('"')) return item;
  const text = item.slice(item.indexOf('"') + 1, -1).replace(/\\(.)/g, '$1');
  if (!item.startsWith('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
