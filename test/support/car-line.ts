/** A line of a feed in the import format: a Ford of 1000 and so many pounds. */
export function carLine(number: number, more: object = {}): string {
  return JSON.stringify({
    id: String(number),
    dealer: 'north.example',
    advert_url: `https://north.example/${number}`,
    make: 'Ford',
    price: 1000 + number,
    arrived_at: '2024-03-01',
    ...more,
  });
}

/** Those with the numbers from 0. */
export function carLines(count: number, more: object = {}): string[] {
  return Array.from({ length: count }, (_, number) => carLine(number, more));
}
