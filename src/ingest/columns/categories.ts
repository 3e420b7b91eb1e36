// Categories of a shop or a marketplace, from the widest level to the narrowest: `Vehicles & Parts > Vehicles > Motor Vehicles > Cars, Trucks & Vans`.
import { wordsFor } from '../tables/feed-tables.ts';

export function levelsOf(category: string): readonly string[] {
  return category.split(/[>|/]/).map((level) => level.trim());
}

export function kindsIn(level: string): readonly string[] {
  return level.split(/[,&+]| and /i);
}

/** `Cars, Motorcycles & Vehicles`, `Car`, but not `Car Parts`. */
export function isOfVehicles(level: string): boolean {
  const words = wordsOf(level);
  const subjects = wordsFor('subject');
  return words.some(
    (word) => (word.endsWith('s') || words.length === 1) && subjects.has(word.replace(/s$/, '')),
  );
}

/** Whether a category says nothing of one vehicle: a number, or all that is driven, such as `Cars, Trucks & Vans`. */
export function isOfAllKinds(category: unknown): boolean {
  const text = String(category).trim();
  const kinds = kindsIn(levelsOf(text).at(-1) ?? '');
  return /^[0-9]{2,}$/.test(text) || (kinds.length > 1 && kinds.some(isOfVehicles));
}

export function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
