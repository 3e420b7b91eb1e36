// Cars side by side as a table: rows in which they differ come first, and the best value of a row is marked. The page of a comparison and
// the cards of a chat have it.
import { h, row, table, type Child, type ElementNode } from '../../element.ts';
import { VEHICLE_FACTS, type KnownCar } from './vehicle-facts.ts';

export function comparison(
  cars: readonly KnownCar[],
  headOf: (car: KnownCar, at: number) => ElementNode,
): ElementNode {
  const rows = VEHICLE_FACTS.map((fact) => ({ ...fact, texts: cars.map(fact.textOf) })).filter(({ texts }) =>
    texts.some((text) => text !== null),
  );
  const differs = ({ texts }: { readonly texts: readonly unknown[] }): boolean => new Set(texts).size > 1;
  const inOrder = [...rows.filter(differs), ...rows.filter((one) => !differs(one))];
  return h('div', { class: 'compared', tabindex: 0, role: 'region', 'aria-label': 'Comparison' }, [
    table(
      [h('td', {}), ...cars.map(headOf)],
      inOrder.map(({ label, texts, rankOf }) => {
        const best = rankOf === undefined ? null : bestOf(cars.map(rankOf));
        return row(
          label,
          cars.map((car, at) => cell(texts[at] ?? null, best !== null && rankOf?.(car) === best)),
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
