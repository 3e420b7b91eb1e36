import { describe, expect, test } from 'vitest';
import { ChangedTerms, KeptReading } from '../../../src/index/changes/search-conditions.ts';
import { toEngineQuery } from '../../../src/index/shared/engine-query.ts';
import type { Values } from '../../../src/listing/field.ts';

function conditionFor(dealer: Values) {
  const query = toEngineQuery({ dealer, page: 1 });
  const reading = new KeptReading({ query, text: undefined }, new Set(), new ChangedTerms(0));
  return reading.groups[0][0];
}

describe('conditions of searches', () => {
  test('are shared by searches that ask for the same value, or leave out the same ones', () => {
    expect(conditionFor({ any: ['north.example'] })).toBe(conditionFor({ any: ['north.example'] }));
    expect(conditionFor({ none: ['north.example'] })).toBe(conditionFor({ none: ['north.example'] }));
  });

  test('are not kept for later searches if they are longer than any that people share', () => {
    const dealer = `${'north'.repeat(1600)}.example`;
    expect(conditionFor({ any: [dealer] })).not.toBe(conditionFor({ any: [dealer] }));
    expect(conditionFor({ none: [dealer] })).not.toBe(conditionFor({ none: [dealer] }));
  });
});
