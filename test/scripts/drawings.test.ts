// `npm run drawings` has been run since the demo's drawings changed.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DRAWINGS_FILE, drawingsText } from '../../scripts/drawing/drawings.ts';

test('the file of drawings is what the script writes', () => {
  const written = readFileSync(new URL(`../../${DRAWINGS_FILE}`, import.meta.url), 'utf8');
  expect(written === drawingsText()).toBe(true);
});
