// Questions to a search and the judgement of answers.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mistakesOf, readQuestions, type Question } from '../../bench/relevance/questions.ts';
import { unknownListing } from '../support/listings.ts';

let folder = '';
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'forecourt-relevance-test-'))));
afterAll(() => rmSync(folder, { recursive: true }));

function read(...lines: string[]): Question[] {
  const path = join(folder, 'questions.jsonl');
  writeFileSync(path, lines.join('\n'));
  return readQuestions(path);
}

const GOLF = unknownListing({ make: 'Volkswagen', model: 'Golf', fullDescription: 'R in blue' });
const POLO = unknownListing({ make: 'Volkswagen', model: 'Polo', fullDescription: 'GTI' });

it('an answer is right if total and top are as asked', () => {
  const [question] = read(
    '{"q":"golf r","first":{"model":"^golf$","all":"\\\\br\\\\b"},"top":1,"min":2,"max":2}',
    '',
  );
  expect(mistakesOf(question, { total: 2, best: [GOLF, POLO] }, undefined)).toEqual([]);
});

it('each mistake is named', () => {
  const [question] = read(
    '{"q":"vw","first":{"model":"golf"},"never":{"full_description":"gti"},"total":3,"sameTotalAs":"volkswagen"}',
  );
  expect(mistakesOf(question, { total: 2, best: [GOLF, POLO] }, 4)).toEqual([
    'finds 2, fewer than 3',
    "finds 2, but 4 for 'volkswagen'",
    'place 2 of 2 (Volkswagen Polo) lacks what model must have',
    'place 2 of 2 (Volkswagen Polo) has what full_description must not have',
  ]);
  expect(mistakesOf(question, { total: 3, best: [] }, 3)).toEqual(['finds nothing to show first']);
});

it('a bad question is refused with its line', () => {
  expect(() => read('{"q":"golf"}', '{"q":"golf","last":{}}')).toThrow(/line 2: there is no member last$/);
  expect(() => read('{"q":"golf","first":{"colour":"red"}}')).toThrow(/line 1: there is no field colour$/);
});
