// A gazetteer of five places, literal, for tests of the query parser: it answers every reason there is.
import type { Gazetteer, ResolvedPostcode, UnresolvedPostcode } from '../../src/geo/postcode-gazetteer.ts';

const PLACES: Readonly<Record<string, ResolvedPostcode | UnresolvedPostcode>> = {
  SW1A1AA: { postcode: 'SW1A 1AA', point: { lat: 51.501, lng: -0.1416 } },
  LS1: { postcode: 'LS1', point: { lat: 53.797, lng: -1.548 } },
  SW: { reason: 'area_only', suggestion: 'SW1A' },
  LEEDS: { reason: 'place_name', suggestion: 'LS1' },
  ZZ991AA: { reason: 'unknown_district' },
};

export const SMALL_GAZETTEER: Gazetteer = {
  version: 'small',
  resolve(text) {
    return PLACES[text.toUpperCase().replace(/\s/g, '')] ?? { reason: 'not_a_postcode' };
  },
};
