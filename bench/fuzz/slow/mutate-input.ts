// Changes an input a little, as the search for slow inputs goes on from the slowest so far.
import type { Random } from '../../../src/demo/random.ts';
import type { SlowEndpoint, StockWords } from './slow-endpoints.ts';
import type { SlowInput } from './slow-input.ts';
import { randomWord, type WordPools } from './word-pools.ts';

/** Request targets are at most 8 KiB. */
const MAX_PAIRS = 40;

export interface Mutation {
  readonly endpoint: SlowEndpoint;
  readonly stock: StockWords;
  readonly pools: WordPools;
  readonly random: Random;
}

/** The input with one to three changes. `other` is another slow input, of which parts may be taken. */
export function mutateInput(input: SlowInput, other: SlowInput, mutation: Mutation): SlowInput {
  const { random } = mutation;
  let changed = input;
  for (let i = random.whole(1, 3); i > 0; i--) changed = changeOnce(changed, other, mutation);
  return changed;
}

function changeOnce(input: SlowInput, other: SlowInput, mutation: Mutation): SlowInput {
  const { endpoint, random, stock } = mutation;
  const at = input.map(([name], i) => (endpoint.texts.has(name) ? i : -1)).filter((i) => i >= 0);
  if (at.length > 0 && random.chance(0.75)) {
    const place = random.pick(at);
    const [name, value] = input[place];
    const otherText = other.find(([otherName]) => otherName === name)?.[1] ?? value;
    const limit = endpoint.texts.get(name) ?? 0;
    return input.with(place, [name, cut(changeText(value, otherText, mutation), limit)]);
  }
  if (input.length > 1 && random.chance(0.3)) return input.toSpliced(random.whole(0, input.length - 1), 1);
  if (input.length >= MAX_PAIRS) return input;
  const pair = endpoint.pair(random, stock);
  const same = input.findIndex(([name]) => name === pair[0]);
  return same < 0 || pair[0] === 'advert' ? [...input, pair] : input.with(same, pair);
}

function changeText(text: string, other: string, { random, pools }: Mutation): string {
  const words = text.split(' ');
  const at = random.whole(0, words.length - 1);
  const word = randomWord(pools, random);
  return random.pick<() => string>([
    // To the limit, where it is cut.
    () => `${text} `.repeat(600),
    () => `${word} `.repeat(600),
    () => `${word} ${randomWord(pools, random)} `.repeat(300),
    () => `${words.slice(at, at + random.whole(1, 4)).join(' ')} `.repeat(600),
    () => words.toSpliced(at, 0, ...Array<string>(random.pick([1, 3, 10])).fill(word)).join(' '),
    () => words.with(at, word).join(' '),
    () => words.map((known) => (known === words[at] ? word : known)).join(' '),
    () => words.map((known) => (random.chance(0.3) ? randomWord(pools, random) : known)).join(' '),
    () => words.toSpliced(at, random.whole(1, 4)).join(' '),
    () => words.map((known) => `${known}${random.chance(0.5) ? ` ${word}` : ''}`).join(' '),
    () => `${words.slice(0, at).join(' ')} ${other.split(' ').slice(at).join(' ')}`,
    () => `${other} ${text}`,
    () => text.replaceAll(' ', random.pick([', ', '-', '. ', ' '])),
    () => Array.from({ length: 250 }, () => randomWord(random.chance(0.5) ? [random.pick(pools)] : pools, random)).join(' '),
  ])(); // prettier-ignore
}

/** At most as long as a text may be, ending with a whole word if it has several. */
function cut(text: string, limit: number): string {
  const characters = Array.from(text.trim());
  if (characters.length <= limit) return characters.join('');
  const start = characters.slice(0, limit).join('');
  return characters[limit] === ' ' || !start.includes(' ') ? start : start.slice(0, start.lastIndexOf(' '));
}
