// Changes as sentences for people: "Cheaper: 2018 Ford Fiesta, £8,995 → £7,995, 31,000 miles, Leeds".
import { formatPounds, pluralize } from '../api/format.ts';
import type { Change } from '../client/index.ts';
import { withoutControls } from '../problem.ts';

export function changeSentence(change: Change): string {
  return withoutControls(`${title(change)}: ${facts(change).join(', ')} – ${change.advert}`);
}

function title({ change, vehicle, was }: Change): string {
  if (change === 'left') return 'Gone';
  if (change === 'entered') return 'New';
  const [before, after] = [was?.price ?? null, vehicle?.price ?? null];
  if (before === null || after === null || before === after) return 'Changed';
  return after < before ? 'Cheaper' : 'Dearer';
}

function facts({ vehicle, was, dealer }: Change): string[] {
  if (vehicle === null) return [dealer];
  const { year, make, model, loc } = vehicle;
  const name = [year, make, model].filter((part) => part !== null && part !== '').join(' ');
  return [
    name === '' ? 'vehicle' : name,
    beforeAndAfter(was?.price, vehicle.price, formatPounds, 'price unknown'),
    beforeAndAfter(was?.mileage, vehicle.mileage, (miles) => pluralize(miles, 'mile'), 'mileage unknown'),
    ...(loc === null || loc === '' ? [] : [loc]),
  ];
}

/** `before` is undefined if it is not known to be another. */
function beforeAndAfter(
  before: number | null | undefined,
  after: number | null,
  format: (value: number) => string,
  unknown: string,
): string {
  const text = (value: number | null): string => (value === null ? unknown : format(value));
  return before === undefined || before === after ? text(after) : `${text(before)} → ${text(after)}`;
}
