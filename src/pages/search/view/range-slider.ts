// Two thumbs on one line below a histogram, with its extent. At an end a thumb sets no bound. With script only: without, the numbers
// are typed.
import type { Bin } from '../../../api/responses.ts';
import { h, type Child, type ElementNode } from '../../element.ts';
import type { RangeField } from './search-fields.ts';
import type { SearchState } from './search-state.ts';
import { formatCount } from '../../../api/format.ts';

/** Steps in a bar of the histogram. */
const STEPS_IN_BIN = 10;

export function rangeSlider(field: RangeField, bins: readonly Bin[], search: SearchState): Child {
  const [first] = bins;
  const last = bins.at(-1);
  if (first === undefined || last === undefined || first === last) return null;
  const closed = bins.find(({ below }) => below !== null) ?? first;
  const width = (closed.below ?? closed.from + 1) - closed.from;
  const isFacet = field.counts === 'facet';
  const low = first.from;
  // A value of a facet is a bar; the last bar of a distribution has no end.
  const high = isFacet ? last.from : last.from + width;
  const step = isFacet ? 1 : Math.max(1, width / STEPS_IN_BIN);
  const thumb = (bound: 'min' | 'max'): ElementNode => {
    const { parameter, label, words } = field[bound];
    const end = bound === 'min' ? low : high;
    const typed = search[parameter];
    const value =
      typed !== undefined && /^\d+$/.test(typed) ? Math.min(high, Math.max(low, Number(typed))) : end;
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
      'aria-valuetext': value === end ? 'any' : words.replace('#', text),
    });
  };
  return h('div', { class: 'slider scripted' }, [thumb('min'), thumb('max')]);
}
