// The number of an order, an advert or an enquiry limits nothing, whatever its size.
import { expect, it } from 'vitest';
import { interpretHere } from './interpret-here.ts';

it.each([
  ['Ticket no. 20184471: would like an Audi A4', { make: 'Audi', model: 'A4' }],
  ['order no. 8000, golf', { make: 'Volkswagen', model: 'Golf' }],
  ['job number 2015 golf under 5k', { make: 'Volkswagen', model: 'Golf', price_max: '5000' }],
  ['ref. 55210 polo', { make: 'Volkswagen', model: 'Polo' }],
  ['case 5512, golf', { make: 'Volkswagen', model: 'Golf' }],
  ['policy no: 4481 corsa', { make: 'Vauxhall', model: 'Corsa' }],
  ['ticket #4471 golf', { make: 'Volkswagen', model: 'Golf' }],
  ['enquiry 12345: golf', { make: 'Volkswagen', model: 'Golf' }],
  ['20184471 golf', { make: 'Volkswagen', model: 'Golf' }],
])('%s', (text, parameters) => {
  expect(interpretHere(text).parameters).toEqual(parameters);
});

it.each([
  ['golf? no. 2018 or newer', { make: 'Volkswagen', model: 'Golf', year_min: '2018' }],
  ['golf under 1000000', { make: 'Volkswagen', model: 'Golf', price_max: '1000000' }],
  ['enquiry: 208 under 6k', { make: 'Peugeot', model: '208', price_max: '6000' }],
])('is no such number: %s', (text, parameters) => {
  expect(interpretHere(text).parameters).toEqual(parameters);
});
