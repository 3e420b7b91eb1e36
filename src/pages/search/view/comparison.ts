// Cars side by side as a table: rows in which they differ come first, and the best value of a row is marked. The page of a comparison and
// the cards of a chat have it.
import { h, row, table, type Child, type ElementNode } from '../../element.ts';
import { comparedFacts, type ComparedFact, type KnownCar } from './vehicle-facts.ts';

export function comparison(
  cars: readonly KnownCar[],
  headOf: (car: KnownCar, at: number) => ElementNode,
): ElementNode {
  const facts = comparedFacts(cars);
  const differs = ({ texts }: ComparedFact): boolean => new Set(texts).size > 1;
  const inOrder = [...facts.filter(differs), ...facts.filter((fact) => !differs(fact))];
  return h('div', { class: 'compared', tabindex: 0, role: 'region', 'aria-label': 'Comparison' }, [
    table(
      [h('td', {}), ...cars.map(headOf)],
      inOrder.map(({ label, texts, ranks = [] }) => {
        const best = bestOf(ranks);
        return row(
          label,
          texts.map((text, at) => cell(text, best !== null && ranks[at] === best)),
        );
      }),
    ),
  ]);
}

/** Null where all are alike, or fewer than two are known. */
function bestOf(ranks: readonly (number | null)[]): number | null {
  const known = ranks.filter((rank) => rank !== null);
  const best = Math.min(...known);
  return known.length < 2 || known.every((rank) => rank === best) ? null : best;
}

function cell(text: string | null, isBest: boolean): ElementNode {
  const best: Child = isBest ? [' ', h('span', { class: 'pill below' }, 'Best')] : null;
  // Names of dealers break at their dots.
  const parts = (text ?? 'Unknown')
    .split(/(?=\.[a-z])/i)
    .map((part, i) => [i === 0 ? null : h('wbr', {}), part]);
  return h('td', { dir: 'auto' }, [parts, best]);
}
