// Relevance by BM25F, in whole numbers, so that sums are equal in any order and on any machine.
//
// The score of a row is the sum over the query's words of
//     idf(word) × max over the row's terms that the word means of (matchWeight(term) × impact(term, row)).
// Impact is BM25F's term frequency (Robertson, Zaragoza and Taylor, 2004: weighted fields, one saturation), with an average
// length fixed by the schema: so impacts do not change when other rows come and go, and are stored with the postings. IDF is
// BM25's inverse document frequency over the live rows.

import type { TextField } from '../schema.ts';

/** BM25's k1: the rate at which further occurrences stop counting. */
const K1 = 1.2;

/** Weight of a term by its relation to the query's word, in quarters of an exact match. */
export const MATCH_WEIGHTS = { exact: 4, variant: 3, prefix: 3, fuzzy: 2 } as const;

/** Weight of one occurrence in a field of `length` words, by BM25F. */
export function termFrequency(field: TextField, length: number): number {
  return field.boost / (1 - field.b + (field.b * length) / field.averageLength);
}

/** Maximum impact; the minimum is 1. Few values, so that a term's rows are in few lists of equal impact. */
export const MAX_IMPACT = 15;

/** The impact of a term in a row, from the sum of its occurrences' weights. */
export function impactOf(weight: number): number {
  return Math.max(1, Math.round((MAX_IMPACT * weight) / (K1 + weight)));
}

/** Inverse document frequency of a word that `matching` of `liveCount` rows have, in 1024ths; at least 1. */
export function idfOf(matching: number, liveCount: number): number {
  return Math.max(1, Math.round(1024 * Math.log(1 + (liveCount - matching + 0.5) / (matching + 0.5))));
}
