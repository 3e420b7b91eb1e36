// The search page's list of fields, from the field table. The table itself is too large for browsers. `npm run docs` writes
// the list; test/docs.test.ts fails if it is out of date.
import { format, resolveConfig } from 'prettier';
import { FIELDS } from '../src/listing/fields.ts';
import { FILTERED_FIELDS, type FilteredField } from '../src/listing/filtered-fields.ts';
import type { RangeParameter } from '../src/listing/field.ts';
import { PARAMETER_NAMES } from '../src/listing/parameters.ts';
import { SORT_ROWS, type SortRow } from '../src/listing/sorts.ts';
import type { FormBound, FormField } from '../src/pages/search/view/search-fields.ts';

/** The file that holds the list, from the root of the project. */
export const PAGE_FIELDS_FILE = 'src/pages/search/view/search-fields.ts';

const HEAD = `// The fields, facts and sort orders that the search page shows. Written by \`npm run docs\` from listing/fields.ts and
// listing/sorts.ts: a change here is lost.

export interface FormBound {
  readonly parameter: string;
  /** \`lowest price\`. */
  readonly label: string;
  /** The bound in words, \`#\` standing for its number. */
  readonly words: string;
}

interface FormFieldBase {
  /** Of the field, in vehicles and summaries. */
  readonly name: string;
  readonly label: string;
  /** Position in the form. The list has the order of the API's parameters. */
  readonly formOrder: number;
}

export interface ChoiceField extends FormFieldBase {
  readonly kind: 'choice';
  readonly parameter: string;
  /** Takes several values, separated by commas. */
  readonly isList: boolean;
  /** Values that can be searched for; absent: every value that is counted. */
  readonly allowed?: readonly string[];
  /** Parameters that make no sense without this one. */
  readonly clears: readonly string[];
}

export interface RangeField extends FormFieldBase {
  readonly kind: 'range';
  /** A value in words, \`#\` standing for it. */
  readonly words: string;
  /** What a summary has about the field. */
  readonly counts: 'distribution' | 'facet' | 'none';
  readonly isDecimal: boolean;
  /** Whether people write its numbers with commas. */
  readonly isGrouped: boolean;
  readonly min: FormBound;
  readonly max: FormBound;
}

export type FormField = ChoiceField | RangeField;

`;

/** The values of the file's exports. */
export function pageFields() {
  return {
    PARAMETER_NAMES,
    FORM_FIELDS: FILTERED_FIELDS.map(formField),
    FACTS: FIELDS.flatMap(({ name, fact, words = '#' }) =>
      fact === undefined
        ? []
        : [{ name, words, ...(fact.decimals !== undefined && { decimals: fact.decimals }) }],
    ),
    SORTS: SORT_ROWS.map(({ name, label, needs }: SortRow) => ({
      name,
      label,
      ...(needs !== undefined && { needs }),
    })),
  };
}

/** The whole text of the file. */
export async function pageFieldsText(): Promise<string> {
  const { PARAMETER_NAMES, FORM_FIELDS, FACTS, SORTS } = pageFields();
  const declaration = (name: string, type: string, value: unknown): string =>
    `export const ${name}: readonly ${type}[] = ${JSON.stringify(value)};\n\n`;
  const text =
    HEAD +
    declaration('PARAMETER_NAMES', 'string', PARAMETER_NAMES) +
    declaration('FORM_FIELDS', 'FormField', FORM_FIELDS) +
    '/** What is known of a car, in one line: names in vehicles, and the value in words. */\n' +
    declaration(
      'FACTS',
      '{ readonly name: string; readonly words: string; readonly decimals?: number }',
      FACTS,
    ) +
    declaration(
      'SORTS',
      "{ readonly name: string; readonly label: string; readonly needs?: 'q' | 'location' }",
      SORTS,
    );
  const config = await resolveConfig(new URL('../package.json', import.meta.url).pathname);
  return format(text, { ...config, parser: 'typescript' });
}

function formField(field: FilteredField): FormField {
  const { name, kind, enum: allowed, filter, facet, distribution, words = '#' } = field;
  const { label, formOrder } = filter;
  if (filter.kind === 'value') {
    const cleared = FILTERED_FIELDS.filter(({ property }) => facet?.also?.includes(property) === true);
    return {
      kind: 'choice',
      name,
      label,
      formOrder,
      parameter: filter.parameter,
      isList: filter.isList === true,
      ...(allowed !== undefined && { allowed }),
      clears: cleared.flatMap(({ filter: other }) => (other.kind === 'value' ? [other.parameter] : [])),
    };
  }
  const bound = ({ parameter, label, words: own }: RangeParameter, usual: string): FormBound => ({
    parameter,
    label,
    words: own ?? usual.replace('#', words),
  });
  return {
    kind: 'range',
    name,
    label,
    formOrder,
    words,
    counts: distribution !== undefined ? 'distribution' : facet !== undefined ? 'facet' : 'none',
    isDecimal: filter.numberType === 'number',
    isGrouped: filter.numberType === 'integer' && kind !== 'year',
    min: bound(filter.min, '# or more'),
    max: bound(filter.max, 'At most #'),
  };
}
