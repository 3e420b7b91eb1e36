import { describe, expect, it } from 'vitest';
import { joinModels } from '../../../src/ingest/columns/name-columns.ts';

describe('several columns of models', () => {
  it.each([
    [['Fiesta'], 'Ford', 'Fiesta', []],
    [['320d M Sport', '3 Series'], 'BMW', '320d M Sport', []],
    [['M SPORT TOURING', '3 SERIES'], 'BMW', '3 SERIES M SPORT TOURING', []],
    [['ST-Line X', 'Focus'], 'Ford', 'Focus ST-Line X', []],
    [['Focus ST-Line', 'FOCUS'], 'Ford', 'Focus ST-Line', []],
    [['Focus', 'C-Max'], 'Ford', 'Focus', ['C-Max']],
    [['Zephyrina', 'Zephyr family'], 'Wartburg', 'Zephyrina', ['Zephyr family']],
    [['GTI', 'Golf', 'Golf VII'], 'VW', 'Golf GTI', ['Golf VII']],
    [[308, '308'], 'Peugeot', 308, []],
    [['Leaf Tekna', 168], 'Nissan', 'Leaf Tekna', [168]],
    [['Zetec', 'FORD FIESTA'], undefined, 'FORD FIESTA Zetec', []],
  ])('%j of the make %j are %j', (models, make, model, others) => {
    const joined = joinModels(models, make);
    expect({ ...joined, others: joined.others.filter((other) => other !== undefined) }).toEqual({
      model,
      others,
    });
  });
});
