// Finds the pieces of a phrase that no listing contains. Pieces are read as a query is, but typing errors are considered only
// where one is likely: otherwise nearly every word would resemble some word of some listing.
import type { TextReader, TextUnit } from '../../engine/schema.ts';
import type { TextPiece } from '../../stock/listing-index.ts';
import { LISTING_SCHEMA } from './listing-schema.ts';

/** The units of a text, each with the number of listings that match it. */
export type ExpandPiece = (
  text: string,
  readText: TextReader,
) => Promise<readonly { readonly matching: number }[]>;

/** Implements ListingIndex.findMissingWords for an index that expands texts. */
export async function findMissingWords(
  pieces: readonly TextPiece[],
  expand: ExpandPiece,
): Promise<ReadonlySet<string>> {
  const known = new Map<string, ReturnType<ExpandPiece>>();
  const expandOnce = (piece: TextPiece, isLast: boolean): ReturnType<ExpandPiece> => {
    const key = JSON.stringify([piece.text, piece.mayBeMisspelt, isLast]);
    const expanded = known.get(key) ?? expand(piece.text, readerOf(piece, isLast));
    known.set(key, expanded);
    return expanded;
  };
  const expanded = await Promise.all(pieces.map((piece, i) => expandOnce(piece, i === pieces.length - 1)));
  const missing = pieces.filter((_, i) => expanded[i].some(({ matching }) => matching === 0));
  return new Set(missing.map(({ text }) => text));
}

function readerOf({ mayBeMisspelt }: TextPiece, mayBeUnfinished: boolean): TextReader {
  return (text, isLive) => {
    const { units, choices = [] } = LISTING_SCHEMA.readText(text, isLive);
    const read = ({ terms, prefix, typo }: TextUnit): TextUnit => ({
      terms,
      ...(mayBeUnfinished && { prefix }),
      ...(mayBeMisspelt && { typo }),
    });
    return { units: [...units, ...choices.flat(2)].map(read), preferred: [] };
  };
}
