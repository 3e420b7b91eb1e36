// The words of one name of a column: `FuelType`, `fuel_type`, `Fuel Types` and `g:fuel-type` have the same.
import { nameKey } from '../../vehicle/name-key.ts';

/** The comparable form of one name: its words without case, accents, signs, namespace and plural. */
export function partKey(name: string): string {
  return partWords(name).join('');
}

export function partWords(name: string): string[] {
  const local = /[^:]:([^:]+)$/.exec(name)?.[1] ?? name;
  const words = local
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    // Not `URLs`, which is one word.
    .replace(/([A-Z])([A-Z](?:[a-rt-z]|s[a-z]))/g, '$1 $2')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .map((word) => singular(nameKey(word)).replace(/[0-9]+/g, '#'))
    .filter((word) => word !== '');
  // JSON-LD's keywords are no names of values.
  return local.startsWith('@') ? [`@${words[0] ?? ''}`, ...words.slice(1)] : words;
}

function singular(word: string): string {
  if (word.length > 6 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.length > 2 && /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}
