// How many of the phrases are understood, and which are not. The misses are named, so that none is added unseen.
import { describe, expect, it } from 'vitest';
import { PHRASES, type Phrase } from '../fixtures/phrases.ts';
import { interpretHere } from './interpret-here.ts';

/** `name=value` pairs, sorted. */
function sorted(expected: string): string[] {
  return expected === '' ? [] : expected.split('; ').sort();
}

function isRight({ text, expect: expected, reported }: Phrase): boolean {
  const { parameters, unsupported: notUnderstood } = interpretHere(text);
  const found = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
  return (
    JSON.stringify(found.sort()) === JSON.stringify(sorted(expected)) &&
    reported.every((piece) => notUnderstood.some(({ words }) => words.includes(piece)))
  );
}

const MISSES: readonly string[] = [];

describe('the phrases', () => {
  it('are two hundred or more, each once', () => {
    expect(PHRASES.length).toBeGreaterThanOrEqual(200);
    expect(new Set(PHRASES.map(({ text }) => text)).size).toBe(PHRASES.length);
  });

  it('are understood, but for those listed', () => {
    expect(PHRASES.filter((phrase) => !isRight(phrase)).map(({ text }) => text)).toEqual(MISSES);
  });

  it('are understood at 95 of 100 at least', () => {
    expect(MISSES.length).toBeLessThanOrEqual(PHRASES.length * 0.05);
  });
});
