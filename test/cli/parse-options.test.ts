// A mapping file of the command line.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readMappingFile } from '../../src/cli/parse-options.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

test('a mapping that is not JSON is refused with what is wrong in it', () => {
  const path = join(temporaryFolder(), 'stock.mapping.json');
  writeFileSync(path, '\ufeff{"columns":');
  expect(() => readMappingFile(path)).toThrow(
    `The mapping '${path}' is not JSON: Unexpected end of JSON input.`,
  );
});

test('a mapping with a byte order mark is read', () => {
  const path = join(temporaryFolder(), 'stock.mapping.json');
  writeFileSync(path, '\ufeff{"columns":{"f1":"price"}}');
  expect(readMappingFile(path)).toEqual({ columns: { f1: 'price' } });
});
