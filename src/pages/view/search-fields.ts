// The fields, facts, sort orders and groups of terms that the search page shows, from their tables. The tables are large and read
// files, so scripts/build-page.ts evaluates this module and bundles its values alone: its exports are plain data.
import { FIELDS } from '../../listing/fields.ts';
import type { RangeParameter } from '../../listing/field.ts';
import { PARAMETER_NAMES } from '../../query/parameters.ts';
import { DISTANCE_BANDS_KM, FILTERED_FIELDS, type FilteredField } from '../../query/search-query.ts';
import { SORT_ROWS, type SortRow } from '../../query/sorts.ts';
import { statedWordsFor } from '../../vehicle/stated-words.ts';
import { TERM_GROUPS as GROUPS } from '../../vehicle/term-groups.ts';
import { nameKey } from '../../vehicle/name-key.ts';
import { ownSpellings } from '../../vehicle/trade-terms.ts';

export interface FormBound {
  readonly parameter: string;
  /** The label, such as `lowest price`. */
  readonly label: string;
  /** The bound in words, with `#` for its number. */
  readonly words: string;
}

interface FormFieldBase {
  /** The field's name in vehicles and summaries. */
  readonly name: string;
  readonly label: string;
  /** Position in the form. The list has the order of the API's parameters. */
  readonly formOrder: number;
}

export interface ChoiceField extends FormFieldBase {
  readonly kind: 'choice';
  readonly parameter: string;
  /** Whether the field is about the seller, not the car. */
  readonly isOfSeller: boolean;
  /** Values that can be searched for; absent if every counted value can be. */
  readonly allowed?: readonly string[];
  /** Parameters that make no sense without this one. */
  readonly clears: readonly string[];
}

export interface RangeField extends FormFieldBase {
  readonly kind: 'range';
  /** A value in words, with `#` for the number. */
  readonly words: string;
  /** The kind of counts that a summary has for the field. */
  readonly counts: 'distribution' | 'facet' | 'none';
  readonly isDecimal: boolean;
  /** Whether people write its numbers with commas. */
  readonly isGrouped: boolean;
  readonly min: FormBound;
  readonly max: FormBound;
}

export type FormField = ChoiceField | RangeField;

export interface PageTermGroup {
  readonly name: string;
  readonly label: string;
  /** The groups of the summary that contain its terms. */
  readonly from: readonly string[];
  /** Labels of the offered terms; undefined offers all, but for one model only, because there are hundreds. */
  readonly labels?: readonly string[];
  /** Whether the labels are in order. Otherwise the most common comes first. */
  readonly isOrdered?: true;
  /** Whether several can be chosen, all of which a listing must have. Otherwise at most one. */
  readonly isMultiple?: true;
}

export const PAGE_PARAMETERS: readonly string[] = PARAMETER_NAMES;

export const FORM_FIELDS: readonly FormField[] = FILTERED_FIELDS.map(formField);

/** The members of vehicles that are a text or a number. */
export const VEHICLE_MEMBERS: readonly { readonly name: string; readonly isNumber: boolean }[] =
  FIELDS.filter(({ inResponse, kind }) => inResponse && kind !== 'addresses').map(({ name, kind }) => ({
    name,
    isNumber: kind === 'number' || kind === 'integer',
  }));

/** The facts in a car's line: names in vehicles, and the value in words. */
export const FACTS: readonly {
  readonly name: string;
  readonly words: string;
  readonly unknown?: string;
  readonly decimals?: number;
}[] = FIELDS.flatMap(({ name, fact, words = '#' }) => (fact === undefined ? [] : [{ name, words, ...fact }]));

export const SORT_CHOICES: readonly Pick<SortRow, 'name' | 'label' | 'needs'>[] = SORT_ROWS.map(
  ({ name, label, needs }: SortRow) => ({ name, label, ...(needs !== undefined && { needs }) }),
);

/** The groups in the order of the page. */
export const TERM_GROUPS: readonly PageTermGroup[] = GROUPS.onPage.map(
  ({ name, label, from, choice, offered }) => ({
    name,
    label,
    from,
    ...(offered.length > 0 && { labels: offered }),
    ...(choice === 'one in order' && { isOrdered: true }),
    ...(choice === 'several' && { isMultiple: true }),
  }),
);

/** The words for written-off cars in `q`. */
export const [WRITE_OFF]: readonly string[] = statedWordsFor('write-off');

/** The spellings of WRITE_OFF, as keys of `nameKey`. */
export const WRITE_OFF_KEYS: readonly string[] = ownSpellings(WRITE_OFF).map(nameKey);

/** The radius in km of each distance band that has one. */
export const BANDS_KM: readonly number[] = DISTANCE_BANDS_KM.filter((km) => km < Infinity);

function formField(field: FilteredField): FormField {
  const { name, kind, enum: allowed, filter, facet, distribution, words = '#' } = field;
  const { label, formOrder } = filter;
  if (filter.kind === 'value') {
    const cleared = FILTERED_FIELDS.filter(({ property }) =>
      facet?.also?.some((other) => other === property),
    );
    return {
      kind: 'choice',
      name,
      label,
      formOrder,
      parameter: filter.parameter,
      isOfSeller: kind === 'domain',
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
