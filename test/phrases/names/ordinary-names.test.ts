// Names of makes and models that are other words where they stand, and the same names where they are vehicles.
import { describe, expect, it } from 'vitest';
import { interpretHere } from '../interpret-here.ts';

type Row = readonly [text: string, expect: string];

const OTHERS: readonly Row[] = [
  ['the buyer, Mr Leon Ford, wants a Karoq', 'make=Skoda; model=Karoq'],
  ['What Extras does the Golf have', 'make=Volkswagen; model=Golf'],
  ['I play jazz and need an estate', 'q=estate'],
  ['a Corsa for my mate Jazz', 'make=Vauxhall; model=Corsa'],
  ['present for my daughter Clio, a yellow Beetle', 'make=Volkswagen; model=Beetle; q=yellow'],
  ['for my sister Zoe, an automatic Yaris', 'make=Toyota; model=Yaris; transmission=Automatic'],
  ['my friend Mercedes wants a Golf', 'make=Volkswagen; model=Golf'],
  ['my wife Alfa says get a Fabia', 'make=Skoda; model=Fabia'],
  ["hi it's Clio here, any Astras?", 'make=Vauxhall; model=Astra'],
  ['my name is Zoe and I want a Picanto', 'make=Kia; model=Picanto'],
  ['just off the A3, looking for a Yaris', 'make=Toyota; model=Yaris'],
  ['live near the A1, want a Polo', 'make=Volkswagen; model=Polo'],
  ['commute on the M3 motorway, diesel estate', 'fuel_type=Diesel; q=estate'],
  ['M5 junction 25, want a Fiesta', 'make=Ford; model=Fiesta'],
  ['drive up the M6 every day, need a Passat', 'make=Volkswagen; model=Passat'],
  ['stuck on the A6 again, fed up, want an automatic', 'transmission=Automatic'],
  ['use the M2 motorway daily, electric car', 'fuel_type=Electric'],
  ['a polo shirt kind of guy who wants a Mini', 'make=MINI'],
  ['room for golf clubs in the boot, estate', 'q=estate'],
  ['I play golf at weekends, want an estate', 'q=estate'],
  ['live by the golf course, want a Jazz', 'make=Honda; model=Jazz'],
  ['I play polo, after a Range Rover', 'make=Land Rover; model=Range Rover'],
  ['A1 condition Focus', 'make=Ford; model=Focus'],
  ['in A1 nick, a Fiesta under 4k', 'make=Ford; model=Fiesta; price_max=4000'],
  ['smart looking Astra', 'make=Vauxhall; model=Astra'],
  ['a smart little Picanto', 'make=Kia; model=Picanto'],
  ['a mini break in a Kuga', 'make=Ford; model=Kuga'],
  ['mini SUV under 10k', 'q=SUV; price_max=10000'],
  ['focus on low mileage Yaris', 'make=Toyota; model=Yaris; sort=miles_asc'],
  ['turn over a new leaf with an electric car', 'fuel_type=Electric'],
  ['jazz up my life with a red convertible', 'q=red convertible'],
  ['my dog Rio comes too, need an estate', 'q=estate'],
  ['my dog is a Great Dane so I need an estate', 'q=estate'],
  ['our puppy is a saint bernard. Golf estate', 'make=Volkswagen; model=Golf; q=estate'],
  ['my dog is a German Shepherd, need an SUV', 'q=SUV'],
  ['travel to Ibiza a lot, Golf please', 'make=Volkswagen; model=Golf'],
  ['my son Adam wants a Corsa', 'make=Vauxhall; model=Corsa'],
  ['Adam here, after a Juke', 'make=Nissan; model=Juke'],
  ['my boss Morgan drives one, want a Cayman', 'make=Porsche; model=Cayman'],
  ['accord with my wife, a Jazz', 'make=Honda; model=Jazz'],
  ['civic duty calls, a Yaris', 'make=Toyota; model=Yaris'],
  ['ford the river in a Defender', 'make=Land Rover; model=Defender'],
  ['cross a ford in a Defender', 'make=Land Rover; model=Defender'],
  ['mini SUV', 'q=SUV'],
  ['galaxy blue Golf', 'make=Volkswagen; model=Golf; q=blue'],
  ['a leaf green Beetle', 'make=Volkswagen; model=Beetle; q=green'],
  ['smart Audi A3', 'make=Audi; model=A3'],
  ['a mini tour in a Yaris', 'make=Toyota; model=Yaris'],
  ['my uncle Morgan says get a Leaf', 'make=Nissan; model=Leaf'],
  ['live near junction 6 of the M5, want a Focus', 'make=Ford; model=Focus'],
  ['is there an up to date golf', 'make=Volkswagen; model=Golf'],
  ['Up for sale: a golf', 'make=Volkswagen; model=Golf'],
]; // prettier-ignore

