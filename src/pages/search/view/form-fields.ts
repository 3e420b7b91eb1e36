// Fields of the form of filters: options, boxes to tick, texts with their errors, ranges, and the terms of the trade. Of these,
// body, colour and the like are selects, equipment is boxes, and the other words of `q` are keywords. A range has a histogram of
// the stock, two thumbs below it if there is script, and the numbers themselves.
import { fieldError } from './field-errors.ts';
import { h, type Child, type ElementNode } from '../../element.ts';
import type { PageModel } from './page-model.ts';
import { formatCount } from '../../../format.ts';
import type { TermChoiceGroup } from '../../view/term-choices.ts';
import { TERM, type SearchState } from '../../view/search-state.ts';
import type { BinJson, DistributionJson, ValueCountsJson } from '../../../api/responses.ts';
import { inWords } from '../../view/vehicle-words.ts';
import type { FormBound, RangeField } from '../../view/search-fields.ts';

export const FORM = 'refine';

export function option(value: string, label: string, chosen: string | undefined): ElementNode {
  return h('option', { value, selected: equalsIgnoringCase(value, chosen ?? '') }, label);
}

export function equalsIgnoringCase(one: string, other: string | undefined): boolean {
  return one.toLowerCase() === other?.toLowerCase();
}

export interface TickBox {
  readonly value: string;
  readonly label: string;
  readonly isTicked: boolean;
}

/** Maximum boxes that are visible before the rest is opened. */
const FIRST_BOXES = 8;

/** The boxes of a name, and its other fields. A ticked box keeps its place, because the focus would not follow it to another. */
export function tickBoxes(
  name: string,
  { key, label, boxes, more = null }: { key: string; label: string; boxes: readonly TickBox[]; more?: Child },
): ElementNode {
  const box = ({ value, label, isTicked }: TickBox): ElementNode =>
    h('label', { class: 'tick', 'data-key': value }, [
      h('input', { type: 'checkbox', name, form: FORM, value, checked: isTicked }),
      h('span', { dir: 'auto' }, label),
    ]);
  // A single further box takes no more space than a link to it would.
  const first = boxes.length === FIRST_BOXES + 1 ? boxes.length : FIRST_BOXES;
  const rest = boxes.slice(first);
  const isOpen = rest.some(({ isTicked }) => isTicked);
  return h('fieldset', { 'data-key': key, hidden: boxes.length === 0 }, [
    h('legend', {}, label),
    boxes.slice(0, first).map(box),
    rest.length === 0
      ? null
      : h('details', { 'data-keeps': 'open', open: isOpen }, [
          h('summary', {}, `${rest.length} more`),
          rest.map(box),
        ]),
    more,
  ]);
}

/** The error of a value is shown below the field, beside its label. */
export function labelledText(
  { search, problem }: Pick<PageModel, 'search' | 'problem'>,
  label: string,
  name: string,
  more: Readonly<Record<string, string | number>>,
): ElementNode {
  const error = fieldError(problem, name);
  const errorId = `error-${name}`;
  return h('div', {}, [
    h('label', {}, [
      h('span', {}, label),
      h('input', {
        type: 'text',
        name,
        form: FORM,
        value: search[name] ?? '',
        autocomplete: 'off',
        spellcheck: 'false',
        'aria-invalid': error === undefined ? null : 'true',
        'aria-describedby': error === undefined ? null : errorId,
        ...more,
      }),
    ]),
    error === undefined ? null : h('p', { class: 'error', id: errorId }, error),
  ]);
}

export function termFields(model: PageModel): ElementNode {
  const { search } = model;
  const { words, groups } = model.choices;
  return h('div', { class: 'terms' }, [
    groups.map((group) => (group.isMultiple ? boxes(group) : select(group))),
    labelledText({ ...model, search: { ...search, q: words } }, 'Keywords', 'q', { maxlength: 512 }),
  ]);
}

function select({ name, label, choices }: TermChoiceGroup): ElementNode {
  const chosen = choices.find(({ isChosen }) => isChosen)?.q;
  return h('label', { 'data-key': name }, [
    h('span', {}, label),
    h('select', { name: TERM, form: FORM }, [
      option('', 'Any', chosen),
      choices.map(({ label, q, count }) => option(q, `${label} (${formatCount(count)})`, chosen)),
    ]),
  ]);
}

function boxes({ name, label, choices }: TermChoiceGroup): ElementNode {
  // Chosen boxes are always visible.
  const sorted = choices.toSorted((a, b) => Number(b.isChosen) - Number(a.isChosen));
  const each = sorted.map(({ label, q, count, isChosen }) => ({
    value: q,
    label: `${label} (${formatCount(count)})`,
    isTicked: isChosen,
  }));
  return tickBoxes(TERM, { key: name, label, boxes: each });
}

const HEIGHT = 40;
/** Maximum share of the oldest cars, which share one bar. */
const OLD_SHARE = 0.01;
/** Steps of a thumb per bar of the histogram. */
const STEPS_IN_BIN = 10;

