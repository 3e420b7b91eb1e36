// The tags of listings, as they are in a segment.
import { buildSegment } from '../../engine/builders.ts';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demoStock } from '../../../src/demo/generate.ts';
import type { Schema } from '../../../src/engine/schema.ts';
import { Segment } from '../../../src/engine/segment/segment.ts';
import { loadGazetteer } from '../../../src/geo/postcode-gazetteer.ts';
import { LISTING_SCHEMA, TAGGED_COLUMNS, toRow } from '../../../src/index/shared/listing-schema.ts';
import { SpelledWords } from '../../../src/index/words/spelled-words.ts';
import { ListingTagger, TAGS_VERSION } from '../../../src/index/words/tags.ts';
import type { Listing } from '../../../src/listing/listing.ts';
import { unknownListing } from '../../support/listings.ts';
import { sampleSpellings } from './sample-terms.ts';

const gazetteer = loadGazetteer();
const schema: Schema = {
  ...LISTING_SCHEMA,
  createTagger: (terms) => new ListingTagger(new SpelledWords(sampleSpellings, terms), TAGGED_COLUMNS),
};

function termsOf(listings: readonly Listing[], of = schema): Map<string, number[]> {
  const rows = listings.map((listing) => toRow(listing, gazetteer));
  const { text } = new Segment(of, buildSegment(of, rows));
  const [first, end] = text.findPrefix('');
  return new Map(
    Array.from({ length: end - first }, (_, i) => [text.word(i), [...text.unsortedPostings(i)].sort()]),
  );
}

const isTag = (term: string): boolean => /^[^\p{L}\p{N}]/u.test(term);

/** The tags of a listing of which only this is known. */
function tagsOf(known: Partial<Listing>, kinds = '=@+~'): string[] {
  return [...termsOf([unknownListing(known)]).keys()].filter(
    (term) => isTag(term) && kinds.includes(term[0]),
  );
}

const said = (fullDescription: string, kinds = '=@'): string[] => tagsOf({ fullDescription }, kinds);

describe('terms of the trade', () => {
  it.each([
    'Sat nav',
    'satnav',
    'SAT-NAV',
    'sat  nav',
    'Sat. Nav',
    'sat navs',
    'satn av',
    'satellite navigation',
    'Satellite-Navigations',
    'sátnav',
  ])('are found as %j', (spelling) => {
    expect(said(spelling)).toEqual(['=satnav']);
    expect(said(`With ${spelling}, and more`)).toEqual(['=satnav']);
    expect(said(`one two three four five six seven eight nine ten eleven twelve thirteen ${spelling}`)).toEqual(['=satnav']); // prettier-ignore
  });

  it.each([
    'sat in the nav',
    'satnavigator',
    'navsat',
    'nav sat',
    'sat',
    'xsat nav',
    'sat navx',
    'sat 2 nav',
  ])('are not found in %j', (text) => {
    expect(said(text)).toEqual([]);
  });

  it('are found in the make, the model, the facts and the description, not in the dealer or the place', () => {
    expect(tagsOf({ make: 'Sat Nav' }, '=')).toEqual(['=satnav']);
    expect(tagsOf({ model: 'A3 S-line' }, '=')).toEqual(['=sline']);
    expect(tagsOf({ sourceTerms: 'Tow bar' }, '=')).toEqual(['=towbar']);
    expect(tagsOf({ loc: 'Satnav', dealer: 'satnav.example' }, '=')).toEqual([]);
  });

  it('are not found across texts', () => {
    expect(tagsOf({ make: 'Sat', model: 'Nav' }, '=')).toEqual([]);
    expect(tagsOf({ sourceTerms: 'Tow', fullDescription: 'bar' }, '=')).toEqual([]);
  });

  it('are the longest from the left', () => {
    expect(said('electric windows seats')).toEqual(['=electricwindows']);
    expect(said('electric electric seats')).toEqual(['=battery', '=electricseats', '@electric']);
    expect(said('tow tow bar')).toEqual(['=towbar']);
    expect(said('full service, service history')).toEqual(['=servicehistory']);
  });

  it('are also said by narrower wordings, which are their own terms too', () => {
    expect(said('FSH')).toEqual(['=fullservicehistory', '=servicehistory']);
    expect(said('full-service history')).toEqual(['=fullservicehistory', '=servicehistory']);
    expect(said('service history')).toEqual(['=servicehistory']);
    expect(said('panoramic sunroof')).toEqual(['=panoramicroof', '=sunroof']);
    expect(said('panoramic roof')).toEqual(['=panoramicroof']);
    expect(said('sunroof')).toEqual(['=sunroof']);
  });

  it('are not an article and the beginning of a model', () => {
    expect(said('a C-Class with A/C')).toEqual(['=airconditioning']);
    expect(said('swap for a C-Class')).toEqual([]);
    expect(said('a c class')).toEqual([]);
  });

  it('have at most six words', () => {
    expect(said('heated front and rear leather seats')).toEqual(['=heatedseats']);
    expect(said('heated front and rear lea ther seats')).toEqual([]);
  });

  it('may have letters of other alphabets', () => {
    expect(said('Großraum')).toEqual(['=großraum']);
    expect(said('GROSSRAUM')).toEqual(['=großraum']);
  });

  it('count once, however often a listing says them', () => {
    const found = termsOf([
      unknownListing({ id: '1', model: 'Satnav', fullDescription: 'sat nav, satnav' }),
      unknownListing({ id: '2', fullDescription: 'none' }),
      unknownListing({ id: '3', fullDescription: 'sat nav' }),
    ]);
    expect(found.get('=satnav')).toEqual([0, 2]);
  });
});

