// An amount limits a search only if all that decides it was understood: what it is of, its direction, and whether it describes the wanted
// vehicle.
import { describe, expect, it } from 'vitest';
import { interpretHere, limitsOf } from './interpret-here.ts';

describe('an amount without a unit', () => {
  it.each([
    ['Mileage anywhere from 10k to 30k, i30', 'miles_min=10000; miles_max=30000'],
    ['mileage no higher than say 55k, Golf', 'miles_max=55000'],
    ['Fiesta. Budget? 6500. Mileage? Under 40k.', 'price_max=6500; miles_max=40000'],
    ['over 40k on the clokc, no. Under 40k on the clokc please', 'miles_max=40000'],
    ['under 60k on the clcok, Polo', 'miles_max=60000'],
    ['under 40k mlies, Polo', 'miles_max=40000'],
    ['happy to travel miles for the right Golf under 10k', 'price_max=10000'],
    ['a Golf miles better than mine under 10k', 'price_max=10000'],
    ['Focus, not a mile over 48,000', 'miles_max=48000'],
  ])('is of the topic of its clause, also a misspelt one: %s', (text, limits) => {
    expect(limitsOf(text)).toBe(limits);
  });

  it.each([
    ['advert 7743-B, a green Beetle'],
    ['thread 22817 says the Arteon is the one'],
    ["My number's 07700 900123, a Yaris"],
    ['text 7700 900123 if you get a Micra'],
    ['mobile: 07700-900-456, Corsa'],
  ])('is a reference number beside words, letters or numbers that do not describe a vehicle: %s', (text) => {
    expect(limitsOf(text)).toBe('');
  });

  it.each([
    ['Golf 2015 5000 petrol', 'price_max=5000; year_min=2015; year_max=2015'],
    ['fiesta zetec 5500', 'price_max=5500'],
    ['reliable fiesta 4000', 'price_max=4000'],
    ['petrol/2016 golf', 'year_min=2016; year_max=2016'],
  ])('is a price or a year beside words that describe a vehicle: %s', (text, limits) => {
    expect(limitsOf(text)).toBe(limits);
  });

  it.each([
    ['Leon with low miles, say less than forty thousand', 'miles_max=40000'],
    ['low mileage Polo, low miles i.e. under 9,000', 'miles_max=9000'],
    ['Fabia, lowest mileage, 20 thousand or under', 'miles_max=20000'],
    ['Fabia, low miles, under 8k', 'price_max=8000'],
    ['Fabia, low miles and under 12k', 'price_max=12000'],
    ['low mileage TT, nothing over 45k', ''],
    ['Passat, seventy grand of miles tops', 'miles_max=70000'],
  ])('is a mileage right behind a wish for few miles, unless it is small: %s', (text, limits) => {
    expect(limitsOf(text)).toBe(limits);
  });

  it('is asked about behind `with`: a price or a mileage', () => {
    expect(interpretHere('a Golf with under 30,000').unsupported.map(({ asks }) => asks?.question)).toEqual(['Is 30,000 a price or a mileage?']); // prettier-ignore
  });

  it('limits nothing if another one may take its place', () => {
    expect(limitsOf('could be five grand or fifty grand, a red TT')).toBe('');
  });
});

