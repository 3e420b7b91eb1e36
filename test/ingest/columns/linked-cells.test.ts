// Columns of adverts whose cells have words, with the address as the link behind them.
import { expect, it } from 'vitest';
import { resultsOf } from '../collect.ts';

it.each([
  ['Web Page', 'View on site'],
  ['Link', 'Details'],
])('the address is the link behind the words of %s', async (name, words) => {
  const rows = [1, 2, 3].map(
    (n) =>
      `<tr><td>A${n}</td><td>Ford</td><td>Focus</td><td>9,000</td><td><a href="https://www.a.example/cars/a${n}">${words}</a></td></tr>`,
  );
  const head = `<tr><td>Stock No</td><td>Make</td><td>Model</td><td>Mileage</td><td>${name}</td></tr>`;
  const results = await resultsOf(`<html><body><table>${head}${rows.join('')}</table></body></html>`, {
    dealer: 'a.example',
  });
  expect(results).toMatchObject(
    [1, 2, 3].map((n) => ({ listing: { id: `A${n}`, advertUrl: `https://www.a.example/cars/a${n}` } })),
  );
});
