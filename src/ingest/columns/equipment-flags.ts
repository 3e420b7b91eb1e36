// Flat columns of equipment that say yes or no: `Air Con`, `has_sunroof`. They are read as features, of which those with a no are
// left out.
import { nameKey } from '../../vehicle/name-key.ts';
import { statedWordsFor } from '../../vehicle/stated-words.ts';
import type { TermGroup } from '../../vehicle/term-groups.ts';
import { tradeTerms } from '../../vehicle/trade-terms.ts';
import { areWrappers, columnPath } from '../tables/column-path.ts';
import { wordsFor } from '../tables/feed-tables.ts';
import { readYesNo } from '../values/sale-status.ts';
import type { NameGuess } from './evidence.ts';
import type { ColumnValues } from './value-evidence.ts';

/** Groups whose terms are read, besides write-offs. Terms of others may be about the advert: `Active`, `Finance available`. */
const GROUPS: readonly TermGroup[] = ['equipment', 'history', 'drivetrain', 'compliance'];

let terms: ReadonlySet<string> | undefined;

export function guessEquipment(name: string, { texts }: ColumnValues): readonly NameGuess[] {
  if (texts.length === 0 || texts.some((text) => readYesNo(text) === undefined)) return [];
  if (!areWrappers(columnPath(name).parts.slice(0, -1))) return [];
  terms ??= namesOfEquipment();
  const isTerm = (some: readonly string[]): boolean => terms?.has(nameKey(some.join(''))) === true;
  const words =
    name
      .slice(name.lastIndexOf('.') + 1)
      .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  // `No advisories`, and `Sunroof (yes/no)`.
  const named = [words, words.filter((word) => !wordsFor('flag').has(word.toLowerCase()))].find(isTerm);
  if (named === undefined) return [];
  const readAs = `feature.${named.join(' ')}`;
  return [{ field: 'full_description', score: 1, reason: 'yes and no', isName: true, readAs }];
}

function namesOfEquipment(): ReadonlySet<string> {
  const writeOffs = statedWordsFor('write-off');
  const named = tradeTerms().terms.filter(
    ({ group, name }) => GROUPS.includes(group) || writeOffs.includes(name),
  );
  return new Set(named.flatMap(({ keys, narrowerKeys }) => [...keys, ...narrowerKeys]));
}
