// Phrases without a search before them, with the bundled tables, in 2026, the year in which the phrases were written.
import { loadGazetteer } from '../../src/geo/postcode-gazetteer.ts';
import { loadTowns } from '../../src/geo/towns.ts';
import {
  annotate,
  resolve,
  tokenizeText,
  type Interpretation,
  type ReadPhrase,
} from '../../src/phrases/interpret.ts';
import { rewrite, type Pass } from '../../src/phrases/passes.ts';
import type { Rule } from '../../src/phrases/rules.ts';
import { ukVocabulary } from '../../src/phrases/words/vocabulary.ts';

export const KNOWLEDGE = {
  vocabulary: ukVocabulary(),
  gazetteer: loadGazetteer(),
  towns: loadTowns(),
  thisYear: 2026,
};

export function interpretHere(text: string): Interpretation {
  return resolve(readPhrase(text), KNOWLEDGE).describe(new Set());
}

export function limitsOf(text: string): string {
  return Object.entries(interpretHere(text).parameters)
    .filter(([name]) => /_(?:min|max)$/.test(name))
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
}

export function readPhrase(text: string, rules?: readonly Rule[], passes?: readonly Pass[]): ReadPhrase {
  const phrase = tokenizeText(text);
  return { phrase, matches: rewrite(annotate(phrase, KNOWLEDGE, rules), phrase, true, passes) };
}
