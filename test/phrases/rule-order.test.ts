// The order of the rules: each wins words from the rules that it is over, which would read them otherwise.
import { describe, expect, it, test } from 'vitest';
import { RULES, type Rule, type RuleName } from '../../src/phrases/rules.ts';
import { annotationsText } from './annotations-here.ts';
import { readPhrase } from './interpret-here.ts';
import { expectOrder, movedBehind } from './order.ts';

type Case = readonly [winner: RuleName, loser: RuleName, text: string, now: string, otherwise: string];

const CASES: readonly Case[] = [
  ['unlimited', 'quantity', '15k a year', '15k a year: unsupported, How far you drive is not part of a listing, so it was not searched for.', '15k a year: unsupported, Prices are for the whole vehicle: there is no search by running cost or instalment.'],
  ['aside', 'quantity', 'two kids', 'two kids: stop_words', 'two kids: free_text'],
  ['indifference', 'term', 'open to offers', 'open to offers: stop_words', 'open to offers: free_text'],
  ['indifference', 'stop words', 'any distance', 'any distance: stop_words', 'any distance: anywhere'],
  ['short name', 'stop words', 'up gti', 'up: model | gti: free_text', 'up: stop_words | gti: free_text'],
  ['ordinary name', 'make or model', 'mini suv', 'mini: stop_words | suv: free_text', 'mini: make | suv: free_text'],
  ['make or model', 'quantity', 'peugeot 2008', 'peugeot: make | 2008: model', 'peugeot: make | 2008: range'],
  ['make or model', 'stop words', 'skoda superb', 'skoda: make | superb: model', 'skoda: make | superb: stop_words'],
  ['badge', 'place', 'e63', 'e63: model', 'e63: location'],
  ['place', 'order', 'closest to furthest', 'closest to furthest: unsupported, This place is not known: give a postcode. Its name is searched for in the text of the listings.', 'closest to furthest: sort'],
  ['nearby', 'place', 'near by', 'near by: nearby', 'near by: unsupported, This place is not known: give a postcode. Its name is searched for in the text of the listings.'],
  ['place', 'stop words', 'Scotland', 'Scotland: location', 'Scotland: stop_words'],
  ['unlimited', 'aside', 'within 45 minutes of Leeds', "within 45 minutes: unsupported, Distances are measured in miles or kilometres, not in time: say a distance, such as 'within 20 miles'. | of Leeds: location", 'within 45 minutes: stop_words | of: stop_words | Leeds: location'],
  ['unlimited', 'term', 'free road tax', 'free road tax: unsupported, Prices are for the whole vehicle: there is no search by running cost or instalment.', 'free road tax: free_text'],
  ['recent years', 'stop words', 'last year', 'last year: range', 'last year: stop_words'],
  ['order', 'term', 'low miles golf', 'low miles: sort | golf: model', 'low miles: free_text | golf: model'],
  ['order', 'stop words', 'nearest', 'nearest: sort', 'nearest: stop_words'],
  ['slang', 'term', 'run about', 'run about: stop_words', 'run about: free_text'],
  ['slang', 'quantity', 'four wheels', 'four wheels: stop_words', 'four wheels: free_text'],
  ['slang', 'unsupported', 'runabout', 'runabout: stop_words', 'runabout: free_text'],
  ['term', 'unsupported', 'ulez compliant', 'ulez compliant: free_text', "ulez compliant: unsupported, We can't search for this."],
  ['term', 'stop words', 'failed mot', 'failed mot: free_text', 'failed mot: stop_words'],
  ['unsupported', 'stop words', 'cost', 'cost: unsupported, This names a property without saying what it should be.', 'cost: stop_words'],
  ['correction', 'stop words', 'petrol, sorry, diesel', 'petrol: unsupported, This was corrected by what follows, so it was not searched for. | sorry: stop_words | diesel: fuel', 'petrol: fuel | sorry: stop_words | diesel: fuel'],
  ['condition', 'negation', 'wont touch petrol unless diesel', 'wont touch: stop_words | petrol: fuel | unless: stop_words | diesel: fuel', 'wont touch petrol: unsupported, A search cannot make an exception of this kind, so this does not limit it. | unless diesel: unsupported, A search cannot make an exception of this kind, so this does not limit it.'],
  ['condition', 'exclusion', 'diesel no good unless petrol', 'diesel: fuel | no good: stop_words | unless: stop_words | petrol: fuel', 'diesel: unsupported, A search cannot make an exception of this kind, so this does not limit it. | no good: stop_words | unless petrol: unsupported, A search cannot make an exception of this kind, so this does not limit it.'],
  ['wish', 'stop words', 'suv, ideally red', 'suv: free_text | ideally red: unsupported, This was said as a wish, so it does not limit the search.', 'suv: free_text | ideally: stop_words | red: free_text'],
  ['negation', 'stop words', 'arent petrol', 'arent petrol: not fuel', 'arent: stop_words | petrol: fuel'],
  ['exclusion', 'stop words', 'ignore diesel', 'ignore diesel: not fuel', 'ignore: stop_words | diesel: fuel'],
  ['misspelt fuel or gearbox', 'misspelt name', 'petral', 'petral: fuel', 'petral: model'],
  ['misspelt name', 'any word', 'megan', 'megan: model', 'megan: free_text'],
]; // prettier-ignore

const NAMES = Object.keys(RULES) as RuleName[];

describe('a rule wins from another that reads as many words:', () => {
  it.each(CASES)('%s from %s in %s', (winner, loser, text, now, otherwise) => {
    expect(annotationsText(readPhrase(text))).toBe(now);
    const rules = movedBehind(NAMES, winner, loser).map((name) => RULES[name]);
    expect(annotationsText(readPhrase(text, rules))).toBe(otherwise);
  });
});

test('each rule is listed before those that it is over, and each pair has a phrase', () => {
  const entries = NAMES.map((name) => [name, (RULES[name] as Rule).over ?? {}] as const);
  expectOrder(entries, CASES);
});
