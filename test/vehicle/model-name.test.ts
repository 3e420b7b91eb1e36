import { describe, expect, it } from 'vitest';
import { baseModel, memoizedByModel, nameModel } from '../../src/vehicle/model-name.ts';
import { MODEL_NAMES, UNKNOWN_MODEL_NAMES } from '../fixtures/dealers-model-names.ts';
import { UNSEEN_MODEL_NAMES } from '../fixtures/dealers-model-names-unseen.ts';

const CASES = [...MODEL_NAMES, ...UNSEEN_MODEL_NAMES].map(
  ([sentMake, sent, base, variant, make = sentMake]) => [sentMake, sent, base, variant, make] as const,
);

describe('a model as dealers write it', () => {
  it.each(CASES)(
    'of %j, %j, is the base model %j with %j behind it',
    (sentMake, sent, base, variant, make) => {
      const model = variant === '' ? base : `${base} ${variant}`;
      expect(nameModel(sentMake, sent)).toEqual({ make, model });
      expect(baseModel(make, model)).toBe(base);
    },
  );

  it.each(CASES)('of %j, %j, keeps its name when it is read again', (sentMake, sent) => {
    const named = nameModel(sentMake, sent);
    expect(nameModel(named?.make ?? null, named?.model ?? '')).toEqual(named);
  });

  it.each(UNKNOWN_MODEL_NAMES)('of %j, %j, is unknown', (make, sent) => {
    expect(nameModel(make, sent)).toBeUndefined();
  });
});

describe('a reading of names', () => {
  it('is remembered, but not of texts longer than names, which would fill the memory', () => {
    let found = 0;
    const read = memoizedByModel((make, model) => ({ length: `${make}${model}`.length, found: ++found }));
    const long = 'x'.repeat(7000);
    for (const [make, model] of [
      ['Ford', 'Focus'],
      ['Ford', long],
      [long, 'Focus'],
    ] as const) {
      read(make, model);
      read(make, model);
    }
    expect(found).toBe(5);
    expect(read('Ford', long).length).toBe(7004);
  });
});
