// Reads the text of a query: which of its words are one term of the trade, and what the other words stand for. The same for
// both indexes, which tell what their live rows have.
import { MATCH_WEIGHTS } from '../engine/query/bm25f.ts';
import { foldText, onlyExact, tokenize } from '../engine/postings/tokenizer.ts';
import type { TextReader, TextUnit } from '../engine/schema.ts';
import { inflections } from '../listing/inflections.ts';
import { makeAliases } from '../listing/makes.ts';
import { MAX_SPELLING_WORDS, NOWHERE, ROOT, type SpellingTrie } from './spelling-trie.ts';
import { classTag, pairTag, soundOf, soundTag, termTag } from './tags.ts';

type IsLive = (term: string) => boolean;

/** Some words of a query that are read together. */
interface Part {
  readonly unit: TextUnit;
  /** Its words, with nothing between. */
  readonly key: string;
  readonly length: number;
  /** Tags that raise scores. */
  readonly preferred: readonly string[];
}

export function createTextReader(trie: SpellingTrie): TextReader {
  return (text, isLive) => {
    const words = tokenize(foldText(text));
    const parts: Part[] = [];
    for (let at = 0; at < words.length; at += parts[parts.length - 1].length) {
      parts.push(readSpelling(trie, words, at, isLive) ?? readWord(words, at, isLive));
    }
    const pairs = parts.slice(1).map(({ key }, i) => pairTag(parts[i].key, key));
    return {
      units: withoutRepeats(parts.map(({ unit }) => unit)),
      preferred: [...new Set([...parts.flatMap(({ preferred }) => preferred), ...pairs])].filter(isLive),
    };
  };
}

/** The longest spelling from a word on whose class or term is live. */
function readSpelling(
  trie: SpellingTrie,
  words: readonly string[],
  at: number,
  isLive: IsLive,
): Part | undefined {
  let found: Part | undefined;
  let node = ROOT;
  for (let length = 1; length <= Math.min(MAX_SPELLING_WORDS, words.length - at); length++) {
    node = trie.step(node, words[at + length - 1]);
    if (node === NOWHERE) break;
    const wording = trie.wordingAt(node);
    if (wording === undefined) continue;
    const classes = wording.classes.map(classTag).filter(isLive);
    const terms = wording.terms.map(termTag).filter(isLive);
    const tags = classes.length > 0 ? classes : terms;
    if (tags.length === 0) continue;
    const key = words.slice(at, at + length).join('');
    found = {
      unit: { terms: new Map(tags.map((tag) => [tag, MATCH_WEIGHTS.exact])) },
      key,
      length,
      preferred: classes.length > 0 ? terms : [],
    };
  }
  return found;
}

function readWord(words: readonly string[], at: number, isLive: IsLive): Part {
  const word = words[at];
  const terms = new Map<string, number>();
  const add = (term: string, weight: number): void => {
    if (isLive(term) && (terms.get(term) ?? 0) < weight) terms.set(term, weight);
  };
  add(word, MATCH_WEIGHTS.exact);
  add(pairTag(word, ''), MATCH_WEIGHTS.exact);
  const make = MAKE_ALIASES.get(word);
  if (make !== undefined) {
    add(make, MATCH_WEIGHTS.exact);
    add(pairTag(make, ''), MATCH_WEIGHTS.exact);
  }
  for (const form of inflections(word)) add(form, MATCH_WEIGHTS.variant);
  for (const joined of [(words[at - 1] ?? '') + word, word + (words[at + 1] ?? '')]) {
    add(joined, MATCH_WEIGHTS.variant);
    add(pairTag(joined, ''), MATCH_WEIGHTS.variant);
  }
  const isWord = !onlyExact(word);
  const sound = soundOf(word);
  return {
    unit: {
      terms,
      ...(isWord && at === words.length - 1 && { prefix: word }),
      ...(isWord && { typo: { word, tags: sound === undefined ? [] : [soundTag(sound)] } }),
    },
    key: word,
    length: 1,
    preferred: [],
  };
}

const MAKE_ALIASES = makeAliases();

/** Units that stand for the same are one. An unknown word that recurs is read as at the end, where it may be completed. */
function withoutRepeats(units: readonly TextUnit[]): TextUnit[] {
  const known = new Map<string, TextUnit>();
  for (const unit of units) {
    const isKnown = unit.terms.size > 0;
    const name = JSON.stringify(isKnown ? [...unit.terms].sort() : (unit.typo?.word ?? ''));
    if (!isKnown || !known.has(name)) known.set(name, unit);
  }
  return [...known.values()];
}
