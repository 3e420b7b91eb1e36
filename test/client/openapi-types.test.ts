import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  CLIENT_TYPES_FILE,
  clientTypes,
  PARAMETER_NAMES_FILE,
  parameterNames,
} from '../../scripts/client-types.ts';
import { PYTHON_TYPES_FILE, pythonTypes } from '../../scripts/python-types.ts';

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

test('the types of the client are those of the OpenAPI document (npm run client writes them)', async () => {
  expect(read(CLIENT_TYPES_FILE)).toBe(await clientTypes());
  expect(read(PARAMETER_NAMES_FILE)).toBe(await parameterNames());
});

test('so are those of the Python client', () => {
  expect(read(PYTHON_TYPES_FILE)).toBe(pythonTypes());
});
