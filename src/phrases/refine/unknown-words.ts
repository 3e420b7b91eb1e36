// Words of a clause that say nothing of a car: `my back hurts` and `is it going to rain` are talk, of which `back` and `rain` would
// otherwise be searched for in adverts. Words that no table knows are searched for only if those beside them ask for something.
import type { Match } from '../match.ts';
import { isTerm } from '../term.ts';
import type { TokenizedPhrase } from '../tokenized-phrase.ts';
import { LISTS } from './refine-words.ts';
import { unitsOf } from './search-words.ts';

const REASON = 'This was not understood, so it was not searched for.';

/** Lists of words that ask for what is beside them, or join it. */
const ASKING = ['filler', 'request', 'pronoun', 'add', 'replace', 'only', 'degree', 'conjunction', 'noun', 'must'] as const; // prettier-ignore
/** The same after it: `too fussy` asks for nothing. */
const ASKING_AFTER = ['add after', 'replace after'] as const;

/** The matches, with unknown words in talk as unsupported ones. Commas part what is talk from what is not. */
export function withoutTalk(matches: readonly Match[], phrase: TokenizedPhrase): Match[] {
  const result: Match[] = [];
  for (let from = 0; from < matches.length;) {
    let to = from + 1;
    while (to < matches.length && phrase.words[matches[to].from].flows) to++;
    const part = matches.slice(from, to);
    const isTalk = part.some(
      (match) => match.meaning.kind === 'stop_words' && !asks(match, phrase, match === part[0]),
    );
    result.push(...part.map((match) => (isTalk && isUnknown(match, phrase) ? unsupported(match) : match)));
    from = to;
  }
  return result;
}

function unsupported(match: Match): Match {
  return { from: match.from, to: match.to, meaning: { kind: 'unsupported', reason: REASON } };
}

/** Whether all words of a match are in the lists. */
function asks({ from, to }: Match, phrase: TokenizedPhrase, isFirst: boolean): boolean {
  const lists = isFirst ? ASKING : [...ASKING, ...ASKING_AFTER];
  for (let at = from; at < to;) {
    if (LISTS.article.has(phrase.words[at].key)) {
      at++;
      continue;
    }
    const length = Math.max(...lists.map((list) => LISTS[list].find(phrase, at)?.length ?? 0));
    if (length === 0) return false;
    at += length;
  }
  return true;
}

function isUnknown({ from, to, meaning }: Match, { text, words }: TokenizedPhrase): boolean {
  if (meaning.kind !== 'free_text' || meaning.mayBeMisspelt === true) return false;
  const said = meaning.as ?? text.slice(words[from].start, words[to - 1].end);
  return !/[0-9]/.test(said) && !isTerm(said) && unitsOf(said).some(({ group }) => group === undefined);
}