describe('classes', () => {
  it("are the listing's own where it is known, whatever its texts say", () => {
    expect(tagsOf({ transmission: 'Manual', fullDescription: 'Auto lights, stick shift' }, '@')).toEqual([
      '@manual',
    ]);
    expect(tagsOf({ fuelType: 'Petrol', model: 'Golf PHEV', fullDescription: 'EV' }, '@')).toEqual([
      '@petrol',
    ]);
    expect(tagsOf({ fuelType: 'Petrol', fullDescription: 'auto' }, '@')).toEqual(['@automatic', '@petrol']);
  });

  it('are what the texts say where it is not known', () => {
    expect(tagsOf({ make: 'Volvo', model: 'XC60' }, '@')).toEqual([]);
    expect(tagsOf({ model: 'Golf PHEV' }, '@')).toEqual(['@hybrid']);
    expect(tagsOf({ sourceTerms: 'semi-auto' }, '@')).toEqual(['@automatic']);
    expect(tagsOf({ model: 'EV', fullDescription: 'not a plug-in hybrid. Automatics' }, '@')).toEqual(['@automatic', '@electric', '@hybrid']); // prettier-ignore
    expect(said('XC60 Twin Engine')).toEqual(['@hybrid']);
  });

  it("are what the texts say where the listing's own is not one of them", () => {
    expect(tagsOf({ fuelType: 'Steam', fullDescription: 'Diesel' }, '@')).toEqual(['@diesel']);
    expect(tagsOf({ transmission: 'CVT', fullDescription: 'auto' }, '@')).toEqual(['@automatic']);
  });

  it('do not keep a spelling from being a term', () => {
    expect(said('electric')).toEqual(['=battery', '@electric']);
    expect(tagsOf({ fuelType: 'Diesel', fullDescription: 'electric' })).toContain('=battery');
  });
});

