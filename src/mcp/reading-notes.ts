// Sentences that say how a search or a phrase was read, for assistants, which would otherwise take results for those of the words.
import { correctionSentences } from '../api/corrections.ts';
import type { InterpretationResponse } from '../api/responses.ts';
import type { ParameterIssue } from '../problem.ts';
import type { Correction, SearchQuery } from '../query/search-query.ts';
import { echoed } from '../quoted-text.ts';

type Understood = InterpretationResponse['understood'][number];
type NotUnderstood = InterpretationResponse['not_understood'][number];

/** The place that a name was taken for, the words read as others, and the arguments that are probably not meant. */
export function searchNotes(
  { center }: SearchQuery,
  corrections: readonly Correction[] | undefined,
  warnings: readonly ParameterIssue[],
): string[] {
  const place = center?.note === undefined ? [] : [`Distances are from ${center.postcode}. ${center.note}.`];
  return [...place, ...correctionSentences(corrections), ...warnings.map(({ message }) => message)];
}

/** The words of a phrase that limit nothing, each with the reason. */
export function notUnderstoodLines(unsupported: readonly Pick<NotUnderstood, 'words' | 'why'>[]): string[] {
  return distinct(unsupported.map(({ words, why }) => `Not understood: '${echoed(words)}'. ${why}`));
}

/** How ambiguous words of a phrase were read: `'near Leeds': Measured from central Leeds.` */
export function understoodLines(understood: readonly Pick<Understood, 'words' | 'note'>[]): string[] {
  return distinct(
    understood.flatMap(({ words, note }) =>
      note === undefined ? [] : [`'${echoed(words)}': ${note}${note.endsWith('.') ? '' : '.'}`],
    ),
  );
}

function distinct(lines: readonly string[]): string[] {
  return [...new Set(lines)];
}