const VEHICLES: readonly Row[] = [
  ['a cheap wee Adam', 'make=Vauxhall; model=Adam; sort=price_asc'],
  ['a Cube or a Soul', 'make=Kia,Nissan; model=Cube,Soul'],
  ['show me Minis', 'make=MINI'],
  ['green adam', 'make=Vauxhall; model=Adam; q=green'],
  ['£5k-£6k adam', 'make=Vauxhall; model=Adam; price_min=5000; price_max=6000'],
  ['show me Adams', 'make=Vauxhall; model=Adam'],
  ['let me see your Notes', 'make=Nissan; model=Note'],
  ['any Rapids in?', 'make=Skoda; model=Rapid'],
  ['Jazz for my mum', 'make=Honda; model=Jazz'],
  ['my nan wants a Jazz', 'make=Honda; model=Jazz'],
  ['my daughter wants a Clio', 'make=Renault; model=Clio'],
  ['get my sister a Zoe', 'make=Renault; model=Zoe'],
  ['for my wife a Clio or Corsa', 'make=Renault,Vauxhall; model=Clio,Corsa'],
  ['my mate says Jazz or Yaris', 'make=Honda,Toyota; model=Jazz,Yaris'],
  ['A3 for sale', 'make=Audi; model=A3'],
  ['the A3 with the black pack', 'make=Audi; model=A3; q=black pack'],
  ['an A1 under 10k', 'make=Audi; model=A1; price_max=10000'],
  ['M3 or M4 in blue', 'make=BMW; model=M3,M4; q=blue'],
  ['the newest A4 you have', 'make=Audi; model=A4; sort=year_desc'],
  ['A5 on finance', 'make=Audi; model=A5'],
  ['a golf for my son', 'make=Volkswagen; model=Golf'],
  ['golf clean inside', 'make=Volkswagen; model=Golf'],
  ['polo or golf', 'make=Volkswagen; model=Golf,Polo'],
  ['mini with low miles', 'make=MINI; sort=miles_asc'],
  ['a mini in red', 'make=MINI; q=red'],
  ['smart car', 'make=Smart'],
  ['focus under 5k', 'make=Ford; model=Focus; price_max=5000'],
  ['ford focus', 'make=Ford; model=Focus'],
  ['leaf under 8k', 'make=Nissan; model=Leaf; price_max=8000'],
  ['my first fiesta', 'make=Ford; model=Fiesta'],
  ['fiesta with aircon', 'make=Ford; model=Fiesta; q=aircon'],
  ['civic type r', 'make=Honda; model=Civic; q=type r'],
  ['galaxy for the family', 'make=Ford; model=Galaxy'],
  ['transit custom', 'make=Ford; model=Transit Custom'],
  ['accord estate', 'make=Honda; model=Accord; q=estate'],
  ['honda jazz automatic', 'make=Honda; model=Jazz; transmission=Automatic'],
  ['Ibiza in yellow', 'make=SEAT; model=Ibiza; q=yellow'],
  ['Rio or Picanto', 'make=Kia; model=Picanto,Rio'],
  ['for Zoe, my daughter, a Zoe', 'make=Renault; model=Zoe'],
  ['puma hybrid', 'fuel_type=Hybrid; make=Ford; model=Puma'],
  ['mini convertible', 'make=MINI; model=Convertible'],
  ['smart fortwo', 'make=Smart; model=ForTwo'],
  ['focus on a 15 plate', 'make=Ford; model=Focus; year_min=2015; year_max=2015'],
  ['for my mate Jazz', 'make=Honda; model=Jazz'],
  ['for my wife Clio or Corsa', 'make=Renault,Vauxhall; model=Clio,Corsa'],
  ['for my brother Ford Focus', 'make=Ford; model=Focus'],
  ['I want a Golf or a Polo', 'make=Volkswagen; model=Golf,Polo'],
  ['thinking of driving an A3', 'make=Audi; model=A3'],
  ['VW polo match blue', 'make=Volkswagen; model=Polo; q=match blue'],
  ['finance on the A3', 'make=Audi; model=A3'],
  ['the A4 or the A6', 'make=Audi; model=A4,A6'],
  ['smart', 'make=Smart'],
  ['octavia / superb / passat', 'make=Skoda,Volkswagen; model=Octavia,Passat,Superb'],
  ['audi q4', 'make=Audi; model=Q4 e-tron'],
  ['an Adam or an Up for our Keeley', 'make=Vauxhall,Volkswagen; model=Adam,Up'],
  ['pink Up for our Chantelle', 'make=Volkswagen; model=Up; q=pink'],
  ['want an up please', 'make=Volkswagen; model=Up'],
  ['up under 5k', 'make=Volkswagen; model=Up; price_max=5000'],
  ['I want a Fox near York', 'make=Volkswagen; model=Fox; location=YO31; distance=4; sort=distance'],
]; // prettier-ignore

/** As `expect` has it: parameters in any order. */
function sorted(text: string): string {
  return text.split('; ').sort().join('; ');
}

function understood(text: string): string {
  const { parameters } = interpretHere(text);
  return sorted(Object.entries(parameters).map(([name, value]) => `${name}=${value}`).join('; ')); // prettier-ignore
}

describe('a name of a vehicle', () => {
  it.each(OTHERS)('is another word in %s', (text, expected) => {
    expect(understood(text)).toBe(sorted(expected));
  });

  it.each(VEHICLES)('is a vehicle in %s', (text, expected) => {
    expect(understood(text)).toBe(sorted(expected));
  });

  it('that was read as a person or a road is listed with the reason', () => {
    const { unsupported } = interpretHere('just off the A3, my mate Jazz wants a Yaris');
    expect(unsupported.map(({ words, why }) => [words, why])).toEqual([
      ['off the A3', 'This was read as a road, so it was not searched for.'],
      ['Jazz', 'This was read as the name of a person, so it was not searched for.'],
    ]);
  });
});
