// Numbers of somebody's life and of the vehicle that somebody has limit nothing.
import { expect, it } from 'vitest';
import { interpretHere, limitsOf } from './interpret-here.ts';

it.each([
  'our client, who is 52 years old, wants a Golf',
  '58 year old nurse needs a Golf',
  '27 year old plumber here, need a Golf',
  'over 30 years in the trade, want a Golf',
  'shes starting uni in 2027 and wants a Golf',
  "I'm retiring in 2027 and want a Golf",
  'In 1974 my father paid too much. Golf please',
  'date of birth 1971, Golf',
  'three points from 2023, Golf please',
  "it's 45p a mile for the first 10,000 miles. Golf",
  'my current car has done 140k, need a Golf',
  'Mine has 118,000 on the clock, I want a Golf',
  'Golf please, my last one was a 2013 with 96k on it',
  'been a cabbie since 1998, want a Golf',
  'saw one at auction in 2022, got any Golfs',
  'family of 6, earns £32,000 and wants a Golf',
  'Golf, my last one did 180,000 miles',
  'the last one I had got to 210k miles, after a Golf',
  'my old van racked up 200,000 miles, looking for a Golf',
  "mine's a 2011, want a Golf",
  'hers is a 67 plate, I want a Golf',
  "I've done about 5k miles a year max, Golf",
])('%s', (text) => {
  const { make, model, ...others } = interpretHere(text).parameters;
  const limits = Object.keys(others).filter((name) => /_(?:min|max)$/.test(name));
  expect([make, model, ...limits]).toEqual(['Volkswagen', 'Golf']);
});

it.each([
  ['10 year old golf', 'year_min=2015; year_max=2016'],
  ['golf older than 10 years', 'year_max=2016'],
  ['I want one that has 30,000 miles on it', 'miles_max=30000'],
  ['my last car went past 150k, want a Golf under 60k miles', 'miles_max=60000'],
  ['fifty thousand, miles I mean, for an Auris', 'miles_max=50000'],
  ["golf, thirty thousand max, that's miles", 'miles_max=30000'],
])('is of the car: %s', (text, limits) => {
  expect(limitsOf(text)).toBe(limits);
});