describe('an amount of something else', () => {
  it.each([
    ["My late husband's was a 2014 and I'd like mine between 2016 and 2018", 'year_min=2016; year_max=2018'],
    ['Trading in my own 2009 car with 118000 on it, want a Fiesta under 8 grand', 'price_max=8000'],
    ['my gran did around 3,000 miles, Golf', ''],
    ['my gran did 3,000 miles in 10 years, now she wants a Polo', ''],
    ['he did 90,000 miles in his, a Passat under 60k miles', 'miles_max=60000'],
    ['our last motor had 140k on it, a Zafira under 70k miles', 'miles_max=70000'],
    ['It was 1,200 quid to insure her, so a Ka', ''],
    ["I've 500 quid to put down, a Corsa", ''],
    ['The boot wants to be at least 400 litres', ''],
    ['Board minute 7.2 calls for a Superb', ''],
    ['the delivery is due at 1500, a Duster', ''],
    ['got a £250 voucher from work, need a Picanto', ''],
    ['insurance quotes are coming in at £1,900, so a Picanto', ''],
    ['my monthly payment needs to stay at £210, a Leaf', ''],
    ['she expects £1,500 for her old Micra, then a Polo from 2018 onwards', 'year_min=2018'],
    ['My ticket number with them was 30417, an A3', ''],
    ['drivers average 22,000 miles p.a. so a Mondeo', ''],
    ['for our newly passed 18 year old, a Fiesta', ''],
    ['19 year old nervous learner, a Fiesta up to £4,000', 'price_max=4000'],
    ['a foreign license since 8 years, want a Yaris', ''],
    ['I come to England in 2018, now I want a Yaris', ''],
    ['I need my current car valued under 5k', ''],
    ['we learnt in a 1991 Maestro, she wants a Fiesta', ''],
    ['running a 2004 Passat with 190k on it, want a Superb under 9k', 'price_max=9000'],
    ['my plate is from 2012, want a newer Fiesta, max £9,000', 'price_max=9000'],
  ])('limits nothing: %s', (text, limits) => {
    expect(limitsOf(text)).toBe(limits);
  });

  it.each([
    ['my old car died, I want a 2016 Golf', 'year_min=2016; year_max=2016'],
    ['selling my car so I can get a Golf under 9k', 'price_max=9000'],
    ['he had a budget of 10k for a Golf', 'price_max=10000'],
    ['my current budget is 8k', 'price_max=8000'],
    ["find me a Golf, if it was under 5k I'd buy it", 'price_max=5000'],
    ['a Polo if it was under 60k miles', 'miles_max=60000'],
    ['I want my own car under 5k', 'price_max=5000'],
    ['looking for my own car up to 5k', 'price_max=5000'],
    ['he did say under 5k for a Golf', 'price_max=5000'],
    ["I've got 8k to replace my Focus, want a Golf", 'price_max=8000'],
    ['9 grand to replace it, a Golf', 'price_max=9000'],
    ['cheap Golf under 2k to run around in', 'price_max=2000'],
    ['3k to run around in, a Golf', 'price_max=3000'],
    ['Golf version 1.6', 'engine_min=1.55; engine_max=1.649'],
    ['Golf sport version 2.0', 'engine_min=1.95; engine_max=2.049'],
    ['she has a minimum spend of £20,000 for an X3', 'price_min=20000'],
    ['I have £9k for a Micra', 'price_max=9000'],
  ])('is the wanted vehicle’s behind a wish or a new thought, or if it is a budget: %s', (text, limits) => {
    expect(limitsOf(text)).toBe(limits);
  });
});

