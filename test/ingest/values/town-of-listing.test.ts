// Where a listing stands: the town of a column or an address, else the post town of its postcode's district.
import { expect, it } from 'vitest';
import { resultsOf } from '../collect.ts';

const REQUIRED = {
  id: '1',
  dealer: 'northgate-cars.example',
  advert_url: 'https://northgate-cars.example/1',
};

it.each([
  [{ town: 'Wickersley', postcode: 'S66 1AA' }, 'Wickersley', null],
  [{ postcode: 's661aa' }, 'Rotherham', null],
  [{ loc: null, postcode: 'LS12 6AB' }, 'Leeds', null],
  [{ postcode: 'LS12' }, 'Leeds', null],
  [{ postcode: 'ZZ99 9ZZ' }, null, null],
  [{ address: '4 Mill Lane, Otley, LS21 1AB' }, 'Otley', null],
  [{ address: '4 Mill Lane, LS21 1AB' }, 'Otley', null],
  [{ location: 'Unit 2, Mill Lane, Otley, LS21 1AB' }, 'Otley', null],
  [{ location: 'Otley' }, 'Otley', null],
  [{ branch: 'Otley', postcode: 'LS12 6AB' }, 'Otley', null],
  [{ branch: 'Northgate Aire Street', postcode: 'LS12 6AB' }, 'Leeds', 'Northgate Aire Street'],
  [{ branch: 'Northgate Aire Street' }, 'Northgate Aire Street', null],
  [{ county: 'West Yorkshire', postcode: 'LS12 6AB' }, 'Leeds', 'West Yorkshire'],
  [{ county: 'West Yorkshire' }, 'West Yorkshire', null],
  [{ town: 'Otley', county: 'West Yorkshire', site: 'Mill Lane' }, 'Otley', 'Mill Lane West Yorkshire'],
  [{}, null, null],
])('%j stands in %s', async (columns, loc, sourceTerms) => {
  const [result] = await resultsOf(JSON.stringify({ ...REQUIRED, ...columns }));
  expect(result).toMatchObject({ kind: 'listing', listing: { loc, sourceTerms } });
});
