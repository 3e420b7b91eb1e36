// The searches that found nothing: how many, and the terms that they did not find.
import { formatCount, pluralize } from '../../api/format.ts';
import { MIN_SEARCHES, shownTerms, type EmptySearchCounts } from '../../metrics/empty-searches.ts';
import { h, type Child, type ElementNode, table } from '../element.ts';
import { cell } from './feed-rows.ts';

/** How a term was searched for, by its parameter. */
const KINDS: Readonly<Record<string, string>> = {
  q: 'word',
  together: 'together',
  make: 'make',
  model: 'model',
  fuel_type: 'fuel',
  transmission: 'gearbox',
  dealer: 'dealer',
  distance: 'distance',
};

/** `areTermsShown`: whether the reader is an operator. */
export function emptySearchSection(counts: EmptySearchCounts, areTermsShown: boolean): ElementNode {
  return h('section', { 'aria-labelledby': 'empty' }, [
    h('h2', { id: 'empty' }, 'Searches that found nothing'),
    counts.searches === 0 && counts.terms.length === 0
      ? note('None since the start.')
      : [
          note(
            `${pluralize(counts.searches, 'search', 'searches')} since the start. A term is listed once ` +
              `${MIN_SEARCHES} searches had it; who searched is not recorded.`,
          ),
          areTermsShown ? termTable(counts) : note(HIDDEN),
        ],
  ]);
}

const HIDDEN: Child = [
  'The terms are on the operator port, which ',
  h('code', {}, '--operator-port'),
  ' opens: what visitors type may be private.',
];

function note(text: Child): ElementNode {
  return h('p', { class: 'kind' }, text);
}

function termTable(counts: EmptySearchCounts): ElementNode {
  const terms = shownTerms(counts);
  if (terms.length === 0) return note('No term has been searched for that often yet.');
  const rows = terms.map(({ parameter, text, searches }) =>
    h('tr', {}, [
      h('th', { scope: 'row' }, h('bdi', {}, text)),
      cell('As', kindOf(parameter)),
      cell('Searches', formatCount(searches)),
    ]),
  );
  return table(['Not found', 'As', 'Searches'], rows, { class: 'terms' });
}

/** `price at most` for `price_max`. */
function kindOf(parameter: string): string {
  const [name, side] = parameter.split('_');
  return KINDS[parameter] ?? `${name} ${side === 'min' ? 'at least' : 'at most'}`;
}
