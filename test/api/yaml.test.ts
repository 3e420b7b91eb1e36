import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Json } from '../../src/api/openapi.ts';
import { toYaml } from '../../src/api/yaml.ts';

describe('YAML', () => {
  test('is in block style, with texts in quotes', () => {
    const value = {
      openapi: '3.1.0',
      tags: ['a', ['b'], { c: 1, d: [] }],
      '200': { $ref: '#/x' },
      no: null,
      e: {},
    };
    expect(toYaml(value)).toBe(
      [
        '"200":',
        '  $ref: "#/x"',
        'openapi: "3.1.0"',
        'tags:',
        '  - "a"',
        '  - - "b"',
        '  - c: 1',
        '    d: []',
        '"no": null',
        'e: {}',
        '',
      ].join('\n'),
    );
  });

  test('reads back as what was written', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const plain = JSON.parse(JSON.stringify(value)) as Json;
        expect(parse(toYaml(plain))).toEqual(plain);
      }),
      { seed: 31, numRuns: 500 },
    );
  });
});
