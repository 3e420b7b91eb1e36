// What amounts in a phrase make of the search before it: `2 grand more`, `double that`, `under 45`. Read as limits of their own they would
// ask for the opposite.
import { describe, expect, it } from 'vitest';
import { after, refine } from '../refine-here.ts';

type Case = readonly [search: string, phrase: string, result: string];

describe.each<readonly [string, readonly Case[]]>([
  ['changes a limit by an amount', [
    ['make=Ford&price_max=8000', '2 grand more', 'make=Ford&price_max=10000'],
    ['make=Ford&price_max=8000', 'a grand less', 'make=Ford&price_max=7000'],
    ['make=Ford&price_max=8000', 'another thousand', 'make=Ford&price_max=9000'],
    ['make=Ford&price_max=8000', 'add 500 to the budget', 'make=Ford&price_max=8500'],
    ['make=Ford&price_max=8000', 'knock 500 off', 'make=Ford&price_max=7500'],
    ['make=Ford&price_max=8000', '1500 cheaper', 'make=Ford&price_max=6500'],
    ['make=Ford&miles_max=50000', '10k more miles', 'make=Ford&miles_max=60000'],
    ['make=Ford&year_min=2018', 'two years newer', 'make=Ford&year_min=2020'],
    ['make=Ford&year_min=2018', 'a year older', 'make=Ford&year_min=2017'],
    ['make=Ford&location=LS1 4AP&distance=3', '10 miles further', 'make=Ford&location=LS1 4AP&distance=4'],
    ['make=Ford', '2 grand more', 'make=Ford'],
    ['make=Ford&price_max=8000', '9 grand less', 'make=Ford&price_max=8000'],
    ['make=Ford&price_max=8000', '200cc more', 'make=Ford&price_max=8000'],
    ['make=Ford&price_max=8000', 'another 200 tax', 'make=Ford&price_max=8000'],
    ['make=Ford&price_max=8000', 'raise it by £50 a month', 'make=Ford&price_max=8000'],
    ['make=Ford&price_max=8000', 'raise the budget to £200 a month', 'make=Ford&price_max=8000'],
    ['make=Ford&price_max=8000', "dad's chipping in 2k", 'make=Ford&price_max=10000'],
    ['make=Ford&price_max=8000', 'lop 500 off the budget', 'make=Ford&price_max=7500'],
    ['make=Ford&price_max=8000', 'knock two grand off that', 'make=Ford&price_max=6000'],
    ['make=Ford&price_max=8000', 'take a thousand off it', 'make=Ford&price_max=7000'],
    ['make=Ford&price_max=8000', 'add 500 to that', 'make=Ford&price_max=8500'],
    ['make=Ford&price_max=8000', 'put a grand on that', 'make=Ford&price_max=9000'],
    ['make=Ford&year_min=2016', 'go back two years', 'make=Ford&year_min=2014'],
  ]],
  ['names what its limit is about', [
    ['make=Ford&price_max=8000', 'my limit has gone up by a thousand', 'make=Ford&price_max=9000'],
    ['make=Subaru&model=Outback', "I'd go up to 20k", 'make=Subaru&model=Outback&price_max=20000'],
    ['make=Ford&price_max=8000', 'lower the budget to 7', 'make=Ford&price_max=7000'],
    ['make=Ford&location=LS1 4AP&distance=5', 'up to 9k', 'make=Ford&price_max=9000&location=LS1 4AP&distance=5'],
    ['price_max=6000&location=LS1 4AP&distance=3', 'stretch to 7500', 'price_max=7500&location=LS1 4AP&distance=3'],
    ['make=Ford&price_max=8000', 'raise it a grand', 'make=Ford&price_max=9000'],
    ['make=Ford&price_max=8000', 'raise it 9k', 'make=Ford&price_max=9000'],
    ['make=Ford&price_max=8000', 'drop the price 500', 'make=Ford&price_max=7500'],
    ['make=Ford&price_max=8000', 'the price is too high', 'make=Ford&price_max=8000&sort=price_asc'],
    ['make=Ford&price_max=8000', 'raise the budget a lot', 'make=Ford&price_max=8000'],
    ['year_min=2012&year_max=2016', 'change the latest year to 2018', 'year_min=2012&year_max=2018'],
    ['price_min=2000&price_max=8000', 'knock 500 off the minimum price', 'price_min=1500&price_max=8000'],
    ['price_max=8000&miles_max=80000', 'bring the price down to 6 and the mileage to 50', 'price_max=6000&miles_max=50000'],
    ['price_max=8000', 'minus a grand off the budget', 'price_max=7000'],
    ['make=Ford', 'minus anything over 9 and a half thousand', 'make=Ford&price_max=9500'],
    ['make=Ford', 'minus the ones before 2018', 'make=Ford&year_min=2018'],
    ['make=Ford', 'minus that, under 5k', 'make=Ford&price_max=5000'],
    ['make=Ford', 'omit anything over 90k miles', 'make=Ford&miles_max=90000'],
    ['make=Ford', 'low miles, max 40k', 'make=Ford&miles_max=40000&sort=miles_asc'],
    ['make=Ford', 'low mileage, £4k at most', 'make=Ford&price_max=4000&sort=miles_asc'],
    ['make=Ford&price_max=9000', 'low mileage, 40k tops', 'make=Ford&price_max=9000&miles_max=40000&sort=miles_asc'],
    ['make=Ford&price_max=9000', 'low mileage, under 8k', 'make=Ford&price_max=8000&sort=miles_asc'],
    ['make=Ford', 'low mileage diesel, under 8k', 'make=Ford&fuel_type=Diesel&price_max=8000&sort=miles_asc'],
    ['miles_max=80000', 'actually at least 80k miles', 'miles_min=80000'],
    ['year_min=2016', 'sorry, 2017 to 2019', 'year_min=2017&year_max=2019'],
    ['price_max=9000', "nine's too much, make it eight", 'price_max=8000'],
    ['miles_max=80000', 'eighty is a lot, make it fifty', 'miles_max=50000'],
    ['price_max=9000&q=battery', 'too small. back to the 30', 'q=battery&price_max=9000'],
    ['make=Ford&price_max=8000', 'budget up to 9k', 'make=Ford&price_max=9000'],
    ['price_max=5000', 'up to hundred and twenty thousand miles', 'price_max=5000&miles_max=120000'],
    ['price_max=9000&miles_max=90000', 'go up to 120 thou on the clock', 'price_max=9000&miles_max=120000'],
    ['make=Ford&miles_max=60000', 'can go a bit higher on the miles', 'make=Ford&miles_max=60000'],
    ['make=Ford&miles_max=60000', 'bump the miles up to 80k', 'make=Ford&miles_max=80000'],
    ['price_max=18000&miles_max=50000', 'price to 22 and miles to 65k', 'price_max=22000&miles_max=65000'],
    ['price_max=18000&miles_max=50000', 'miles to 60k', 'price_max=18000&miles_max=60000'],
    ['price_max=18000&year_min=2014', 'budget to 22k, years to 2016', 'price_max=22000&year_min=2016'],
    ['price_min=12000&price_max=18000', 'raise the floor to 14', 'price_min=14000&price_max=18000'],
    ['price_min=12000&price_max=18000', 'lower the minimum to 9k', 'price_min=9000&price_max=18000'],
    ['price_max=18000', 'lower the ceiling to 16', 'price_max=16000'],
    ['miles_min=10000&miles_max=50000', 'raise the upper limit by 5000', 'miles_min=10000&miles_max=55000'],
    ['price_max=18000&miles_max=50000', 'lower the cap to 16', 'price_max=18000&miles_max=50000'],
    ['price_max=18000', 'raise the floor to 14', 'price_min=14000&price_max=18000'],
    ['year_min=2012&year_max=2015', 'extend to 2017', 'year_min=2012&year_max=2017'],
    ['year_min=2012&year_max=2015', 'extend it to 2010', 'year_min=2010&year_max=2015'],
    ['price_max=9000&engine_max=1.4', 'up to 2 litres', 'price_max=9000&engine_max=2'],
    ['price_max=9000&miles_max=60000', 'miles up to 70, price down to 8', 'price_max=8000&miles_max=70000'],
    ['year_min=2012', 'up to 2015', 'year_min=2012&year_max=2015'],
    ['price_min=10000', 'up to 20', 'price_min=10000&price_max=20000'],
    ['price_min=10000', 'go up to 20k', 'price_min=10000&price_max=20000'],
    ['make=Ford&location=LS1 4AP&distance=3', 'widen the radius to 50 miles', 'make=Ford&location=LS1 4AP&distance=5'],
  ]],
  ['changes a limit by a factor', [
    ['make=Ford&price_max=8000', 'double that', 'make=Ford&price_max=16000'],
    ['make=Ford&price_max=8000', 'half the price', 'make=Ford&price_max=4000'],
    ['make=Ford&price_max=8000&miles_max=50000', 'double the mileage', 'make=Ford&price_max=8000&miles_max=100000'],
    ['make=Ford&price_max=8000&miles_max=50000', 'double that', 'make=Ford&price_max=8000&miles_max=50000'],
    ['make=Ford&location=LS1 4AP&distance=3', 'twice as far', 'make=Ford&location=LS1 4AP&distance=4'],
    ['make=Ford&location=LS1 4AP&distance=3', '1 mile further', 'make=Ford&location=LS1 4AP&distance=4'],
    ['make=Ford&location=LS1 4AP&distance=1', 'half as far', 'make=Ford&location=LS1 4AP&distance=0'],
    ['make=Ford&price_max=9000', 'lowest mileage under 40', 'make=Ford&price_max=9000&miles_max=40000&sort=miles_asc'],
    ['make=Ford&location=LS1 4AP&distance=3', 'double the distance', 'make=Ford&location=LS1 4AP&distance=4'],
  ]],
  ['has an amount of the kind that the search has', [
    ['make=Ford&price_min=30000', 'but less than 45', 'make=Ford&price_min=30000&price_max=45000'],
    ['make=Ford&price_max=8000', 'make it 9', 'make=Ford&price_max=9000'],
    ['make=Ford&price_max=8000', 'stretch to 9', 'make=Ford&price_max=9000'],
    ['make=Ford&miles_max=50000', 'under 40', 'make=Ford&miles_max=40000'],
    ['make=Ford&miles_max=50000', 'make it 60000', 'make=Ford&miles_max=60000'],
    ['make=Ford&miles_max=50000&price_max=8000', 'make that 60k', 'make=Ford&price_max=8000&miles_max=60000'],
    ['make=Ford&miles_max=50000&price_max=40000', 'under 45', 'make=Ford&price_max=40000&miles_max=50000'],
    ['make=Ford&price_max=30000', 'under 5', 'make=Ford&price_max=30000'],
    ['make=Ford', 'make it 9', 'make=Ford'],
    ['make=Ford&price_max=20000', 'between 14 and 17', 'make=Ford&price_min=14000&price_max=17000'],
    ['make=Ford&price_max=20000', '14 to 17', 'make=Ford&price_min=14000&price_max=17000'],
    ['make=Ford&price_max=9000&year_min=2012', 'from 2014', 'make=Ford&price_max=9000&year_min=2014'],
    ['make=Ford&price_max=9000&year_max=2012', 'up to 2015', 'make=Ford&price_max=9000&year_max=2015'],
    ['make=Ford&price_min=10000', 'to 20', 'make=Ford&price_min=10000&price_max=20000'],
    ['make=Ford&price_max=20000', 'from 10', 'make=Ford&price_min=10000&price_max=20000'],
    ['make=Ford&price_max=20000', 'from 10k', 'make=Ford&price_min=10000&price_max=20000'],
    ['make=Ford&miles_max=30000', 'and under 7k to buy', 'make=Ford&price_max=7000&miles_max=30000'],
    ['make=Ford&price_max=8000&q=red', 'the colour can be anything and I can do 9', 'make=Ford&price_max=9000'],
    ['make=Ford&miles_max=60000', 'lower mileage, say 40', 'make=Ford&miles_max=40000&sort=miles_asc'],
    ['make=Ford&price_max=8000', 'I have only got seven', 'make=Ford&price_max=7000'],
    ['make=Ford&price_max=8000&miles_max=90000', 'he is 79', 'make=Ford&price_max=8000&miles_max=90000'],
    ['make=Ford&price_max=8000', 'the miles below 70', 'make=Ford&price_max=8000&miles_max=70000'],
    ['make=Ford&location=LS1 4AP&distance=3', 'make it 40', 'make=Ford&location=LS1 4AP&distance=5'],
  ]],
  ['says that an amount is too much and names the next', [
    ['price_min=30000&price_max=40000', "40's too much, 35 tops", 'price_min=30000&price_max=35000'],
    ['price_min=30000&price_max=40000', '40 is too dear, 35', 'price_min=30000&price_max=35000'],
    ['price_min=30000&price_max=40000', '40k is a stretch, 35k', 'price_min=30000&price_max=35000'],
    ['price_min=30000&price_max=40000', "30's too little, 33", 'price_min=33000&price_max=40000'],
    ['price_min=30000&price_max=40000', '40 is too much', 'price_min=30000&price_max=40000'],
    ['price_max=9000', '9 grand is a bit steep, no more than 7 and a half', 'price_max=7500'],
    ['price_max=9000&miles_max=80000', 'eighty is too many, call it sixty', 'price_max=9000&miles_max=60000'],
    ['price_max=9000&miles_max=80000', '80k is too many miles, 60', 'price_max=9000&miles_max=60000'],
    ['year_min=2012', '2012 is too old, 2015', 'year_min=2015'],
    ['location=LS1 4AP&distance=5', '50 miles is too far, 20', 'location=LS1 4AP&distance=3'],
    ['price_max=40000', '40k is too much, 35k for a diesel Golf', 'new: make=Volkswagen&model=Golf&fuel_type=Diesel&price_max=35000'],
  ]],
  ['leaves out what stands between the parts of a verb', [
    ['make=Ford,Vauxhall&model=Fiesta,Corsa', 'leave the Corsas out', 'make=Ford&model=Fiesta'],
    ['fuel_type=Petrol', 'rule Fords out please', 'make=-Ford&fuel_type=Petrol'],
    ['q=sunroof estate', 'take the sunroof off', 'q=estate'],
    ['make=Ford', 'not a cat n', 'q=-"cat n"&make=Ford'],
    ['price_max=8000', 'leave the silver ones out', 'q=-silver&price_max=8000'],
  ]],
  ['says that a value alone is too little', [
    ['make=Volkswagen&model=Golf&q=GTI', 'any trim then, not just the GTI', 'make=Volkswagen&model=Golf'],
    ['make=Ford&fuel_type=Diesel', 'not only diesel', 'make=Ford'],
    ['fuel_type=Petrol', 'not just petrol, diesel as well', 'fuel_type=Petrol,Diesel'],
    ['fuel_type=Petrol&q=red', "the colour isn't important, nor the fuel", ''],
  ]],
  ['lifts a limit and names the next', [
    ['price_max=13000&location=LS8&distance=4', 'bit dearer is ok, say 15', 'price_max=15000&location=LS8&distance=4'],
    ['q=estate&price_max=9000', 'total change of plan: a Polo', 'new: make=Volkswagen&model=Polo'],
    ['make=Ford', "my mum's in York, so near her", 'make=Ford&location=YO31&distance=4&sort=distance'],
  ]],
  ['has a condition of its limit alone', [
    ['price_max=8000', "up to 9k if it's automatic", 'price_max=9000'],
    ['price_max=8000', "if it's automatic I can go to 9k", 'price_max=9000'],
    ['price_max=8000&q=red', "up to 9k if it's got leather", 'q=red&price_max=9000'],
    ['make=Ford', "no diesels unless they're euro 6", 'make=Ford'],
  ]],
  ['names a version of the model that is searched for', [
    ['make=Mercedes-Benz&model=CLA', 'the 220d', 'make=Mercedes-Benz&model=CLA 220d'],
    ['make=Mercedes-Benz&model=CLA 200', '220d only', 'make=Mercedes-Benz&model=CLA 220d'],
    ['make=Mercedes-Benz&model=C-Class', 'the 220d', 'make=Mercedes-Benz&model=C220d'],
    ['make=Mercedes-Benz&model=CLA', 'the 220d or the 200d', 'make=Mercedes-Benz&model=CLA 200d,CLA 220d'],
    ['make=Mercedes-Benz&model=CLA', 'make it a 220d', 'make=Mercedes-Benz&model=CLA 220d'],
    ['make=Lexus&model=IS', 'the 300h', 'make=Lexus&model=IS 300h'],
    ['make=Mercedes-Benz&model=CLA', 'what about a 320d', 'make=BMW&model=320d'],
    ['make=BMW&model=3 Series', 'the 320d', 'make=BMW&model=320d'],
  ]],
  ['adds what will do', [
    ['transmission=Automatic', 'manual ok', 'transmission=Automatic,Manual'],
    ['transmission=Automatic', 'manual is acceptable after all', 'transmission=Automatic,Manual'],
    ['transmission=Automatic', "don't mind a manual either", 'transmission=Automatic,Manual'],
    ['transmission=Automatic', "don't mind if it's manual or auto", ''],
    ['transmission=Automatic', "not fussed if it's a manual", 'transmission=Automatic,Manual'],
    ['make=Ford', "don't mind petrol or diesel", 'make=Ford'],
    ['q=red', "don't mind blue", 'q=red or blue'],
    ['make=Volkswagen&model=Golf', "wouldn't mind a Polo", 'make=Volkswagen&model=Golf,Polo'],
    ['make=Volkswagen&model=Golf&q=GTI', 'or the R', 'q=GTI or R&make=Volkswagen&model=Golf'],
    ['transmission=Automatic', 'can be manual', 'transmission=Automatic,Manual'],
    ['make=Ford&model=Focus', 'compare it with a Polo', 'make=Ford,Volkswagen&model=Focus,Polo'],
    ['make=Ford&model=Focus', 'chuck the Fiesta in as well', 'make=Ford&model=Focus,Fiesta'],
    ['make=Toyota&model=Yaris', 'A Hyundai i10 would do just as well', 'make=Toyota,Hyundai&model=Yaris,i10'],
    ['make=Hyundai&model=Kona', 'e-Niro also then', 'make=Hyundai,Kia&model=Kona,e-Niro'],
  ]],
])('a phrase that %s', (_, cases) => {
  it.each(cases)('%s, “%s”: %s', (search, phrase, result) => {
    expect(after(search, phrase)).toBe(result);
  });
}); // prettier-ignore

describe('a change by an amount', () => {
  it('is a sentence for people', () => {
    expect(
      refine('make=Ford&price_max=8000', '2 grand more').changes.map(({ sentence }) => sentence),
    ).toEqual(['Price at most £10,000, more than the £8,000 before.']);
  });

  it('asks what it is about if the search has several limits', () => {
    const { unsupported } = refine('price_max=8000&miles_max=50000', 'double that');
    expect(unsupported.map(({ words, why }) => `${words}: ${why}`)).toEqual([
      'double that: Say whether this is about the price, the mileage or the distance.',
    ]);
  });

  it('asks for a limit if the search has none', () => {
    const { unsupported } = refine('make=Ford', 'another 2 grand');
    expect(unsupported.map(({ why }) => why)).toEqual([
      'The search has no price limit to change. Say a highest price.',
    ]);
  });
});
