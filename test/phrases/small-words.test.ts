// Words of a phrase that are no words to search for, and those that are read as others.
import { describe, expect, it } from 'vitest';
import { interpretHere } from './interpret-here.ts';

function understood(text: string): string {
  return Object.entries(interpretHere(text).parameters)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
}

describe('a condition', () => {
  it.each([
    ["golf as long as it's a diesel", 'make=Volkswagen; model=Golf; fuel_type=Diesel'],
    ["any colour as long as it's black", 'q=black'],
    ["as long as it's not over 8k", 'price_max=8000'],
    ["so long as it isn't a Ford", 'make=-Ford'],
    ["golf on condition that it's automatic", 'make=Volkswagen; model=Golf; transmission=Automatic'],
    ['long wheelbase van', 'q=long wheelbase van'],
  ])('is what is asked for, and its conjunction is not: %s', (text, expected) => {
    expect(understood(text)).toBe(expected);
  });
});

describe('a misspelt colour or body', () => {
  it.each([
    ['blak or gray', 'q=black or gray'],
    ['grey or blak', 'q=grey or black'],
    ['hatchbak or estate', 'q=hatchback or estate'],
  ])('beside another is the one that it resembles: %s', (text, expected) => {
    expect(understood(text)).toBe(expected);
  });

  it.each([
    ['golf estayte', 'q=estate; make=Volkswagen; model=Golf'],
    ['a3 cabriolay', 'q=cabriolet; make=Audi; model=A3'],
    ['hachbak under 3k', 'q=hatchback; price_max=3000'],
  ])('is the body that it sounds like: %s', (text, expected) => {
    expect(understood(text)).toBe(expected);
  });

  it.each([
    ['red or bred', 'q=red or bred'],
    ['golf or gold', 'q=gold; make=Volkswagen; model=Golf'],
    ['sunroof or blak', 'q=sunroof or blak'],
  ])('is none where nothing says so: %s', (text, expected) => {
    expect(understood(text)).toBe(expected);
  });
});

it.each(['small car under 5k', 'a compact car under 5k', 'something small under 5k'])(
  'a size is an opinion, which few adverts say: %s',
  (text) => {
    expect(understood(text)).toBe('price_max=5000');
    expect(interpretHere(text).unsupported.map(({ why }) => why)).toEqual(["We can't search for this."]);
  },
);

describe('a limit', () => {
  it.each([
    ["won't look at owt under 5 grand", 'price_min=5000'],
    ["don't show me owt over 8k", 'price_max=8000'],
    ['the price should start at 20k', 'price_min=20000'],
    ['prices begin at 9k', 'price_min=9000'],
    ['golf since 2019, my last one rusted', 'make=Volkswagen; model=Golf; year_min=2019'],
  ])('keeps its direction in dialect and behind a verb: %s', (text, expected) => {
    expect(understood(text)).toBe(expected);
  });

  it.each([
    ['Peugeot 208 up to 40 thousand miles', 'make=Peugeot; model=208; miles_max=40000'],
    ['Fiat 500 up to 8k', 'make=Fiat; model=500; price_max=8000'],
    ['Peugeot 2008 to 2012', 'make=Peugeot; year_min=2008; year_max=2012'],
    ['Audi 5000 to 8000 pounds', 'make=Audi; price_min=5000; price_max=8000'],
  ])('does not begin at the number that is a model of the make before it: %s', (text, expected) => {
    expect(understood(text)).toBe(expected);
  });
});

it.each([
  ["my budget isn't sorted, juke", 'make=Nissan; model=Juke'],
  ['a budget juke', 'make=Nissan; model=Juke; sort=price_asc'],
  ['pensioner on a tight budget, juke', 'make=Nissan; model=Juke; sort=price_asc'],
  ['student budget of 4k, juke', 'make=Nissan; model=Juke; price_max=4000'],
  ['nurse on a budget, juke in York', 'make=Nissan; model=Juke; location=YO31; sort=distance'],
])(
  'a budget asks for an order only as an adjective, or with neither a price nor a place: %s',
  (text, expected) => {
    expect(understood(text)).toBe(expected);
  },
);

