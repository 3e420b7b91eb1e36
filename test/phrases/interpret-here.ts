// The interpreter with the bundled tables, in 2026, the year in which the phrases were written.
import { loadGazetteer } from '../../src/geo/load-gazetteer.ts';
import { loadTowns } from '../../src/geo/towns.ts';
import { interpret, type Interpretation } from '../../src/phrases/interpret.ts';
import { ukVocabulary } from '../../src/phrases/vocabulary.ts';

export const KNOWLEDGE = {
  vocabulary: ukVocabulary(),
  gazetteer: loadGazetteer(),
  towns: loadTowns(),
  thisYear: 2026,
};

export function interpretHere(text: string): Interpretation {
  return interpret(text, KNOWLEDGE);
}
