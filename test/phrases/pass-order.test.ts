// The order of the passes: each runs before those that it names, after which it would read the phrase otherwise.
import { describe, expect, it, test } from 'vitest';
import { PASSES, type PassName } from '../../src/phrases/passes.ts';
import { annotationsText } from './annotations-here.ts';
import { readPhrase } from './interpret-here.ts';
import { expectOrder, movedBehind } from './order.ts';

type Case = readonly [first: PassName, second: PassName, text: string, now: string, otherwise: string];

const CASES: readonly Case[] = [
  ['other vehicles', 'persons', 'my dog Rio comes too, need an estate', 'my dog Rio comes too: unsupported, This is about a car that you have, had, ruled out or compare with, so it was not searched for. | need: stop_words | an: stop_words | estate: free_text', "my: stop_words | dog: unsupported, We can't search for this. | Rio: unsupported, This was read as the name of a person, so it was not searched for. | comes: stop_words | too: stop_words | need: stop_words | an: stop_words | estate: free_text"],
  ['other vehicles', 'stances', 'sick of my Corsa, get me a Golf', 'sick of my Corsa: unsupported, This is about a car that you have, had, ruled out or compare with, so it was not searched for. | get: stop_words | me: stop_words | a: stop_words | Golf: model', 'sick of my Corsa: not model | get: stop_words | me: stop_words | a: stop_words | Golf: model'],
  ['other vehicles', 'other subjects', 'alloy wheels for my Golf', 'alloy wheels: unsupported, This does not describe a vehicle, so it was not searched for. | for: stop_words | my Golf: unsupported, This is about a car that you have, had, ruled out or compare with, so it was not searched for.', 'alloy wheels: free_text | for: stop_words | my Golf: unsupported, This is about a car that you have, had, ruled out or compare with, so it was not searched for.'],
  ['persons', 'corrections', 'a Golf, sorry, for my mate Jazz', 'a: stop_words | Golf: model | sorry: stop_words | for: stop_words | my: stop_words | mate: stop_words | Jazz: unsupported, This was read as the name of a person, so it was not searched for.', 'a: stop_words | Golf: unsupported, This was corrected by what follows, so it was not searched for. | sorry: stop_words | for: stop_words | my: stop_words | mate: stop_words | Jazz: model'],
  ['corrections', 'stances', 'picanto, no, aygo', 'picanto: unsupported, This was corrected by what follows, so it was not searched for. | no: stop_words | aygo: model', 'picanto: model | no: stop_words | aygo: model'],
  ['stances', 'talk', 'rule Fords out please', 'rule: unsupported, This was not understood, so it was not searched for. | Fords: not make | out: stop_words | please: stop_words', 'rule: free_text | Fords: not make | out: stop_words | please: stop_words'],
  ['talk', 'other subjects', 'is it going to rain', 'is: stop_words | it: stop_words | going: stop_words | to: stop_words | rain: unsupported, This was not understood, so it was not searched for.', 'is: stop_words | it: stop_words | going: stop_words | to: stop_words | rain: unsupported, This does not describe a vehicle, so it was not searched for.'],
]; // prettier-ignore

const NAMES = PASSES.map(({ name }) => name);

describe('a pass runs before another, which changes what it reads:', () => {
  it.each(CASES)('%s before %s in %s', (first, second, text, now, otherwise) => {
    expect(annotationsText(readPhrase(text))).toBe(now);
    const order = movedBehind(NAMES, first, second);
    const passes = order.flatMap((name) => PASSES.filter((pass) => pass.name === name));
    expect(annotationsText(readPhrase(text, undefined, passes))).toBe(otherwise);
  });
});

test('each pass is listed before those that it names, and each pair has a phrase', () => {
  const entries = PASSES.map(({ name, before }) => [name, before] as const);
  expectOrder<PassName>(entries, CASES);
});
