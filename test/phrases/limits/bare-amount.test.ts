// The number of an order, an advert or an enquiry limits nothing, whatever its size.
import { expect, it } from 'vitest';
import { interpretHere } from '../interpret-here.ts';

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
  ['my ref is 40218, polo', { make: 'Volkswagen', model: 'Polo' }],
  ['polo under 9k, our ref CC-88213', { make: 'Volkswagen', model: 'Polo', price_max: '9000' }],
  ['invoice INV-2023-118, megane', { make: 'Renault', model: 'Megane' }],
  ['policy AB/12345, golf', { make: 'Volkswagen', model: 'Golf' }],
  ['claim number is 5512/2024, corsa', { make: 'Vauxhall', model: 'Corsa' }],
  ['client number 4402, corsa', { make: 'Vauxhall', model: 'Corsa' }],
  ['complaint 4402, corsa', { make: 'Vauxhall', model: 'Corsa' }],
  ['golf, order SO-4471-19', { make: 'Volkswagen', model: 'Golf' }],
  ['our account number, 500320, golf', { make: 'Volkswagen', model: 'Golf' }],
  ['cust wants polo, 7312', { make: 'Volkswagen', model: 'Polo' }],
  ['appt 1130 to view a golf', { make: 'Volkswagen', model: 'Golf' }],
  ['rang since 0815, golf', { make: 'Volkswagen', model: 'Golf' }],
])('%s', (text, parameters) => {
  expect(interpretHere(text).parameters).toEqual(parameters);
});

it.each([
  ['golf? no. 2018 or newer', { make: 'Volkswagen', model: 'Golf', year_min: '2018' }],
  ['golf under 1000000', { make: 'Volkswagen', model: 'Golf', price_max: '1000000' }],
  ['customer 2016 golf', { make: 'Volkswagen', model: 'Golf', year_min: '2016', year_max: '2016' }],
  ['MG-4 under 20k', { make: 'MG', model: 'MG4', price_max: '20000' }],
  ['Peugeot 3008 max 9000', { make: 'Peugeot', model: '3008', price_max: '9000' }],
  ['enquiry: 208 under 6k', { make: 'Peugeot', model: '208', price_max: '6000' }],
])('is no such number: %s', (text, parameters) => {
  expect(interpretHere(text).parameters).toEqual(parameters);
});