describe('neighbours', () => {
  const pairs = (
    make: string | null,
    model: string | null,
    fullDescription: string | null = null,
  ): string[] => tagsOf({ make, model, fullDescription }, '+');

  it('are the words of make, model and the beginning of the description', () => {
    expect(pairs('Ford', 'Fiesta')).toEqual(['+fordfiesta']);
    expect(pairs('Land Rover', 'Range Rover Sport')).toEqual(['+landrover', '+rangerover', '+roverrange', '+roversport']); // prettier-ignore
    expect(pairs(null, 'Golf', 'R S-Line')).toEqual(['+golfr', '+rsline']);
    expect(pairs('Ford', null, 'Fiesta')).toEqual(['+fordfiesta']);
    expect(pairs(null, null, null)).toEqual([]);
    expect(pairs('Ford', null)).toEqual([]);
  });

  it('are not of the model and a description that begins with the make again', () => {
    expect(pairs('Ford', 'Fiesta', 'Ford Fiesta ST')).toEqual(['+fiestast', '+fordfiesta']);
    expect(pairs('Ford', 'Fiesta', '2018 Ford Fiesta')).toEqual(['+fordfiesta']);
    expect(pairs('Ford', 'Fiesta', 'Fiesta Ford')).toEqual(['+fiestafiesta', '+fiestaford', '+fordfiesta']);
  });

  it.each([
    'in',
    'with',
    'and',
    'this',
    'the',
    'a',
    'an',
    'is',
    'has',
    'for',
    'from',
    'on',
    'of',
    'to',
    'we',
    'our',
    'finished',
    'here',
    'very',
    'great',
    'lovely',
  ])('end at %j in a description', (word) => {
    expect(pairs('Ford', 'Fiesta', `ST ${word} Alloy Wheels`)).toEqual(['+fiestast', '+fordfiesta']);
    expect(pairs('Ford', `Fiesta ${word} Van`)).toEqual(
      [`+${word}van`, `+fiesta${word}`, '+fordfiesta'].sort(),
    );
  });

  it('do not end inside a spelling', () => {
    expect(pairs('Audi', 'A3', 'Heated front and rear leather seats Sunroof')).toEqual([
      '+a3heatedfrontandrearleatherseats',
      '+audia3',
      '+heatedfrontandrearleatherseatssunroof',
    ]);
  });

  it('are the parts of a split code, anywhere in the texts', () => {
    const pairsIn = (text: string): string[] => said(`the ${text} here`, '+');
    expect(pairsIn('RAV 4')).toEqual(['+rav4']);
    expect(pairsIn('MX-5 and DS 3, ID 100')).toEqual(['+ds3', '+id100', '+mx5']);
    // The number may begin a spelling, but the letters are not within one.
    expect(said('Heated RAV 4 electric seats', '+')).toContain('+rav4');
    expect(said('the sat nav 4 seats', '+')).toEqual([]);
    expect(pairsIn('a 3, BMW1, Ford 2, XC 1000, xc 60d, 4 by 4')).toEqual(['+by4']);
    expect(tagsOf({ sourceTerms: 'CX 5' }, '+')).toEqual(['+cx5']);
    expect(tagsOf({ loc: 'CX 5', dealer: 'cx 5' }, '+')).toEqual([]);
  });

  it('are a number and its unit, anywhere in the texts', () => {
    expect(said('the car makes 150 PS and does 50.4 mpg', '+')).toEqual(['+150ps', '+50.4mpg']);
    expect(said('the boot holds 64 kWh, about 1,968 cc with 18 inch', '+')).toEqual([
      '+18inch',
      '+1968cc',
      '+64kwh',
    ]);
    expect(said('the PS 150, 12345 cc, 150PS, 3 months, 1.5 tonnes', '+')).toEqual(['+ps150']);
  });

  it('have neither years nor sizes between them', () => {
    const close = ['+fiestast', '+fordfiesta', '+stline'];
    expect(pairs('Ford', 'Fiesta', '2018 1.0 ST-Line')).toEqual(close);
    expect(pairs('Ford', 'Fiesta', '1.5l 1999 2L ST-Line')).toEqual(close);
    expect(pairs('Ford', 'Fiesta 2018', '1.0-litre')).toEqual(['+fiestalitre', '+fordfiesta']);
    expect(pairs('Mazda', '3')).toEqual(['+mazda3']);
    expect(pairs('Peugeot', '2008')).toEqual([]);
    expect(pairs('BMW', '320d', '1800 2100')).toEqual(['+18002100', '+320d1800', '+bmw320d']);
  });

  it('are spellings as a whole', () => {
    expect(pairs('Audi', 'A3', 'S line sat nav')).toEqual(['+a3sline', '+audia3', '+slinesatnav']);
    expect(pairs('Audi', 'A3', 'S-line Satellite Navigation')).toEqual(['+a3sline', '+audia3', '+slinesatellitenavigation']); // prettier-ignore
  });

  it('end after two words in a row that are no spellings and not of make or model', () => {
    expect(pairs('Ford', 'Fiesta', 'Vapour Trail Satnav')).toEqual([
      '+fiestavapour',
      '+fordfiesta',
      '+vapourtrail',
    ]);
    expect(pairs('Ford', 'Fiesta', 'Vapour Satnav Trail Noir Satnav')).toEqual(
      ['+fiestavapour', '+fordfiesta', '+satnavtrail', '+trailnoir', '+vapoursatnav'], // prettier-ignore
    );
    expect(pairs('Ford', 'Fiesta', 'Ford Fiesta Vapour Trail Noir')).toEqual(['+fiestavapour', '+fordfiesta', '+vapourtrail']); // prettier-ignore
    expect(pairs('Ford', 'Fiesta', 'Vapour Fiesta Noir Ford')).toEqual(
      ['+fiestanoir', '+fiestavapour', '+fordfiesta', '+noirford', '+vapourfiesta'], // prettier-ignore
    );
    expect(pairs(null, null, 'Vapour Trail Noir')).toEqual(['+vapourtrail']);
  });

  it('are only among the first 12 words of a description', () => {
    const ten = Array.from({ length: 10 }, () => 'satnav').join(' ');
    expect(pairs(null, null, `${ten} satnav sunroof`)).toEqual(['+satnavsatnav', '+satnavsunroof']);
    expect(pairs(null, null, `${ten} satnav satnav sunroof`)).toEqual(['+satnavsatnav']);
    // A spelling that begins among them counts as a whole.
    expect(pairs(null, null, `${ten} sunroof sat nav`)).toEqual(['+satnavsatnav', '+satnavsunroof', '+sunroofsatnav']); // prettier-ignore
    expect(pairs(null, null, `2018 2018 ${ten} sunroof`)).toEqual(['+satnavsatnav']);
  });
});

