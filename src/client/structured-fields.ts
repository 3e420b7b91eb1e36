// Lists in response headers: structured fields (RFC 9651), as far as the service writes them, and links (RFC 8288).

export interface ListMember {
  readonly value: string;
  readonly parameters: ReadonlyMap<string, string>;
}

// Strings, display strings, tokens and numbers. Their texts are read, not their types.
const ITEM = String.raw`%?"(?:[^"\\]|\\.)*"|[^\s",;=]+`;
const MEMBER = new RegExp(
  String.raw`\s*(${ITEM})((?:\s*;\s*[a-z*][a-z0-9_.*-]*(?:=(?:${ITEM}))?)*)\s*(?:,|$)`,
  'y',
);
const PARAMETER = new RegExp(String.raw`;\s*([a-z*][a-z0-9_.*-]*)(?:=(${ITEM}))?`, 'g');

/** The members of a list; none if it is absent or malformed, as the standard demands. */
export function parseList(header: string | null): readonly ListMember[] {
  const members: ListMember[] = [];
  const text = header ?? '';
  MEMBER.lastIndex = 0;
  while (MEMBER.lastIndex < text.length) {
    const [, item, rest] = MEMBER.exec(text) ?? [];
    if (item === undefined) return [];
    const parameters = Array.from(rest.matchAll(PARAMETER), ([, name, value]): [string, string] => [
      name,
      value === undefined ? '' : textOf(value),
    ]);
    members.push({ value: textOf(item), parameters: new Map(parameters) });
  }
  return members;
}

/** The targets of a Link header, by relation. */
export function parseLinks(header: string | null): Readonly<Record<string, string>> {
  const found = (header ?? '').matchAll(/<([^>]*)>\s*;\s*rel="?([a-z-]+)"?/g);
  return Object.fromEntries(Array.from(found, ([, target, relation]) => [relation, target]));
}

function textOf(item: string): string {
  const [, quoted] = /^%?"([^]*)"$/.exec(item) ?? [];
  if (quoted === undefined) return item;
  const text = quoted.replace(/\\(.)/g, '$1');
  if (!item.startsWith('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
