// Every case that a query can show, for every surface.
import { RESPONSE_CASES } from './answer-cases.ts';
import type { Case } from './case.ts';
import { MEANING_CASES } from './meaning-cases.ts';
import { PLACE_CASES } from './place-cases.ts';
import { VALUE_CASES } from './value-cases.ts';
import { WORD_CASES } from './word-cases.ts';

export const CASES: readonly Case[] = [
  ...RESPONSE_CASES,
  ...VALUE_CASES,
  ...WORD_CASES,
  ...MEANING_CASES,
  ...PLACE_CASES,
];
