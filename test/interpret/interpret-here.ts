// The interpreter with the shipped tables, in the year that the phrases are written in.
import { loadGazetteer } from '../../src/geo/load-gazetteer.ts';
import { loadTowns } from '../../src/geo/towns.ts';
import { interpret } from '../../src/interpret/interpret.ts';
import type { Interpretation } from '../../src/interpret/interpretation.ts';
import { ukVocabulary } from '../../src/interpret/vocabulary.ts';

export const KNOWLEDGE = {
  vocabulary: ukVocabulary(),
  gazetteer: loadGazetteer(),
  towns: loadTowns(),
  thisYear: 2026,
};

export function interpretHere(text: string): Interpretation {
  return interpret(text, KNOWLEDGE);
}
