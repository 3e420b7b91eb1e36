import { describe, expect, it } from 'vitest';
import { trimWhiteSpace } from '../src/quoted-text.ts';

describe('white space at the ends of a value', () => {
  it.each([
    ['', ''],
    [' \t\r\n', ''],
    ['\u00a0\u3000\u2003\ufeff', ''],
    ['\u0085\u200b\u2060', ''],
    ['\u00a0 a b \u200b', 'a b'],
    ['a\u200bb', 'a\u200bb'],
  ])('%j becomes %j', (text, trimmed) => {
    expect(trimWhiteSpace(text)).toBe(trimmed);
  });

  it('keeps a NUL, which is no white space', () => {
    expect(trimWhiteSpace(' \0 ')).toBe('\0');
  });

  it('takes linear time on a long run that does not reach the end', () => {
    const text = `a${' '.repeat(1_000_000)}b`;
    expect(trimWhiteSpace(text)).toBe(text);
  });
});
