// Matches slang: words for cars (`whip`), for having little money (`skint`, read as `cheap`), for few miles (`low miler`), and
// praise.
import type { Sort } from '../listing/sorts.ts';
import type { Matcher } from './match.ts';
import { PhraseMatcher } from './phrase-matcher.ts';
import { OPINION } from './stop-words.ts';

const SORTS = new PhraseMatcher<Sort>([
  [
    'price_asc',
    'skint, broke, brassic, boracic, penniless, potless, hard up, strapped, strapped for cash, short of cash, short of money, low on cash, low on funds, on a budget, on a tight budget, on a shoestring, on a small budget, on a low budget, on a student budget, budget is tight, ' +
      'tight budget, low budget, small budget, limited budget, limited funds, student budget, shoestring, shoestring budget, ' +
      'dirt cheap, cheapo, cheapos, cheapy, cheapie, cheapies, cheep, chep, cheap as chips, cheap as possible, as cheap as ' +
      'possible, as cheap as you can, as cheap as you have, as cheap as they come, as cheap as it gets, cheap as they come, ' +
      'cheap and cheerful, cheap n cheerful, cheap cheerful, bargain basement, bargains, a bargain, steal, a steal, for ' +
      'peanuts, not too expensive, not expensive, not that expensive, nothing too expensive, nothing expensive, not very ' +
      'expensive, not too dear, not too pricey, not pricey, nothing too pricey, reasonably priced, reasonable price, at a ' +
      'reasonable price, for a reasonable price, well priced, fairly priced, wont break the bank, doesnt break the bank, that ' +
      'wont break the bank, without breaking the bank, doesnt cost the earth, doesnt cost a fortune, wont cost a fortune, ' +
      'wont cost the earth, without spending a fortune, dont want to spend much, dont want to spend a lot, dont want to spend ' +
      'too much, dont want to spend a fortune, dont have much money, dont have a lot of money, dont have much, dont have much ' +
      'to spend, not much money, not a lot of money, not got much money, havent got much, havent got much money, havent much ' +
      'money, little money, no money, money is tight, moneys tight, moneys a bit tight, money is a bit tight, keep costs ' +
      'down, keep the cost down, low cost car, pocket friendly, budget friendly, purse friendly, wallet friendly, cheap car, ' +
      'cheap cars, ultra cheap, super cheap, mega cheap, well cheap, reli cheap, cheaper, good deal, best deal, good deals, ' +
      'best deals, value for money, good value for money',
  ],
  ['miles_asc', 'low miler, low milers, low miller, low mileage example, low miles example, hardly used, barely used, barely driven, hardly driven, hardly any miles, hardly any mileage, barely any miles, not many miles, not many miles on it, not many miles on the clock, not too many miles, few miles, few miles on it, few miles on the clock, not done many miles, not high mileage, not high miles, not too high mileage, not mega miles, low mile, super low mileage, very low mileage, very low miles, ultra low mileage, really low mileage'],
]); // prettier-ignore

const CARS = new PhraseMatcher<true>([
  [
    true,
    'whip, whips, ride, rides, banger, bangers, old banger, runner, good runner, set of wheels, new set of wheels, first ' +
      'set of wheels, four wheels, jam jar, jalopy, beater, old beater, winter beater, snotter, old snotter, shed, old shed, ' +
      'daily, dailies, daily driver, everyday car, run about, run around, run arounds, run abouts, runabout, runabouts, ' +
      'runaround, runarounds, little runner, town runabout, station runabout, station car, shopping trolley, shopping car, ' +
      'shopping cart, tin can, tin box, rust bucket, old rust bucket, motah, mota, moter, moters, autos to buy, automobile, ' +
      'automobiles, carz, vehical, vehicals, vehicle to buy, veicle, auto mobile, second motor, second car, 2nd car, spare ' +
      'car, extra car, hack, winter hack, old hack, wheelies, bus, new whip, new ride, new motor, new wheels, fresh whip, ' +
      'first whip, first motor, first wheels, learner car, learners car, learner car for',
  ],
]); // prettier-ignore

/** Before `wheels` that are a car. */
const BEFORE_WHEELS = new Set(
  'some cheap decent nice new any need want my good cool first get of sick fresh needs wants find me'.split(
    ' ',
  ),
);

const PRAISE = new PhraseMatcher<true>([
  [
    true,
    'minter, minters, absolute minter, mint example, mint condition, belter, belters, cracker, gem, little gem, hidden gem, ' +
      'peach, stunner, beauty, beaut, tidy example, clean example, nice example, good example, great example, proper clean, ' +
      'head turner, good looking, good looker, looker, beast, weapon, bulletproof, solid, powerful, luxurious, ' +
      'posh, classy, flash, flashy, fancy, funky, funky looking, quirky, trendy, trendy looking, handy, cute, ' +
      'pretty, sexy, sleek, smart looking one, not a money pit, wont let me down, wont break down, doesnt break down, doesnt ' +
      'let me down, trouble free, hassle free, economic, frugal, eco friendly, environmentally friendly, green car, thrifty, ' +
      'good to drive, great to drive, fun to drive, nice to drive, easy to drive, easy to park, easy parking, easy to ' +
      'maintain, good for the environment, good build quality, well built, well looked after, well kept, looked after, well ' +
      'maintained, cared for, loved, cherished',
  ],
]); // prettier-ignore

export const matchSlang: Matcher = (phrase, at) => {
  const sort = SORTS.find(phrase, at);
  const car = CARS.find(phrase, at);
  if (sort !== undefined && sort.length >= (car?.length ?? 0))
    return { length: sort.length, meaning: { kind: 'sort', sort: sort.meaning, strength: 1 } };
  if (car !== undefined) return { length: car.length, meaning: { kind: 'stop_words' } };
  if (phrase.words[at].key === 'wheels' && (at === 0 || BEFORE_WHEELS.has(phrase.words[at - 1].key)))
    return { length: 1, meaning: { kind: 'stop_words' } };
  return undefined;
};

export const matchPraise: Matcher = (phrase, at) => {
  const praise = PRAISE.find(phrase, at);
  return praise && { length: praise.length, meaning: { kind: 'unsupported', reason: OPINION } };
};