it.each([
  ["I'm efter an auto that isnae a Kia", 'make=-Kia; transmission=Automatic'],
  ['cannae go past eight grand', 'price_max=8000'],
  ['a Kia that dunt cost more than 5k', 'make=Kia; price_max=5000'],
  ['wan owner juke', 'q=one owner; make=Nissan; model=Juke'],
  ['2k but could push to 2.5', 'price_max=2000'],
  ['stick a grand on the budget, so 9k', 'price_max=9000'],
  ['a white 500', 'q=white; model=500'],
  ['Picanto or Up', 'make=Kia,Volkswagen; model=Picanto,Up'],
  ['Up, Mii or Citigo', 'make=SEAT,Skoda,Volkswagen; model=Citigo,Mii,Up'],
  ['a Polo or a Partner', 'make=Peugeot,Volkswagen; model=Partner,Polo'],
  ['Doblo or the Peugeot one, the Partner', 'make=Fiat,Peugeot; model=Doblo,Partner'],
  ['a hatchback, possibly a Note', 'q=hatchback; make=Nissan; model=Note'],
  ['maybe a soul mate', ''],
  ['budget is nine thousand, five hundred. Golf', 'make=Volkswagen; model=Golf; price_max=9500'],
  ['up to six thousand, two hundred and fifty', 'price_max=6250'],
  ['between eight thousand, nine hundred and ten thousand', 'price_min=8900; price_max=10000'],
  ['wanted a Golf, too dear, hence a Polo', 'make=Volkswagen; model=Polo'],
  ['eight thousand, five doors', 'q=five doors; price_max=8000'],
  ['something for driving to see my family in Wales', ''],
  ['big miles, 5 Series', 'make=BMW; model=5 Series'],
  ['golf autoamtkic', 'make=Volkswagen; model=Golf; transmission=Automatic'],
  ['up to GBP 6,500 for a rio', 'make=Kia; model=Rio; price_max=6500'],
  ['rio between gbp4500 and GBP 8,000', 'make=Kia; model=Rio; price_min=4500; price_max=8000'],
  ['rio 12k GBP 2018', 'make=Kia; model=Rio; price_max=12000; year_min=2018; year_max=2018'],
])('are read as they are meant: %s', (text, expected) => {
  expect(understood(text)).toBe(expected);
});

describe('an ordinary word that resembles a name', () => {
  it.each([
    ['costs from 18 to 25 thousand', 'price_min=18000; price_max=25000'],
    ['priced around 9k', 'price_min=8100; price_max=9900'],
    ['a figure of 5k every time', 'price_max=5000'],
    ['hyundai on monday', 'make=Hyundai'],
  ])('is not read as the name: %s', (text, expected) => {
    expect(understood(text)).toBe(expected);
  });
});

it.each([
  ['yaris which is good on fuel', 'q=good on fuel; make=Toyota; model=Yaris'],
  ['show me your Audis, a 4s', 'make=Audi; model=A4'],
  ['something automatic to get us to the golf', 'transmission=Automatic'],
])('a name, a wish and a game are told apart: %s', (text, expected) => {
  expect(understood(text)).toBe(expected);
});

it.each([
  ['they made 2,000 of them, a Yaris', 'make=Toyota; model=Yaris'],
  ['one of only 1,500 built: an Escort', 'make=Ford; model=Escort'],
  ["I've 3 of them already, after another Golf", 'make=Volkswagen; model=Golf'],
  ['one of 2015 or newer, Golf', 'make=Volkswagen; model=Golf; year_min=2015'],
  ['been looking for 18 months for a red Jazz', 'q=red; make=Honda; model=Jazz'],
  ['hunting for two years now, a Jazz', 'make=Honda; model=Jazz'],
  ['looking for 12 months MOT, Jazz', 'q=12 months MOT; make=Honda; model=Jazz'],
])('a number made and a time spent looking limit nothing: %s', (text, expected) => {
  expect(understood(text)).toBe(expected);
});

