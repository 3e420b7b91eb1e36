// Annotations as text.
import type { ReadPhrase } from '../../src/phrases/interpret.ts';

/** The words of each annotation, with its kind and its reason. */
export function annotationsText({ phrase, matches }: ReadPhrase): string {
  return matches
    .map(({ from, to, meaning, isExcluded }) => {
      const words = phrase.text.slice(phrase.words[from].start, phrase.words[to - 1].end);
      const reason = meaning.kind === 'unsupported' ? `, ${meaning.reason}` : '';
      return `${words}: ${isExcluded === true ? 'not ' : ''}${meaning.kind}${reason}`;
    })
    .join(' | ');
}
