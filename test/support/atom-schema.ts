// What RFC 4287 requires of a feed's elements, for feeds without extensions.

/** An element of the Atom namespace. */
export interface AtomNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly AtomNode[];
  readonly text: string;
}

interface Rule {
  readonly min?: number;
  readonly max?: number;
  readonly check: (node: AtomNode) => boolean;
}

const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[-+]\d\d:\d\d)$/;

const isText = ({ attributes: { type = 'text' }, children }: AtomNode): boolean =>
  ['text', 'html'].includes(type) && children.length === 0;
const isDate = ({ text, children }: AtomNode): boolean =>
  RFC3339.test(text) && !Number.isNaN(Date.parse(text)) && children.length === 0;
const isIri = ({ text, children }: AtomNode): boolean =>
  /^[a-z][-+.a-z0-9]*:\S+$/.test(text) && children.length === 0;
const isPerson = ({ children }: AtomNode): boolean =>
  children.filter(({ name, text }) => name === 'name' && text !== '').length === 1 &&
  children.every(({ name }) => ['name', 'uri', 'email'].includes(name));
const isLink = ({ attributes: { href = '', rel = 'alternate' }, children }: AtomNode): boolean =>
  URL.canParse(href) && rel !== '' && children.length === 0;

const COMMON: Readonly<Record<string, Rule>> = {
  id: { min: 1, max: 1, check: isIri },
  title: { min: 1, max: 1, check: isText },
  updated: { min: 1, max: 1, check: isDate },
  author: { check: isPerson },
  contributor: { check: isPerson },
  category: { check: ({ attributes }) => 'term' in attributes },
  link: { check: isLink },
  rights: { max: 1, check: isText },
};

const FEED: Readonly<Record<string, Rule>> = {
  ...COMMON,
  subtitle: { max: 1, check: isText },
  generator: { max: 1, check: () => true },
  icon: { max: 1, check: isIri },
  logo: { max: 1, check: isIri },
  entry: { check: () => true },
};

const ENTRY: Readonly<Record<string, Rule>> = {
  ...COMMON,
  published: { max: 1, check: isDate },
  summary: { max: 1, check: isText },
  content: { max: 1, check: isText },
};

/** What is wrong with a feed; empty if nothing is. */
export function atomFaults(feed: AtomNode): string[] {
  if (feed.name !== 'feed') return [`the root is ${feed.name}`];
  const entries = feed.children.filter(({ name }) => name === 'entry');
  const ids = entries.map((entry) => `${textOf(entry, 'id')} ${textOf(entry, 'updated')}`);
  const hasAuthor = has(feed, 'author') || entries.every((entry) => has(entry, 'author'));
  return [
    ...faultsOf(feed, FEED),
    ...entries.flatMap((entry) => [...faultsOf(entry, ENTRY), ...contentFaults(entry)]),
    ...(hasAuthor ? [] : ['an entry has no author, and neither has the feed']),
    ...(new Set(ids).size === ids.length ? [] : ['two entries have the same id and time']),
  ];
}

function faultsOf(node: AtomNode, rules: Readonly<Record<string, Rule>>): string[] {
  const faults = node.children.flatMap((child) => {
    const rule = rules[child.name];
    if (rule === undefined) return [`${node.name} has ${child.name}`];
    return rule.check(child) ? [] : [`${node.name} has a wrong ${child.name}: ${child.text}`];
  });
  for (const [name, { min = 0, max = Infinity }] of Object.entries(rules)) {
    const count = node.children.filter((child) => child.name === name).length;
    if (count < min || count > max) faults.push(`${node.name} has ${count} × ${name}`);
  }
  const alternates = node.children
    .filter(({ name, attributes }) => name === 'link' && (attributes['rel'] ?? 'alternate') === 'alternate')
    .map(({ attributes: { type = '', hreflang = '' } }) => `${type} ${hreflang}`);
  if (new Set(alternates).size < alternates.length) faults.push(`${node.name} has two alternates of a type`);
  return faults;
}

function contentFaults(entry: AtomNode): string[] {
  const isLinked = entry.children.some(
    ({ name, attributes }) => name === 'link' && (attributes['rel'] ?? 'alternate') === 'alternate',
  );
  return has(entry, 'content') || isLinked ? [] : ['an entry has neither content nor an alternate'];
}

function has({ children }: AtomNode, name: string): boolean {
  return children.some((child) => child.name === name);
}

function textOf({ children }: AtomNode, name: string): string | undefined {
  return children.find((child) => child.name === name)?.text;
}
