// Which phrases are understood. A miss is reported with its phrase, what was expected and what was understood.
import { describe, expect, it } from 'vitest';
import { PHRASES, type Phrase } from '../fixtures/phrases.ts';
import { interpretHere } from './interpret-here.ts';

/** The texts of phrases that are not understood yet. */
const MISSED: readonly string[] = [];

/** Undefined if the phrase is understood, or else a report of the difference. */
function missOf({ text, expect: expected, reported }: Phrase): string | undefined {
  const { parameters, unsupported } = interpretHere(text);
  const understood = Object.entries(parameters)
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('; ');
  const wanted = expected.split('; ').sort().join('; ');
  const unreported = reported.filter((piece) => !unsupported.some(({ words }) => words.includes(piece)));
  if (understood === wanted && unreported.length === 0) return undefined;
  return [
    `phrase:     ${text}`,
    `expected:   ${wanted}`,
    `understood: ${understood}`,
    ...(unreported.length === 0 ? [] : [`not reported as unclear: ${unreported.join(', ')}`]),
  ].join('\n');
}

function missesAmong(phrases: readonly Phrase[]): string {
  return phrases.flatMap((phrase) => missOf(phrase) ?? []).join('\n\n');
}

describe('the phrases', () => {
  it('are distinct', () => {
    expect(new Set(PHRASES.map(({ text }) => text)).size).toBe(PHRASES.length);
  });

  it('are understood, except those listed', () => {
    expect(missesAmong(PHRASES.filter(({ text }) => !MISSED.includes(text)))).toBe('');
  });

  it('are not understood if listed as missed', () => {
    expect(MISSED).toEqual(PHRASES.filter((phrase) => missOf(phrase) !== undefined).map(({ text }) => text));
  });
});

describe('a missed phrase', () => {
  it('is reported with what was expected and what was understood', () => {
    const phrase: Phrase = { text: 'red golf under £5000', expect: 'make=Ford; q=blue', reported: ['golf'] };
    expect(missesAmong([phrase])).toBe(
      [
        'phrase:     red golf under £5000',
        'expected:   make=Ford; q=blue',
        'understood: make=Volkswagen; model=Golf; price_max=5000; q=red',
        'not reported as unclear: golf',
      ].join('\n'),
    );
  });

  it('is reported if a piece that should be unclear is not', () => {
    const phrase: Phrase = { text: 'ford', expect: 'make=Ford', reported: ['ford'] };
    expect(missesAmong([phrase])).toContain('not reported as unclear: ford');
  });
});
