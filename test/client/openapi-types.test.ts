import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CLIENT_TYPES_FILE, clientTypes } from '../../scripts/client-types.ts';

test('the types of the client are those of the OpenAPI document (npm run client writes them)', async () => {
  expect(readFileSync(new URL(`../../${CLIENT_TYPES_FILE}`, import.meta.url), 'utf8')).toBe(
    await clientTypes(),
  );
});
