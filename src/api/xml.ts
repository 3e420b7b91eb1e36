// XML as text. Characters that XML 1.0 cannot have, even escaped, become U+FFFD: listings have texts of dealers.

/** Markup that is escaped already. */
export interface Xml {
  readonly markup: string;
}

/** An element; children that are strings are text, and undefined attributes are left out. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | undefined>> = {},
  ...children: readonly (Xml | string)[]
): Xml {
  const attributeText = Object.entries(attributes)
    .map(([key, value]) => (value === undefined ? '' : ` ${key}="${escaped(value)}"`))
    .join('');
  const content = children
    .map((child) => (typeof child === 'string' ? escaped(child) : child.markup))
    .join('');
  return {
    markup: content === '' ? `<${name}${attributeText}/>` : `<${name}${attributeText}>${content}</${name}>`,
  };
}

export function xmlDocument({ markup }: Xml): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${markup}\n`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Parsers would turn it into a line end.
  '\r': '&#13;',
};

function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[&<>"\r]/g, (character) => ESCAPES[character]);
}