describe('sounds', () => {
  it('are of the longer words of make and model without digits', () => {
    expect(tagsOf({ make: 'Vauxhall', model: 'Zafira' }, '~')).toEqual(['~sfr', '~vksl']);
    expect(tagsOf({ make: 'Kia', model: 'EV6 e-tron' }, '~')).toEqual(['~trn']);
    expect(tagsOf({ make: 'BMW', model: '320d M3' }, '~')).toEqual([]);
    expect(tagsOf({ make: 'Škoda', model: 'Škoda' }, '~')).toEqual(['~skd']);
  });

  it('are not of other texts', () => {
    expect(
      tagsOf({ fullDescription: 'Zafira', sourceTerms: 'Zafira', loc: 'Zafira', dealer: 'zafira' }, '~'),
    ).toEqual([]);
  });
});

describe('the texts of a feed', () => {
  it('cannot have a tag that they do not earn', () => {
    const fullDescription =
      'x =nosuch @electric @hybrid 2 +fordfiesta ~sfr =s/line+ ＝nosuch ＠electric ～sfr';
    expect(tagsOf({ fuelType: 'Petrol', fullDescription, loc: '=towbar @diesel' }, '=@~')).toEqual([
      '=battery',
      '=sline',
      '@petrol',
    ]);
    expect(tagsOf({ make: '=towbarx', model: '@diesel+a3 ~sfr', fuelType: 'Petrol' }, '=@')).toEqual([
      '@petrol',
    ]);
    expect(tagsOf({ make: null, dealer: '@diesel', sourceTerms: '~sfr +fordfiesta' })).toEqual([]);
  });

  it('have no word that begins as a tag does', () => {
    const untagged = { ...schema, createTagger: undefined };
    const anyText = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom('=', '@', '+', '~', '-', '.', '1', 'a', ' ', "'", ',000'))
        .map((list) => list.join('')),
    );
    fc.assert(
      fc.property(anyText, (fullDescription) => {
        const words = termsOf([unknownListing({ fullDescription })], untagged);
        expect([...words.keys()].filter(isTag)).toEqual([]);
      }),
      { numRuns: 500, seed: 1 },
    );
  });
});

describe('TAGS_VERSION', () => {
  it('is another if the same listings have other tags', () => {
    const found = [...termsOf([...demoStock({ count: 500 })])].filter(([term]) => isTag(term));
    const hash = createHash('sha256').update(JSON.stringify(found)).digest('hex').slice(0, 16);
    // If only the hash differs, raise TAGS_VERSION in tags.ts; then write down the new pair.
    expect([TAGS_VERSION, hash]).toEqual([5, '3304d956c2a8d859']);
  });
});
