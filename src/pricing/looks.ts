// What a listing's texts say of its looks: colour, body and trim, as the trade names them. They are read where a text says one only;
// where it names several, or the colour of something else, nothing is known.
import type { IndexedFields } from '../listing/listing.ts';
import { TermFinder, termsIn, type FoundTerm } from './term-finder.ts';

export interface Looks {
  readonly colour?: string;
  readonly body?: string;
  readonly trim?: string;
}

type Texts = Pick<IndexedFields, 'model' | 'fullDescription' | 'sourceTerms'>;

export function looksOf({ model, fullDescription, sourceTerms }: Texts): Looks {
  // Priority: dedicated columns, then the model's name, then the description.
  const texts = [sourceTerms, model, fullDescription].map((text) => text ?? '');
  const [columns, name] = texts;
  const colour = first(texts, (text) => only(COLOURS.find(text).filter(isPaint)));
  const body = first(texts, (text) => only(BODIES.find(text)));
  const trim = first([name, columns], (text) => TRIMS.find(text).at(0)?.terms.at(0)?.name);
  return {
    ...(colour !== undefined && { colour }),
    ...(body !== undefined && { body }),
    ...(trim !== undefined && { trim }),
  };
}

function first(texts: readonly string[], read: (text: string) => string | undefined): string | undefined {
  for (const text of texts) {
    const value = text === '' ? undefined : read(text);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The name of the only spelling there is, however often it occurs. */
function only(found: readonly FoundTerm[]): string | undefined {
  const names = new Set(found.map(({ terms }) => terms[0].name));
  // `Alpine white` and `white` are one colour: the narrower one says the other.
  const narrow = [...names].filter((name) => !termsIn(found.filter(({ terms }) => terms[0].name !== name)).some((term) => term.name === name)); // prettier-ignore
  return narrow.length === 1 ? narrow[0] : undefined;
}

/** Not `black leather`, `red calipers` or `metallic paint`. */
function isPaint({ terms, next }: FoundTerm): boolean {
  return !FINISHES.has(terms[0].id) && !next.some((word) => PARTS.has(word));
}

const FINISHES: ReadonlySet<string> = new Set([
  'metallicpaint',
  'pearlescentpaint',
  'mattpaint',
  'solidpaint',
]);
const PARTS: ReadonlySet<string> = new Set(
  (
    'leather interior seats seat upholstery cloth alcantara suede roof alloy alloys wheel wheels mirror mirrors caliper calipers trim ' +
    'dash dashboard headlining carpet carpets stitching badge badges pack edition inserts bumper bumpers glass windows lights light'
  ).split(' '),
);

const COLOURS = new TermFinder(({ group }) => group === 'colour');
const BODIES = new TermFinder(({ group }) => group === 'body');
const TRIMS = new TermFinder(({ group }) => group === 'trim');
