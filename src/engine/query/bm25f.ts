// How well a row answers a text, in whole numbers, so that sums are the same in any order and on any machine.
//
// The score of a row is the sum over the query's words of
//     rarity(word) × max over the terms that the word matched in the row of (closeness(term) × impact(term, row)).
// Impact is BM25F's term frequency part (Robertson, Zaragoza and Taylor, 2004: weighted fields, one saturation), with
// a usual length fixed by the schema in place of the average length: so a row's impacts never change when others come
// and go, and can be stored with the postings. Rarity is BM25's inverse document frequency over the live rows.

import type { TextField } from '../schema.ts';

/** BM25's k1: how fast further occurrences stop counting. */
const K1 = 1.2;

/** How a term was reached from a query's word; each worth that many quarters of an exact match. */
export const MATCH_WEIGHTS = { exact: 4, synonym: 4, prefix: 3, fuzzy: 2 } as const;

/** One occurrence in a field of `length` words, as BM25F weighs it. */
export function termFrequency(field: TextField, length: number): number {
  return field.boost / (1 - field.b + (field.b * length) / field.averageLength);
}

/** Impacts are whole numbers from 1 to this. Few, so that a term's rows fall into few lists of equal impact. */
export const MAX_IMPACT = 15;

/** The impact of a term whose occurrences in a row weigh `weight` together. */
export function impactOf(weight: number): number {
  return Math.max(1, Math.round((MAX_IMPACT * weight) / (K1 + weight)));
}

/** Weight of a word that `matching` of `liveCount` rows have, in 1024ths; at least 1. */
export function idfOf(matching: number, liveCount: number): number {
  return Math.max(1, Math.round(1024 * Math.log(1 + (liveCount - matching + 0.5) / (matching + 0.5))));
}