describe('a direction', () => {
  it.each([
    ["don't show us any Fiestas under 5 grand", 'price_min=5000'],
    ['never show me Golfs over 10k', 'price_max=10000'],
    ["don't show me any Golfs that are up to 5k", 'price_min=5000'],
    ['please stop showing me Golfs over 12k', 'price_max=12000'],
    ['please stop listing Golfs over 12k', 'price_max=12000'],
    ["Corsas that aren't from earlier than twenty seventeen", 'year_min=2017'],
    ['a penny over 15 grand and he walks', 'price_max=15000'],
    ['a day older than 2016 and the lease firm says no', 'year_min=2016'],
    ['nothing over 9k in price nor over 60k in miles', 'price_max=9000; miles_max=60000'],
    ['nothing over 10k, or something under 60k miles, golf', 'price_max=10000; miles_max=60000'],
    ['miles over 90,000 is fine, over 120,000 is not, Superb', 'miles_max=120000'],
    ["Superb. Mileage? Over 60k isn't on.", 'miles_max=60000'],
    [
      'she would not take one with over 80,000 miles, or anything older than 2016',
      'miles_max=80000; year_min=2016',
    ],
  ])('is turned by the words before it: %s', (text, limits) => {
    expect(limitsOf(text)).toBe(limits);
  });

  it.each([
    ["please don't show automatics max 5k, Golf", 'price_max=5000'],
    ["don't include diesels up to 8k, Golf", 'price_max=8000'],
    ['dont show me any diesels budget under 8k Golf', 'price_max=8000'],
    ['Golf with start stop under 8k', 'price_max=8000'],
    ['golf no diesel max 8k', 'price_max=8000'],
    ['golf no diesels up to 8k', 'price_max=8000'],
    ['golf not a diesel budget under 8k', 'price_max=8000'],
  ])('of the buyer’s own limit is not turned by a refusal of something else: %s', (text, limits) => {
    expect(limitsOf(text)).toBe(limits);
  });

  it.each(['no Fiestas under 5 grand', '1.4 Polo or smaller engine', 'a Golf, mair fancy than 2016'])(
    'is listed if a refusal, or words that are not understood, may turn it: %s',
    (text) => {
      expect(limitsOf(text)).toBe('');
    },
  );

  it.each([
    ['Tiguan, newest 2018, oldest 2015', 'year_min=2015; year_max=2018'],
    ['£2,500 at the bottom, £3,500 at the top', 'price_min=2500; price_max=3500'],
    ['over 10k but with fewer than 60k miles', 'price_min=10000; miles_max=60000'],
    ['over 10k but under 60k miles', 'miles_min=10000; miles_max=60000'],
    ['a Golf more new than 2014, less costly than 7000 pounds', 'price_max=7000; year_min=2015'],
  ])('belongs to one of two limits: %s', (text, limits) => {
    expect(limitsOf(text)).toBe(limits);
  });

  it.each([
    ['newest 2018 Golf', 'year_min=2018; year_max=2018'],
    ['show me the newest 2018', 'year_min=2018; year_max=2018'],
    ['find your latest 66 plate and a Polo', 'year_min=2016; year_max=2017'],
    ['Octavia twenty oh nine or older', 'year_max=2009'],
    ['a new one up to 9k', 'price_max=9000'],
    ['Ford Ranger over 2 litres', 'engine_min=2'],
    ['Grand C-Max 2015', 'year_min=2015; year_max=2015'],
    ['a Tucson nae aulder than 2018', 'year_min=2018'],
  ])('may be beside a name, or in dialect: %s', (text, limits) => {
    expect(limitsOf(text)).toBe(limits);
  });
});

describe('a range', () => {
  it.each([
    ['lowered Golf from 5k to 8k', 'price_min=5000; price_max=8000'],
    ['lowered Golf from 2012 to 2016', 'year_min=2012; year_max=2016'],
    ['lifted Jimny from 10k to 15k', 'price_min=10000; price_max=15000'],
    ['price reduced, looking for a Golf from 5k to 8k', 'price_min=5000; price_max=8000'],
    ["I've cut my list down to Golfs from 5k to 8k", 'price_min=5000; price_max=8000'],
    ['we cut costs so a Golf from 2012 to 2016', 'year_min=2012; year_max=2016'],
    ['I raised my limit from 7k to 8k for a Golf', 'price_max=8000'],
    ['mileage dropped from 80k to 60k Golf', 'miles_max=60000'],
    ['our budget was raised from 5k to 8k, a Golf', 'price_max=8000'],
    ['lowered Golf from 8k to 5k', 'price_max=5000'],
    ['dropped my mileage limit from 80k to 60k, a Golf', 'miles_max=60000'],
    ['upped my budget from £7,000 to £8,500 for a Golf', 'price_max=8500'],
    ['we lowered the budget from 9k to 7k, a Golf', 'price_max=7000'],
  ])('has two ends, unless it is the change of a limit: %s', (text, limits) => {
    expect(limitsOf(text)).toBe(limits);
  });
});

describe('a correction', () => {
  it.each([
    ['1.6 litre minimum, oops I meant maximum', 'engine_max=1.6'],
    ['Golf 2016 or older, sorry I meant newer', 'year_min=2016'],
    ['Golf newer than 2016, sorry I meant older', 'year_max=2015'],
    ['Golf older than 2016, sorry I meant newer', 'year_min=2017'],
    ['under 50k, sorry I meant miles', 'miles_max=50000'],
    ['Under 6,000 miles - sorry, I meant £6,000', 'price_max=6000'],
    ['up to £40,000, sorry, 40,000 miles', 'miles_max=40000'],
    ['My limit is £4,000, beg pardon, £4,500', 'price_max=4500'],
    ['max 1.6 engine - wait, 1.4', 'engine_max=1.4'],
  ])('changes only the side, the unit or the number: %s', (text, limits) => {
    expect(limitsOf(text)).toBe(limits);
  });
});
