// The keys by which other engines find requested models.
import { describe, expect, it } from 'vitest';
import { ModelTitles } from '../../bench/engines/model-titles.ts';

describe('a requested model', () => {
  const titles = new ModelTitles();
  titles.add('BMW\t3 Series 320d', ['=3series', '*320d', '3', '3series', '3series320d']);
  titles.add('BMW\t320d', ['=320d', '320d']);
  titles.add('BMW\tX3', ['=x3', 'x3']);

  it('is the key that finds the same titles', () => {
    expect(titles.keysFor('3series')).toEqual(['3series']);
    expect(titles.keysFor({ any: ['x3', { all: ['*x3'] }] })).toEqual(['x3']);
    expect(titles.keysFor({ all: ['=3series', '*320d'] })).toEqual(['=3series']);
  });

  it('is the titles that it finds if no single key finds them, each of which is a key itself', () => {
    const either = { any: ['320d', { all: ['*320d'] }] };
    expect(titles.keysFor(either)).toEqual(['BMW\t3 Series 320d', 'BMW\t320d']);
    expect([...titles.add('BMW\t320d', ['=320d', '320d'])]).toEqual(['=320d', '320d', 'BMW\t320d']);
  });

  it('is a key that no listing has if it finds nothing', () => {
    expect(titles.keysFor({ any: ['x5', { all: ['*x5'] }] })).toEqual(['x5']);
  });
});