/** `counts` is the summary's part about the field, if there is one. */
export function rangeField(
  model: PageModel,
  field: RangeField,
  counts: DistributionJson | ValueCountsJson | undefined,
): ElementNode {
  const side = ({ parameter }: FormBound, text: string): ElementNode =>
    labelledText(model, text, parameter, { inputmode: field.isDecimal ? 'decimal' : 'numeric' });
  return h('fieldset', {}, [
    h('legend', {}, field.label),
    counts === undefined || field.counts === 'none' ? null : spread(model.search, field, counts),
    h('div', { class: 'pair' }, [side(field.min, 'From'), side(field.max, 'To')]),
  ]);
}

function spread(search: SearchState, field: RangeField, counts: DistributionJson | ValueCountsJson): Child {
  const found = 'values' in counts ? ofYears(field, counts) : ofNumbers(field, counts);
  if (found === null) return null;
  const { bins, extent, note = null } = found;
  return [
    // A single bar would compare nothing.
    bins.length < 2 ? null : histogram(search, field, bins, extent),
    slider(search, field, bins),
    note === null ? null : h('p', { class: 'note' }, note),
  ];
}

/** Null if there are no values. */
type Spread = { readonly bins: readonly BinJson[]; readonly extent: string; readonly note?: string } | null;

function ofNumbers(
  { label, words }: RangeField,
  { min, max, percentiles, histogram }: DistributionJson,
): Spread {
  const format = (value: number): string => inWords(words, formatCount(value));
  const median = percentiles['50'] ?? null;
  if (median === null || min === null || max === null) return null;
  const extent = `${label} from ${format(min)} to ${format(max)}; median ${format(median)}`;
  return { bins: histogram, extent, note: `Median ${format(median)}` };
}

function ofYears({ label }: RangeField, { values }: ValueCountsJson): Spread {
  const bins = values
    .map(({ value, count }) => ({ from: Number(value), below: Number(value) + 1, count }))
    .sort((a, b) => a.from - b.from);
  const [first] = bins;
  if (first === undefined) return null;
  // Few cars are old, and their years would leave little space for the others.
  const total = bins.reduce((sum, { count }) => sum + count, 0);
  let older = 0;
  const start = bins.findIndex(({ count }) => (older += count) > total * OLD_SHARE);
  const shown = [{ ...bins[start], count: older }, ...bins.slice(start + 1)];
  return { bins: shown, extent: `${label}s from ${first.from} to ${bins.at(-1)?.from ?? ''}` };
}

/** Bars of equal width. Empty bins are absent from `bins` and become gaps. */
function histogram(
  search: SearchState,
  field: RangeField,
  bins: readonly BinJson[],
  label: string,
): ElementNode {
  const first = bins[0]?.from ?? 0;
  const width = widthOf(bins);
  const slots = Math.round(((bins.at(-1)?.from ?? first) - first) / width) + 1;
  const tallest = Math.max(1, ...bins.map(({ count }) => count));
  const min = boundOf(search, field.min) ?? -Infinity;
  const max = boundOf(search, field.max) ?? Infinity;
  const picture = { viewBox: `0 0 ${slots} ${HEIGHT}`, preserveAspectRatio: 'none' };
  return h('svg', { class: 'histogram', role: 'img', 'aria-label': label, ...picture }, [
    bins.map(({ from, below, count }) => {
      // At least high enough to be visible.
      const tall = Math.max(1.5, (count / tallest) * HEIGHT);
      return h('rect', {
        class: (below ?? Infinity) > min && from <= max ? 'in' : 'out',
        x: (from - first) / width + 0.06,
        y: (HEIGHT - tall).toFixed(1),
        width: 0.88,
        height: tall.toFixed(1),
      });
    }),
  ]);
}

function widthOf(bins: readonly BinJson[]): number {
  const closed = bins.find(({ below }) => below !== null);
  return closed === undefined ? 1 : (closed.below ?? 0) - closed.from;
}

function boundOf(search: SearchState, { parameter }: FormBound): number | undefined {
  const typed = search[parameter] ?? '';
  return /^-?\d+$/.test(typed) ? Number(typed) : undefined;
}

/** Two thumbs on one line over the extent of the bins. A thumb at an end sets no bound. */
function slider(search: SearchState, field: RangeField, bins: readonly BinJson[]): Child {
  const [first] = bins;
  const last = bins.at(-1);
  if (first === undefined || last === undefined || first === last) return null;
  const isFacet = field.counts === 'facet';
  const low = first.from;
  // A facet has a bar per value; the last bar of a distribution has no end.
  const high = isFacet ? last.from : last.from + widthOf(bins);
  const step = isFacet ? 1 : Math.max(1, widthOf(bins) / STEPS_IN_BIN);
  const thumb = (bound: FormBound, end: number): ElementNode => {
    const { parameter, label, words } = bound;
    const value = Math.min(high, Math.max(low, boundOf(search, bound) ?? end));
    const text = field.isGrouped ? formatCount(value) : String(value);
    return h('input', {
      type: 'range',
      min: low,
      max: high,
      step,
      value,
      'data-bound': parameter,
      'data-end': end,
      'aria-label': label.charAt(0).toUpperCase() + label.slice(1),
      'aria-valuetext': value === end ? 'any' : inWords(words, text),
    });
  };
  return h('div', { class: 'slider scripted' }, [thumb(field.min, low), thumb(field.max, high)]);
}
