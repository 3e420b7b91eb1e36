// HTML made of texts: what is put into a template is escaped unless it is HTML itself.

/** HTML, and nothing that still has to be escaped. */
export interface Html {
  readonly html: string;
}

type Part = string | number | Html | readonly Html[];

/** The template with every text in it escaped, for use between tags and between double quotes. */
export function html(template: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: template.reduce((made, text, at) => `${made}${htmlOf(parts[at - 1] ?? '')}${text}`) };
}

function htmlOf(part: Part): string {
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return 'html' in part ? part.html : part.map((one) => one.html).join('');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
