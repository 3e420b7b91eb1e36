import { describe, expect, it } from 'vitest';
import { echoed, quoted } from '../src/quoted-text.ts';

describe('a value that is shown again', () => {
  it('is quoted whole up to 64 characters', () => {
    expect(quoted('Steam')).toBe("'Steam'");
    expect(quoted('a'.repeat(64))).toBe(`'${'a'.repeat(64)}'`);
  });

  it('is cut at 64 characters, and a quotation says so', () => {
    expect(quoted('a'.repeat(65))).toBe(`'${'a'.repeat(64)}…'`);
    expect(echoed('a'.repeat(65))).toBe('a'.repeat(64));
  });

  it('is counted in characters, not in code units', () => {
    expect(quoted('🚗'.repeat(64))).toBe(`'${'🚗'.repeat(64)}'`);
    expect(quoted('🚗'.repeat(65))).toBe(`'${'🚗'.repeat(64)}…'`);
  });

  it('shows control, line-breaking, zero-width and bidirectional characters as escapes', () => {
    expect(echoed('a\0b\nc\u2028d\u200be\u202ef\ud800g')).toBe(
      'a\\u0000b\\u000ac\\u2028d\\u200be\\u202ef\\ud800g',
    );
  });
});
