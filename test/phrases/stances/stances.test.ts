// What somebody wants either of, does not want, need not have, only wishes or takes back.
import { describe, expect, it } from 'vitest';
import { interpretHere } from '../interpret-here.ts';

/** The parameters, `name=value`, and what was not understood. */
function read(text: string): string {
  const { parameters, unsupported } = interpretHere(text);
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
  return [...pairs.sort(), ...unsupported.map(({ words }) => `(${words})`)].join(' ');
}

it.each([
  ['a juke estate would be nice', 'make=Nissan model=Juke q=estate'],
  ['a juke, leather would be nice', 'make=Nissan model=Juke (leather)'],
])('what describes a car that is wished for is asked for: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

it.each([
  ["she isn't against an automatic, so a juke", "make=Nissan model=Juke (isn't against an automatic)"],
  ['nothing wrong with high miles, diesel juke', 'fuel_type=Diesel make=Nissan model=Juke (nothing wrong with high miles)'],
  ['not ruling out a manual, juke', 'make=Nissan model=Juke (not ruling out a manual)'],
])('an aversion that is negated excludes nothing: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
}); // prettier-ignore

describe('several values', () => {
  it.each([
    ['mazda 3 or honda civic', 'make=Honda,Mazda model=Civic,Mazda3'],
    ['kia or mazda estate', 'make=Kia,Mazda q=estate'],
    ['clio, corsa, 208 newest first', 'make=Peugeot,Renault,Vauxhall model=208,Clio,Corsa sort=year_desc'],
    ['electric or hybrid leaf', 'fuel_type=Electric,Hybrid make=Nissan model=Leaf'],
    ['a leaf, either electric or a hybrid', 'fuel_type=Electric,Hybrid make=Nissan model=Leaf'],
    ['green or orange juke', 'make=Nissan model=Juke q=green or orange'],
    ['an estate or a hatchback, white or grey', 'q=estate or hatchback white or grey'],
    ['a green kadjar or an orange one', 'make=Renault model=Kadjar q=green or orange'],
    ['manual or automatic juke', 'make=Nissan model=Juke'],
    ['red leather or heated seats', 'q=red leather or heated seats'],
    ['juke, estate-red or s-line', 'make=Nissan model=Juke q=estate red or s-line'],
    ['red white or blue juke', 'make=Nissan model=Juke q=red or white or blue'],
    ['merc E class, BMW 5, Audi A6', 'make=Audi,BMW,Mercedes-Benz model=5 Series,A6,E-Class'],
    ['BMW 3 or 5 series', 'make=BMW model=3 Series,5 Series'],
    ['BMW 5 door', 'make=BMW q=5 door'],
    ['a Golf or a Leon', 'make=Cupra,SEAT,Volkswagen model=Golf,Leon'],
  ])('%s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it('a make without a model beside another model: every model, which is told', () => {
    expect(interpretHere('a mazda or a honda civic')).toMatchObject({
      parameters: { make: 'Honda,Mazda' },
      unsupported: [
        {
          words: 'civic',
          why: 'Another make was named without a model, so every model of both is searched for.',
        },
      ],
    });
  });

  it('are told in words, each with its own', () => {
    expect(interpretHere('petrol or hybrid, no Fords').understood).toEqual([
      {
        parameter: 'fuel_type',
        value: 'Petrol',
        words: 'petrol',
        start: 0,
        end: 6,
        note: 'Petrol or Hybrid',
      },
      {
        parameter: 'fuel_type',
        value: 'Hybrid',
        words: 'hybrid',
        start: 10,
        end: 16,
        note: expect.stringContaining('Petrol or Hybrid') as unknown,
      },
      { parameter: 'make', value: '-Ford', words: 'no Fords', start: 18, end: 26, note: 'not Ford' },
    ]);
    expect(interpretHere('kuga, not in green').understood.at(-1)).toEqual({
      parameter: 'q',
      value: '-green',
      words: 'not in green',
      start: 6,
      end: 18,
      note: 'not green',
    });
  });

  it('joined by nothing: the first fuel counts', () => {
    expect(read('electric kona diesel')).toBe('fuel_type=Electric make=Hyundai model=Kona (diesel)');
  });
});

