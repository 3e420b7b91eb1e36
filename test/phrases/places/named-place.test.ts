// A location that is the name of a place: what a search from it measures from, and what a refusal suggests.
import { describe, expect, it } from 'vitest';
import { resolvePlace } from '../../../src/phrases/places/location.ts';
import { interpretHere, KNOWLEDGE } from '../interpret-here.ts';

function accepted(text: string) {
  return resolvePlace(text, KNOWLEDGE.gazetteer, 'accepted', () => KNOWLEDGE);
}

function suggested(text: string) {
  return resolvePlace(text, KNOWLEDGE.gazetteer, 'suggested', () => KNOWLEDGE);
}

describe('a name instead of a postcode', () => {
  it.each([
    ['Leeds', 'LS2'],
    ['bradford', 'BD1'],
    [' GLASGOW ', 'G1'],
    ['Newcastle  upon Tyne', 'NE3'],
    ["King's Lynn", 'PE30'],
    ['north London', 'WC2B'],
    ['Manchster', 'M2'],
    ['Ashford, Kent', 'TN23'],
    ['Leeds LS6', 'LS6'],
    ['SW1A 1AA, London', 'SW1A 1AA'],
  ])('%s is %s, for searches and for suggestions', (text, postcode) => {
    expect(accepted(text)).toMatchObject({ postcode });
    expect(suggested(text)).toEqual({ reason: 'place_name', suggestion: postcode });
  });

  it.each([
    'London',
    'Birmingham',
    'Cardiff',
    'Belfast',
    'Aberdeen',
    'Kent',
    'the Cotswolds',
    'Isle of Wight',
  ])('%s is the same place as in a phrase', (name) => {
    expect(accepted(name)).toMatchObject({ postcode: interpretHere(`near ${name}`).parameters.location });
  });

  it('says which place it is', () => {
    expect(accepted('leeds')).toMatchObject({ note: 'Measured from central Leeds' });
    expect(accepted('LS2')).not.toHaveProperty('note');
  });

  it('of several places is refused, with a postcode of each', () => {
    const refused = { reason: 'several_places', postcodes: ['DL10', 'TW9'] };
    expect([accepted('Richmond'), suggested('Richmond')]).toEqual([refused, refused]);
  });

  it.each([
    'Atlantis',
    'near me',
    'Leeds and York',
    'diesel',
    '51.5,-0.1',
    '',
    'Leeds under £5k',
    '__proto__',
  ])('%j is no place', (text) => {
    expect(accepted(text)).toEqual({ reason: 'not_a_postcode' });
  });

  it('is not read where the text is a postcode, an area or a district that does not exist', () => {
    expect([accepted('SW'), accepted('ZZ1')]).toEqual([
      { reason: 'area_only', suggestion: 'SW1A' },
      { reason: 'unknown_district' },
    ]);
  });
});