it.each([
  ['has to be in Leeds for 9 every day, Polo', 'make=Volkswagen; model=Polo'],
  ['must be in York by half 8, Polo', 'make=Volkswagen; model=Polo'],
  ['winter driving in the Highlands, Polo', 'make=Volkswagen; model=Polo'],
  ['must be in York, Polo', 'make=Volkswagen; model=Polo; location=YO31; sort=distance'],
])('a place where somebody has to be at an hour limits nothing: %s', (text, expected) => {
  expect(understood(text)).toBe(expected);
});

it('does not take a house number for a year', () => {
  expect(understood('our flat is number 2011 in a tall block, Panda wanted')).toBe('make=Fiat; model=Panda');
});

it.each([
  ['nowt over six an a half thousand, corsa', 'make=Vauxhall; model=Corsa; price_max=6500'],
  ['polo, owt but a 3 door', 'q=-"3 door"; make=Volkswagen; model=Polo'],
  ["a Yaris or a Corolla but only t'hybrids", 'make=Toyota; model=Corolla,Yaris; fuel_type=Hybrid'],
  ["golf, auto if possible, manual's fine an' all", 'make=Volkswagen; model=Golf'],
  ["summat like a Golf wi' a towbar", 'q=towbar; make=Volkswagen; model=Golf'],
])('are read in northern spellings: %s', (text, expected) => {
  expect(understood(text)).toBe(expected);
});

it.each([
  ['corsa becasue its cheap to insure', 'make=Vauxhall; model=Corsa'],
  ['a polo wich is definately petrol', 'make=Volkswagen; model=Polo; fuel_type=Petrol'],
  ['jazz, prefferably silver', 'make=Honda; model=Jazz'],
  ['is their any hybrid yaris', 'make=Toyota; model=Yaris; fuel_type=Hybrid'],
])('are read in spellings that are often written: %s', (text, expected) => {
  expect(understood(text)).toBe(expected);
});

it.each([
  ['nothing but petrol, jazz', 'make=Honda; model=Jazz; fuel_type=Petrol'],
  ['nothing other than a diesel, jazz', 'make=Honda; model=Jazz; fuel_type=Diesel'],
  ['nowt bar a Ford', 'make=Ford'],
  ['anything bar a Ford', 'make=-Ford'],
])('ask for what nothing but names, and exclude what anything but names: %s', (text, expected) => {
  expect(understood(text)).toBe(expected);
});

it.each([
  ['golf except anything over 12k', 'make=Volkswagen; model=Golf; price_max=12000'],
  ['any golf bar ones over 80k miles', 'make=Volkswagen; model=Golf; miles_max=80000'],
  ['golf apart from anything older than 2015', 'make=Volkswagen; model=Golf; year_min=2015'],
  ['golf, nothing except under 8k', 'make=Volkswagen; model=Golf; price_max=8000'],
  ['everything under 10k except Fords', 'make=-Ford; price_max=10000'],
])('turn a limit round behind except: %s', (text, expected) => {
  expect(understood(text)).toBe(expected);
});

it.each([
  [
    'nothing over 10k or over 60k miles, golf',
    'make=Volkswagen; model=Golf; price_max=10000; miles_max=60000',
  ],
  ["don't show me anything above 10k or older than 2015", 'price_max=10000; year_min=2015'],
  [
    'not interested in anything over 9k or with more than 30k on the clock',
    'price_max=9000; miles_max=30000',
  ],
  ['excl. diesels, Octavia', 'make=Skoda; model=Octavia; fuel_type=-Diesel'],
  ["wasn't looking for a diesel, Golf", 'make=Volkswagen; model=Golf; fuel_type=-Diesel'],
])('carry a negation over an or, and behind an abbreviation: %s', (text, expected) => {
  expect(understood(text)).toBe(expected);
});

it.each([
  ['a small SUV with high seats', 'q=SUV'],
  ['an automatic with a high driving position', 'transmission=Automatic'],
  ['higher off the ground, manual', 'transmission=Manual'],
  ['a manual with more ground clearance', 'transmission=Manual'],
])('how high somebody sits is not searched for: %s', (text, expected) => {
  expect(understood(text)).toBe(expected);
});
