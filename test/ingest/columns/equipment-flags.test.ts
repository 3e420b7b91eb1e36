// Columns named by a piece of equipment whose values are yes and no.
import { expect, it } from 'vitest';
import { resultsOf } from '../collect.ts';

const dealer = 'moor.example';

/** The description of each listing, then the columns that are ignored. */
async function read(feed: string): Promise<(string | null)[]> {
  const results = await resultsOf(feed, { dealer });
  const texts = results.map((one) => (one.kind === 'listing' ? one.listing.fullDescription : one.reason));
  const ignored = results.flatMap((one) => (one.kind === 'listing' ? (one.ignoredColumns ?? []) : []));
  return [...texts, ...new Set(ignored)];
}

it('are features with a yes, and nothing with a no', async () => {
  const feed = [
    'id,url,make,model,Air Con,Description,Sunroof,Heated Seats,FSH,Sat Nav (Y/N),has_towbar',
    '1,/1,Kia,Rio,Y,One owner,N,1,Yes,N,false',
    '2,/2,Kia,Ceed,N,,n,0,No,Y,true',
    '3,/3,Kia,Picanto,-,,n/a,,,,',
  ].join('\n');
  expect(await read(feed)).toEqual(['One owner\nAir Con, Heated Seats, FSH', 'Sat Nav, towbar', null]);
});

it('are features with the -1 that Access writes for yes', async () => {
  const feed = ['id,url,make,model,Sunroof,Air Con', '1,/1,Kia,Rio,-1,0', '2,/2,Kia,Rio,0,-1'].join('\n');
  expect(await read(feed)).toEqual(['Sunroof', 'Air Con']);
});

it('include write-offs', async () => {
  const feed = ['id,url,make,model,Cat S,Write-off', '1,/1,Kia,Rio,Y,Y', '2,/2,Kia,Rio,N,N'].join('\n');
  expect(await read(feed)).toEqual(['Cat S, Write off', null]);
});

it('may be members of an object of facts', async () => {
  const car = { id: 1, url: '/1', vehicle: { make: 'Kia', model: 'Rio', airCon: true, isofix: false } };
  expect(await read(JSON.stringify(car))).toEqual(['air Con']);
});

it.each([
  ['Sunroof', 'Panoramic'],
  ['Price match', 'Y'],
  ['Active trim', 'Y'],
  ['finance.Warranty', 'Y'],
  ['dealer.Air con', 'Y'],
])('are not columns such as %s with %s', async (name, value) => {
  const feed = [`id,url,make,model,${name}`, `1,/1,Kia,Rio,${value}`, `2,/2,Kia,Rio,${value}`].join('\n');
  expect(await read(feed)).toEqual([null, null, name]);
});
