// What this tree understands of a phrase, a search text, or a dealer's name of a model or a column, in lines for people. `npm run try` asks two trees,
// each by its own copy of this file.
import { loadGazetteer } from '../src/geo/postcode-gazetteer.ts';
import { loadTowns } from '../src/geo/towns.ts';
import { layoutNamed } from '../src/ingest/tables/column-table.ts';
import { ColumnResolver } from '../src/ingest/columns/column-resolver.ts';
import { createTextReader } from '../src/index/words/query-text.ts';
import { Spellings } from '../src/index/words/spellings.ts';
import { classTag, termTag } from '../src/index/words/tags.ts';
import { resolveBeside } from '../src/phrases/refine/refine.ts';
import { ukVocabulary } from '../src/phrases/words/vocabulary.ts';
import { Problem } from '../src/problem.ts';
import { canonicalMake } from '../src/vehicle/makes.ts';
import { baseModel, nameModel } from '../src/vehicle/model-name.ts';
import { isClass } from '../src/vehicle/parse-trade-terms.ts';
import { tradeTerms } from '../src/vehicle/trade-terms.ts';

export type TextKind = 'phrase' | 'q' | 'model' | 'column';

/** Years such as those of plates count from `thisYear`. */
export function understood(kind: TextKind, text: string, thisYear: number): string[] {
  switch (kind) {
    case 'phrase':
      return ofPhrase(text, thisYear);
    case 'q':
      return ofSearchText(text);
    case 'model':
      return ofModel(text);
    case 'column':
      return ofColumn(text);
  }
}

function ofPhrase(text: string, thisYear: number): string[] {
  try {
    const context = { vocabulary: ukVocabulary(), gazetteer: loadGazetteer(), towns: loadTowns(), thisYear };
    const { understood, q, unsupported, ignoredWords } = resolveBeside(text, {}, context).describe(new Set());
    return [
      ...understood.map(
        ({ parameter, value, words, note }) =>
          `${parameter} = ${value}, for '${words}'${note === undefined ? '' : `: ${note}`}`,
      ),
      ...(q === null ? [] : [`q = ${q}`, ...ofSearchText(q).map((unit) => `  ${unit}`)]),
      ...unsupported.map(({ words, why }) => `not understood: '${words}': ${why}`),
      ...ignoredWords.map(({ words }) => `left out: '${words}'`),
    ];
  } catch (error) {
    if (error instanceof Problem) return [error.message];
    throw error;
  }
}

/** The terms of the trade in a search text, and its other words. */
function ofSearchText(text: string): string[] {
  const { terms } = tradeTerms();
  const names = new Map(
    terms.map((term) => [isClass(term) ? classTag(term) : termTag(term), `${term.name} (${term.group})`]),
  );
  const { units } = createTextReader(new Spellings(terms), terms)(text, () => true);
  return units.map((unit) => {
    const [best = ''] = [...unit.terms].sort(([, one], [, other]) => other - one).map(([term]) => term);
    const name = names.get(best);
    if (name !== undefined) return `term: ${name}`;
    // The names that the word also stands for. Of equal weight are neighbours and sounds too, which begin with a mark.
    const others = [...unit.terms.keys()].filter(
      (term) => term !== best && unit.terms.get(term) === unit.terms.get(best) && /^[\p{L}\p{N}]/u.test(term),
    );
    return `word: ${[best, ...others].join(', or ')}`;
  });
}

function ofModel(text: string): string[] {
  const words = text.trim().split(/\s+/);
  const makeWords = [3, 2, 1].find((n) => words.length > n && canonicalMake(words.slice(0, n).join(' ')));
  const sentMake =
    makeWords === undefined ? null : (canonicalMake(words.slice(0, makeWords).join(' ')) ?? null);
  const sentModel = words.slice(makeWords ?? 0).join(' ');
  const named = nameModel(sentMake, sentModel);
  if (named === undefined)
    return [`make: ${sentMake ?? 'none'}`, `model: ${sentModel}, which is not in the table`];
  const make = named.make ?? sentMake;
  return [`make: ${make ?? 'none'}`, `model: ${named.model}`, `counted as: ${baseModel(make, named.model)}`];
}

/** A column of a feed whose layout is not known. */
function ofColumn(name: string): string[] {
  const found = new ColumnResolver(layoutNamed('general'), undefined).resolve(name);
  if (found === undefined) return ['unknown: ignored and reported'];
  if (found === null) return ['ignored: it holds no fact'];
  const { field, unit, phrase } = found;
  return [
    `field: ${field}`,
    ...(unit === undefined ? [] : [`unit: ${unit}`]),
    ...(phrase === undefined ? [] : [`a number becomes: ${phrase}`]),
  ];
}
