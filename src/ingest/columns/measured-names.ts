// The ends of names that say what the numbers of a column are in: `Mileage (km)`, `price_pence`.
import { columnPath } from '../tables/column-path.ts';
import { wordsFor } from '../tables/feed-tables.ts';

export function areCodes(text: string): boolean {
  const codes = text.split(/[/,|]/);
  return codes.length > 1 && codes.every((code) => /^[a-z0-9]{1,3}$/i.test(code.trim()));
}

export function measureIn(name: string): {
  readonly bareName: string;
  readonly added: string;
  readonly isApart: boolean;
} {
  const [, before = '', inside = ''] = /^(.*[^(])\(([^()]*)\)[\s*]*$/s.exec(name) ?? [];
  if (before !== '') return { bareName: before, added: inside, isApart: true };
  const [, bareName = '', added = ''] =
    /^(.*[^\s_.,/-])(?:[\s_.,/-]+(?:in[\s_-]+)?[\'’]?|[\'’](?=k$))([^\s_.,/-]+)$/is.exec(
      name
        .replace(/([a-z])([A-Z])/g, '$1 $2')
        .replace(/(?<=minor)[\s_-]units?$/i, '')
        .trim(),
    ) ?? [];
  return { bareName: bareName.replace(/(?<![\s_-])[\s_-]+in$/i, ''), added, isApart: false };
}

export function unitNamed(word: string): string | undefined {
  return wordsFor('unit').get(word) ?? wordsFor('unit').get(columnPath(word).parts[0] ?? '');
}

export function isMeasure(word: string): boolean {
  return wordsFor('scale').has(word.toLowerCase()) || unitNamed(word.toLowerCase()) !== undefined;
}