describe('what somebody would rather have than another', () => {
  it.each([
    ["I'd rather a yaris than an aygo", 'make=Toyota model=Yaris (than an aygo)'],
    ['rather a hybrid than a petrol, Auris', 'fuel_type=Hybrid make=Toyota model=Auris (than a petrol)'],
    ['she wants the Juke over the Captur', 'make=Nissan model=Juke (over the Captur)'],
    ['prefer a Kia to a Hyundai', 'make=Kia (to a Hyundai)'],
    ['an automatic over a manual, Polo', 'make=Volkswagen model=Polo transmission=Automatic (over a manual)'],
    ['the Juke over the Captur with heated seats', 'make=Nissan model=Juke q=heated seats (over the Captur)'],
    ['anything other than a Juke', 'model=-Juke'],
    ['a bit over the top Audi', 'make=Audi (top)'],
    ['a juke over 10k', 'make=Nissan model=Juke price_min=10000'],
  ])('is searched for alone: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('qualities that a search cannot leave out', () => {
  it.each([
    ['juke, not a big diesel', 'make=Nissan model=Juke (not a big diesel)'],
    ['no noisy diesels, juke', 'make=Nissan model=Juke (no noisy diesels)'],
    ['no rattly old petrols', '(no rattly old petrols)'],
    ['no old Fords, an estate', 'q=estate (no old Fords)'],
    ['nothing with a tiny automatic', '(nothing with a tiny automatic)'],
    ['juke, no tiny engines', 'make=Nissan model=Juke (no tiny engines)'],
    ['a no nonsense diesel', 'fuel_type=Diesel'],
  ])('turn what they describe into no wish: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    ['an estate, failing that a big hatchback', 'q=estate or hatchback (big)'],
    [
      'juke, failing that a small hybrid Captur',
      'fuel_type=Hybrid make=Nissan,Renault model=Captur,Juke (small)',
    ],
    [
      'prefer petrol but a diesel is ok if clean, juke',
      'make=Nissan model=Juke (prefer petrol) (diesel) (clean)',
    ],
    [
      "manual preferred, an auto's alright provided it's tidy, juke",
      "make=Nissan model=Juke (manual) (auto's) (tidy)",
    ],
  ])('come between a choice and its words: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('what is bad about a colour or the like', () => {
  it.each([
    ["white's too hard to keep clean, juke", 'make=Nissan model=Juke q=-white'],
    ['black gets too hot, juke', 'make=Nissan model=Juke q=-black'],
    ['leather is impossible to keep clean, juke', 'make=Nissan model=Juke q=-leather'],
  ])('excludes it: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('words said twice', () => {
  it.each([
    ["I want a warranty, at least a year's warranty, Juke", "make=Nissan model=Juke q=warranty (year's)"],
    ['a juke with an mot, a long mot', 'make=Nissan model=Juke q=long mot'],
    ['heated seats, juke, heated seats a must', 'make=Nissan model=Juke q=heated seats'],
    ['leather, full leather, juke', 'make=Nissan model=Juke q=full leather'],
    ['leather or full leather, juke', 'make=Nissan model=Juke q=leather or full leather'],
  ])('are searched for once, in the longer wording: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('any of a kind that will do', () => {
  it.each([
    ['any honest petrol auto will do', 'fuel_type=Petrol transmission=Automatic'],
    ['any automatic estate would do, under 5k', 'price_max=5000 q=estate transmission=Automatic'],
    ['any diesel is fine, 7 seater', 'fuel_type=Diesel q=7 seater'],
    ['any Juke would suit', 'make=Nissan model=Juke'],
    ['any white coupe would be ok', 'q=white coupe'],
  ])('is asked for: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});
describe('exclusions', () => {
  it.each([
    ['petrol hatchback, skip those Skodas', 'fuel_type=Petrol make=-Skoda q=hatchback'],
    ['no automatics', 'transmission=-Automatic'],
    ['petrol, not red', 'fuel_type=Petrol q=-red'],
    ['anything except a Kia', 'make=-Kia'],
    ['kia but not a Picanto', 'make=Kia model=-Picanto'],
    ['mazdas apart from the MX-5 and the CX-5', 'make=Mazda model=-CX-5,-MX-5'],
    ['juke without leather or a sunroof', 'make=Nissan model=Juke q=-leather -sunroof'],
    ['no cat s', 'q=-"cat s"'],
    ["wouldn't touch an electric", 'fuel_type=-Electric'],
    ['she cannot drive a manual', 'transmission=-Manual'],
    ['leave out dealer.example, clio', 'dealer=-dealer.example make=Renault model=Clio'],
    ['had trouble with dealer.example so avoid them', 'dealer=-dealer.example'],
    ['juke. diesels are out', 'fuel_type=-Diesel make=Nissan model=Juke'],
    ['leather? no thanks', 'q=-leather'],
    ['nissans -juke -diesel', 'fuel_type=-Diesel make=Nissan model=-Juke'],
    ['juke !diesel', 'fuel_type=-Diesel make=Nissan model=Juke'],
    ['not able to drive a manual', 'transmission=-Manual'],
    ['could never own a diesel', 'fuel_type=-Diesel'],
    ['an estate, none of the diesels', 'fuel_type=-Diesel q=estate'],
    ["don't bother showing me automatics", 'transmission=-Automatic'],
    ['estate; Kia and Mazda are no-gos', 'make=-Kia,-Mazda q=estate'],
    ['forget hybrids, estate', 'fuel_type=-Hybrid q=estate'],
    ['diesels and hybrids are out', 'fuel_type=-Diesel,-Hybrid'],
  ])('%s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    ['nothing without aircon', 'q=aircon'],
    ["no cars that haven't got heated seats", 'q=heated seats'],
    ["I won't have one without a sunroof", 'q=sunroof'],
  ])('of a lack ask for it: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    ['manual, not an automatic', 'transmission=Manual'],
    ['picanto, no fords', 'make=Kia model=Picanto'],
    ['a kia, not a ford', 'make=Kia'],
    ['anything but a picanto. actually a picanto', 'make=Kia model=Picanto'],
  ])('beside what is wanted add nothing: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('a condition without which somebody wants nothing', () => {
  it.each([
    ["if it isn't automatic I'm not interested, golf", 'make=Volkswagen model=Golf transmission=Automatic'],
    ["golf, not interested if it isn't automatic", 'make=Volkswagen model=Golf transmission=Automatic'],
    ["unless it's a diesel I won't look at a golf", 'fuel_type=Diesel make=Volkswagen model=Golf'],
    ["I'm not interested in a golf unless it's a diesel", 'fuel_type=Diesel make=Volkswagen model=Golf'],
    ["golf. no good if it hasn't got aircon", 'make=Volkswagen model=Golf q=aircon'],
    ["if it isn't under 5k I'm not interested, golf", 'make=Volkswagen model=Golf price_max=5000'],
    ["if it's a diesel I'm not interested, golf", 'fuel_type=-Diesel make=Volkswagen model=Golf'],
    ["no toyotas unless it's the GT86", 'make=Toyota model=GT86 (no toyotas)'],
  ])('is asked for: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('what is not needed', () => {
  it.each([
    ['juke, could live without a sunroof', 'make=Nissan model=Juke (could live without a sunroof)'],
    ["it doesn't have to be automatic, juke", "make=Nissan model=Juke (doesn't have to be automatic)"],
    ['juke, not fussed about leather', 'make=Nissan model=Juke (not fussed about leather)'],
    ['leather? not bothered either way. juke', 'make=Nissan model=Juke (leather)'],
    ['juke, leather not essential', 'make=Nissan model=Juke (leather)'],
    ['no need for sat nav, an aygo', 'make=Toyota model=Aygo (no need for sat nav)'],
    ['an estate rather than an SUV', 'q=estate (rather than an SUV)'],
  ])('is neither searched for nor excluded: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('a wish', () => {
  it.each([
    [
      "automatic if there's one going, manual otherwise, corsa",
      'make=Vauxhall model=Corsa (automatic) (manual)',
    ],
    ['sunroof? nice but no biggie. Superb', 'make=Skoda model=Superb (sunroof)'],
    ["make sure it's petrol otherwise no good, golf", 'fuel_type=Petrol make=Volkswagen model=Golf'],
    ["octavia, sat nav handy but I've a phone so not needed", 'make=Skoda model=Octavia (sat nav)'],
    ["GLC. Wife would love it in white if there's a choice", 'make=Mercedes-Benz model=GLC (white)'],
    ['aygo, ideally green', 'make=Toyota model=Aygo (ideally green)'],
    ['aygo, automatic if possible', 'make=Toyota model=Aygo (automatic)'],
    ['if possible automatic, aygo', 'make=Toyota model=Aygo (if possible automatic)'],
    ['heated seats would be a bonus, aygo', 'make=Toyota model=Aygo (heated seats)'],
    ['estate, preferably a Mazda', 'q=estate (preferably a Mazda)'],
    ['nice to have: towbar. estate', 'q=estate (nice to have: towbar)'],
    ['ideally not a diesel, aygo', 'make=Toyota model=Aygo (ideally not a diesel)'],
    [
      'aygo, ideally a red automatic with leather',
      'make=Toyota model=Aygo (ideally a red automatic with leather)',
    ],
    [
      'aygo, ideally red but must be automatic',
      'make=Toyota model=Aygo transmission=Automatic (ideally red)',
    ],
    ['ideally under 60k miles, aygo', 'make=Toyota model=Aygo (ideally under 60k miles)'],
    ['leather and a sunroof would be a nice extra, aygo', 'make=Toyota model=Aygo (leather) (sunroof)'],
    [
      'aygo, slight preference for an automatic',
      'make=Toyota model=Aygo (slight preference for an automatic)',
    ],
    ['aygo, cruise control where I can get it', 'make=Toyota model=Aygo (cruise control)'],
    ['automatic ideally, aygo', 'make=Toyota model=Aygo (automatic)'],
    ["aygo, I'd love leather", "make=Toyota model=Aygo (I'd love leather)"],
    ['aygo, red or silver if I had my way', 'make=Toyota model=Aygo (red) (silver)'],
    ['aygo, maybe a hybrid', 'make=Toyota model=Aygo (maybe a hybrid)'],
    ['aygo, not essential but leather would swing it', 'make=Toyota model=Aygo (not essential but leather)'],
    ['aygo, she quite likes red', 'make=Toyota model=Aygo (quite likes red)'],
    ['aygo, I can drive a manual', 'make=Toyota model=Aygo (can drive a manual)'],
    ["wouldn't mind driving a diesel, aygo", "make=Toyota model=Aygo (wouldn't mind driving a diesel)"],
    ['aygo, I can drive an automatic only', 'make=Toyota model=Aygo transmission=Automatic'],
    ['aygo, diesel acceptable', 'make=Toyota model=Aygo (diesel)'],
    ["aygo, I'd take an automatic", "make=Toyota model=Aygo (I'd take an automatic)"],
  ])('limits nothing: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    ['an automatic would be nice', 'transmission=Automatic'],
    ['ideally a Mazda CX-5', 'make=Mazda model=CX-5'],
  ])('is what is asked for if there is nothing else, or if it is a model: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    ['diesel aygo, petrol is fine too', 'fuel_type=Diesel,Petrol make=Toyota model=Aygo'],
    ['would accept diesel or electric, juke', 'fuel_type=Diesel,Electric make=Nissan model=Juke'],
    ['an aygo, would also consider a picanto', 'make=Kia,Toyota model=Aygo,Picanto'],
    ['green aygo, orange would do too', 'make=Toyota model=Aygo q=green or orange'],
    ["petrol aygo though I'd take a diesel", 'fuel_type=Diesel,Petrol make=Toyota model=Aygo'],
    ['petrol aygo, diesel acceptable', 'fuel_type=Diesel,Petrol make=Toyota model=Aygo'],
    ['I suppose a diesel could work, petrol aygo', 'fuel_type=Diesel,Petrol make=Toyota model=Aygo'],
    ['aygo, maybe a picanto', 'make=Kia,Toyota model=Aygo,Picanto'],
  ])('that will do too widens: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

it.each([
  ["Karoq, blue would be my first choice but I'd take any", 'make=Skoda model=Karoq (blue)'],
  ['a red Juke though she would settle for anything', 'make=Nissan model=Juke (red)'],
  ["orange Aygo under 8k, but I'm easy", 'make=Toyota model=Aygo price_max=8000 (orange)'],
  ["he fancies green but isn't set on it, Fabia", 'make=Skoda model=Fabia (green)'],
  ['Karoq: white is our favourite but any shade is fine', 'make=Skoda model=Karoq (white)'],
  ["petrol Juke but we'd have whatever's going", 'make=Nissan model=Juke (petrol)'],
  ['an Aygo but whatever you have', 'make=Toyota model=Aygo'],
  ['Juke under 9k and if at all possible one with a sunroof', 'make=Nissan model=Juke price_max=9000 (if at all possible one with a sunroof)'],
])('a wish that is given back limits nothing: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
}); // prettier-ignore

it.each([
  ['can put up with a diesel but want a petrol', 'fuel_type=Petrol (can put up with a diesel)'],
  ['a manual would do but I really need an automatic', 'transmission=Automatic (manual)'],
  ['silver is ok but we want white, Juke', 'make=Nissan model=Juke q=white (silver)'],
  ['automatic juke, not too old', 'make=Nissan model=Juke transmission=Automatic (not too old)'],
  ['petrol juke if possible, though diesel will do', 'fuel_type=Diesel,Petrol make=Nissan model=Juke'],
])('what is only allowed does not stand beside what is wanted: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

describe('a correction', () => {
  it.each([
    ['a Mazda CX-5, scrap that, a Kia Sportage', 'make=Kia model=Sportage (Mazda CX-5)'],
    ['picanto, no, aygo', 'make=Toyota model=Aygo (picanto)'],
    ['electric, I mean hybrid, in green', 'fuel_type=Hybrid q=green (electric)'],
    ['a green one, actually no, an orange one', 'q=orange (green)'],
    ['manual juke, sorry for the trouble', 'make=Nissan model=Juke transmission=Manual'],
  ])('counts instead of what it corrects: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('said twice negated, or by a no alone', () => {
  it.each([
    ["wouldn't say no to a Stonic", 'make=Kia model=Stonic'],
    ['would never turn down a Micra', 'make=Nissan model=Micra'],
    ['would not say no to leather', 'q=leather'],
    ["petrol juke, wouldn't rule out a diesel", 'fuel_type=Diesel,Petrol make=Nissan model=Juke'],
    ['petrol juke, not averse to a diesel', 'fuel_type=Diesel,Petrol make=Nissan model=Juke'],
    ['juke, say no to diesel', 'fuel_type=-Diesel make=Nissan model=Juke'],
    ["juke, diesel's a no", 'fuel_type=-Diesel make=Nissan model=Juke'],
    ["automatic's a no from me", 'transmission=-Automatic'],
    ['juke, diesel is a big no', 'fuel_type=-Diesel make=Nissan model=Juke'],
    ['a no nonsense juke', 'make=Nissan model=Juke'],
    ['a no deposit juke', 'make=Nissan model=Juke q=no deposit'],
  ])('%s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('no write-offs', () => {
  it.each([
    ['no write offs, no cat s', 'q=-"write offs" -"cat s"'],
    ['juke, not a write off', 'make=Nissan model=Juke q=-"write off"'],
    ['juke, never written off', 'make=Nissan model=Juke q=never written off'],
    ['juke, unrecorded', 'make=Nissan model=Juke q=unrecorded'],
  ])('%s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('hopes and labelled lists of wishes', () => {
  it.each([
    ['hoping for leather', 'q=leather'],
    ['juke, hoping for leather', 'make=Nissan model=Juke (hoping for leather)'],
    ['hoping for an automatic juke', 'make=Nissan model=Juke transmission=Automatic'],
    ['hoping for a red juke', 'make=Nissan model=Juke q=red'],
    ['Wants: 5 doors. Would like: tow bar.', 'q=5 doors (Would like: tow bar)'],
    ['juke. Nice to have: leather, automatic', 'make=Nissan model=Juke (Nice to have: leather, automatic)'],
    ['juke would like leather', 'make=Nissan model=Juke q=leather'],
  ])('%s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('as much of something as possible', () => {
  it.each([
    ['as new as possible, 8 grand max', 'price_max=8000 sort=year_desc'],
    ['juke with as low a mileage as I can get', 'make=Nissan model=Juke sort=miles_asc'],
    ['juke as close as possible to Leeds', 'location=LS2 make=Nissan model=Juke sort=distance'],
    ['juke in as new condition', 'make=Nissan model=Juke q=as new condition'],
  ])('%s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('an amount that need not be', () => {
  it.each([
    ["golf don't need 9000", "make=Volkswagen model=Golf (don't need 9000)"],
    ['golf 8000 rather than 9000', 'make=Volkswagen model=Golf price_max=8000 (rather than 9000)'],
    ["golf, don't need more than 9000", 'make=Volkswagen model=Golf price_max=9000'],
  ])('%s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('a kind of a fuel or a gearbox that is wanted', () => {
  it.each([
    ['hybrid but not a plug-in one', 'fuel_type=Hybrid q=-"plug-in"'],
    ['automatic juke, no CVT', 'make=Nissan model=Juke q=-CVT transmission=Automatic'],
    ['not a plug-in', 'fuel_type=-Hybrid'],
    ['automatic but not automatic', 'transmission=-Automatic'],
  ])('is excluded as words: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

it.each([
  ["it's not that I dislike Volvos", "(it's not that I dislike Volvos)"],
  ["I didn't say no diesels, juke", "make=Nissan model=Juke (didn't say no diesels)"],
  ["no reason it can't be a manual", "(no reason it can't be a manual)"],
])('an exclusion that is denied neither excludes nor asks for anything: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

it.each([
  ["juke, petrol doesn't bother me", 'make=Nissan model=Juke (petrol)'],
  ['over 100k miles is fine if it is a juke', 'make=Nissan model=Juke (over 100k miles)'],
  ["I'd consider a diesel juke", 'fuel_type=Diesel make=Nissan model=Juke'],
  ['under 100k miles is fine, juke', 'make=Nissan miles_max=100000 model=Juke'],
  ['at least 100k miles is fine, juke', 'make=Nissan model=Juke (at least 100k miles)'],
  ["130k on the clock wouldn't worry us, juke", 'make=Nissan model=Juke (130k on the clock)'],
  ['a manual is no problem, juke', 'make=Nissan model=Juke (manual)'],
  ['category d and category n considered, juke', 'make=Nissan model=Juke'],
  ['write offs ok', ''],
  ['not afraid of 90k miles, juke', 'make=Nissan model=Juke (not afraid of 90k miles)'],
  ["doesn't bother me what colour, juke", 'make=Nissan model=Juke'],
])('what does not bother somebody limits nothing: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

it.each([
  ['no Renaults except the Zoe', 'make=Renault model=Zoe (no Renaults)'],
  ['no estates apart from a Superb', 'make=Skoda model=Superb (no estates)'],
  ['anything except a Renault', 'make=-Renault'],
  ["nothing unless it's a Renault", 'make=Renault'],
  ["no cars unless they're automatic", 'transmission=Automatic'],
])('an exception to an exclusion is what is asked for: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

it.each([
  ["juke, no diesels unless they're euro 6", "make=Nissan model=Juke (no diesels unless they're euro 6)"],
  ['juke, no diesels unless euro 6', 'make=Nissan model=Juke (no diesels unless euro 6)'],
  ["juke, no diesels if they're not euro 6", "make=Nissan model=Juke (no diesels if they're not euro 6)"],
  ['no diesels or petrols except euro 6 ones', '(no diesels) (petrols except euro 6)'],
  ['no Fords except red ones', '(no Fords except red)'],
  [
    "juke, nothing over 10k unless it's automatic",
    "make=Nissan model=Juke price_max=10000 (unless it's automatic)",
  ],
  [
    "juke under 10k unless it's an automatic",
    "make=Nissan model=Juke price_max=10000 (unless it's an automatic)",
  ],
  ["juke, electric unless it's over 20k", "fuel_type=Electric make=Nissan model=Juke (unless it's over 20k)"],
  ["juke, no diesels unless they're under 5k", "make=Nissan model=Juke (no diesels unless they're under 5k)"],
  ["juke, no diesels if they're older than 2015", 'make=Nissan model=Juke (no diesels) (older than 2015)'],
  ["juke, not an automatic if it's a CVT", 'make=Nissan model=Juke (not an automatic) (CVT)'],
  ["juke unless it's a diesel", 'fuel_type=-Diesel make=Nissan model=Juke'],
  ['juke, no diesels unless you really have to', 'fuel_type=-Diesel make=Nissan model=Juke'],
])('an exception of another kind is neither searched for nor excluded: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

it.each([
  ["juke, I'd rather it wasn't a diesel", 'fuel_type=-Diesel make=Nissan model=Juke'],
  ['not interested in Renaults, otherwise any automatic', 'make=-Renault transmission=Automatic'],
  ["juke if there's no towbar", 'make=Nissan model=Juke q=-towbar'],
  ["if there's no service history I'm not interested, juke", 'make=Nissan model=Juke q=service history'],
  ['Golf. If there are no Golfs then an Octavia', 'make=Skoda,Volkswagen model=Golf,Octavia'],
  ['Corsa, no what am I saying, Clio', 'make=Renault model=Clio (Corsa)'],
  ['an estate for days out', 'q=estate'],
  ['an automatic that is easy to get in and out of', 'transmission=Automatic'],
  ['diesel out', 'fuel_type=-Diesel'],
  ['leave the silver ones out', 'q=-silver'],
  ["can't drive any more so I want an estate", 'q=estate'],
  ['never had one so an automatic', 'transmission=Automatic'],
  ['not all that keen on diesel', 'fuel_type=-Diesel'],
  ['they ruled out Kia, Mazda and anything manual', 'make=-Kia,-Mazda transmission=-Manual'],
  ["won't be needing a towbar, juke", "make=Nissan model=Juke (won't be needing a towbar)"],
  ['not interested in manuals or 4x4s', 'q=-4x4 transmission=-Manual'],
])('what is ruled out or not needed: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

it.each([
  ['none of your fords vauxhalls or fiats', 'make=-Fiat,-Ford,-Vauxhall'],
  ['not a Golf, a Polo or an Up!', 'model=-Golf,-Polo,-Up'],
  ['any Skoda but not a Karoq, a Citigo or a Rapid', 'make=Skoda model=-Citigo,-Karoq,-Rapid'],
  ['all fuel types except petrol', 'fuel_type=-Petrol'],
  ['any gearboxes but manual', 'transmission=-Manual'],
])('an exclusion is about all of a list: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

it.each([
  ['if they want more than 6k, forget it', 'price_max=6000'],
  ['golf, anything over 80k miles is out', 'make=Volkswagen miles_max=80000 model=Golf'],
  ['juke, older than 2016 is a no go', 'make=Nissan model=Juke year_min=2016'],
  ['under 6k, vauxhalls are no good', 'make=-Vauxhall price_max=6000'],
  ['under 6k, no good if it smells', 'price_max=6000 (smells)'],
  ['golf, above 2.0 litres is out', 'engine_max=2 make=Volkswagen model=Golf'],
  ['golf, over 90k miles not', 'make=Volkswagen miles_max=90000 model=Golf'],
  ['juke, under 5k is not enough', 'make=Nissan model=Juke price_min=5000'],
  ['juke, newer than 2019 is too dear', 'make=Nissan model=Juke year_max=2019'],
  ['juke under 9k is out of my reach', 'make=Nissan model=Juke price_max=9000'],
])('a limit that is ruled out is turned round: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

it.each([
  ['juke, over 9k is not too much', 'make=Nissan model=Juke (over 9k)'],
  ['juke, older than 2015 is never too old', 'make=Nissan model=Juke (older than 2015)'],
  ['juke under 9k, over 90k miles is fine', 'make=Nissan model=Juke price_max=9000 (over 90k miles)'],
  ['juke, at least 5k is fine', 'make=Nissan model=Juke price_min=5000'],
])('a limit that is only allowed limits nothing: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

it.each([
  ['golf hybrid yes, diesel no', 'fuel_type=Hybrid make=Volkswagen model=Golf'],
  ['golf manual, auto if not', 'make=Volkswagen model=Golf'],
  ['golf, diesel or not', 'fuel_type=Diesel make=Volkswagen model=Golf'],
])('a `no` at the end excludes what is before it, but not in `if not`: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

it.each([
  ["over 7k, i'm not interested", 'price_max=7000'],
  ["juke, i'm not interested in diesels", 'fuel_type=-Diesel make=Nissan model=Juke'],
  ['corsa, at least 5k no thanks', 'make=Vauxhall model=Corsa price_min=5000'],
  ['tired of this, a juke please', 'make=Nissan model=Juke'],
  ['fed up with it show me jukes', 'make=Nissan model=Juke'],
])('a refusal reaches what it is about and no further: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

it.each([
  ['juke, not the tce petrol', 'make=Nissan model=Juke (not the tce petrol)'],
  ["juke, it can't be a zippy automatic so manual", "make=Nissan model=Juke transmission=Manual (can't be a zippy automatic)"],
  ['golf no timewasters automatic', 'make=Volkswagen model=Golf transmission=Automatic'],
])('a class is not asked for by words that rule its kind out: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
}); // prettier-ignore

it.each([
  ['the cheaper the better, juke', 'make=Nissan model=Juke sort=price_asc'],
  ['corsa, the lower the mileage the better', 'make=Vauxhall model=Corsa sort=miles_asc'],
  ['transporter, twelve grand is my lot', 'make=Volkswagen model=Transporter price_max=12000'],
  ['juke tyres 215 60 17', 'make=Nissan model=Juke q=tyres'],
  ['our clio conked out on the m2, juke please', 'make=Nissan model=Juke (our clio conked out on the m2)'],
  ['what will you offer me against a 2012 corsa? after a juke', 'make=Nissan model=Juke (offer me against a 2012 corsa)'],
])('rows of the tables: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
}); // prettier-ignore

describe('an exclusion with a limit of what buyers like less behind it', () => {
  it.each([
    ['no Golfs older than 2016', 'make=Volkswagen model=Golf year_min=2016'],
    ['no Golfs over 15 grand', 'make=Volkswagen model=Golf price_max=15000'],
    ['avoid Audis with more than 100k miles', 'make=Audi miles_max=100000'],
    ['Polo, no Golfs over 15 grand', 'make=Volkswagen model=Polo (no Golfs over 15 grand)'],
    ['no diesels over 100k miles, Golf', 'make=Volkswagen model=Golf (no diesels over 100k miles)'],
    ['no Fords, over 10k', 'make=-Ford price_min=10000'],
    ['anything but a Ford over 10k', 'make=-Ford price_min=10000'],
  ])('asks for the others of the name, or is listed: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('a refusal', () => {
  it.each([
    ['diesel? no chance. petrol Focus', 'fuel_type=Petrol make=Ford model=Focus'],
    ['manual? no. Polo', 'make=Volkswagen model=Polo transmission=-Manual'],
    ['Auto? Nah. Manual Polo', 'make=Volkswagen model=Polo transmission=Manual'],
    ['leather? no thanks. Golf', 'make=Volkswagen model=Golf q=-leather'],
    ['hybrids no, petrols yes, Yaris', 'fuel_type=Petrol make=Toyota model=Yaris'],
    ['diesel no petrol yes', 'fuel_type=Petrol'],
    ['no thanks to diesel, Focus', 'fuel_type=-Diesel make=Ford model=Focus'],
    ['stop showing me Fiestas', 'model=-Fiesta'],
    ["cannae be daein wi' automatics", 'transmission=-Automatic'],
  ])('excludes what it is about: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

it.each([
  ['juke, ideally near Leeds', 'location=LS2 make=Nissan model=Juke sort=distance'],
  ['juke near Leeds if possible', 'location=LS2 make=Nissan model=Juke sort=distance'],
  ['juke in Leeds ideally, cheapest first', 'location=LS2 make=Nissan model=Juke sort=price_asc'],
  [
    'juke within 20 miles of Leeds if possible',
    'location=LS2 make=Nissan model=Juke sort=distance (within 20 miles)',
  ],
  [
    'would prefer near Leeds and automatic, juke',
    'location=LS2 make=Nissan model=Juke sort=distance (and automatic)',
  ],
  [
    'juke near Leeds, automatic if possible',
    'distance=4 location=LS2 make=Nissan model=Juke sort=distance (automatic)',
  ],
  ['near Leeds would be fine, juke', 'distance=4 location=LS2 make=Nissan model=Juke sort=distance'],
])('a place that is only wished orders and does not limit: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

it.each([
  ['ideally under 8k, aygo', 'make=Toyota model=Aygo price_max=8000'],
  ['a Jazz, preferably no more than 4 grand', 'make=Honda model=Jazz price_max=4000'],
  ['polo under 6k if possible', 'make=Volkswagen model=Polo price_max=6000'],
  ['hopefully under 3000 pounds, Micra', 'make=Nissan model=Micra price_max=3000'],
  ['something small, ideally under 5 grand, not a Fiat 500', 'model=-500 price_max=5000 (small)'],
  ['Golf ideally under 5k, max 6k', 'make=Volkswagen model=Golf price_max=6000 (ideally under 5k)'],
  ['Golf around 6k, ideally 5k', 'make=Volkswagen model=Golf price_max=6600 price_min=5400 (ideally 5k)'],
  ['Golf, 6k, ideally under 5k', 'make=Volkswagen model=Golf price_max=6000 (ideally under 5k)'],
])('a price that is only wished counts unless another was said: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

it.each([
  ['leather is just a preference, juke', 'make=Nissan model=Juke (leather)'],
  ['blue colour is only a wish, juke', 'make=Nissan model=Juke (blue colour)'],
  ['juke, a red one would be a bonus but not a must', 'make=Nissan model=Juke (red)'],
  ['juke, would be nice if it was red', 'make=Nissan model=Juke (would be nice if it was red)'],
  ['juke, would b sick if it came with leather', 'make=Nissan model=Juke (would b sick if it came with leather)'],
  ['red juke but I dont mind', 'make=Nissan model=Juke (red)'],
  ['red juke but idc tbh', 'make=Nissan model=Juke (red)'],
  ['red or blue juke but I dont mind which', 'make=Nissan model=Juke q=red or blue'],
  ['red juke, but I dont mind about the mileage', 'make=Nissan model=Juke q=red'],
])('a wish asks for nothing: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
}); // prettier-ignore

it.each([
  ['juke without leather, leather is grim', 'make=Nissan model=Juke q=-leather'],
  ['juke, heated seats are pointless', 'make=Nissan model=Juke q=-"heated seats"'],
  ['alloy wheels are naff', 'q=-"alloy wheels"'],
  ['juke, sunroofs are pointless', 'make=Nissan model=Juke q=-sunroof'],
  ['juke, automatics are awful', 'make=Nissan model=Juke transmission=-Automatic'],
  ['petrol, diesel is filthy', 'fuel_type=Petrol'],
])('what somebody says is bad is excluded: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

it.each([
  ['petrol n manual juke', 'fuel_type=Petrol make=Nissan model=Juke transmission=Manual'],
  ['a juke n a polo', 'make=Nissan,Volkswagen model=Juke,Polo'],
  ['i30 n manual', 'make=Hyundai model=i30 q=n transmission=Manual'],
  ['juke, it has to b a diesel', 'fuel_type=Diesel make=Nissan model=Juke'],
  ['b class would b nice', 'make=Mercedes-Benz model=B-Class'],
  ['i want a z juke', 'make=Nissan model=Juke (z)'],
  ['from a class to b class mercedes', 'make=Mercedes-Benz model=B-Class (from a class)'],
])('a letter alone is a short word or nothing, unless it is a version: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});
