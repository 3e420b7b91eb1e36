// Options of the readers of all formats.
import type { Delimiter } from './csv-header.ts';
import type { FieldOf, RecognizeText } from './feed-record.ts';

/** Maps the trimmed column names to the names that records get; `delimiter` is that of a CSV feed. May throw a Problem. */
export type HeaderMapper = (
  names: readonly string[],
  line: number,
  delimiter?: Delimiter,
) => readonly string[];

export interface ReaderOptions {
  /** Maps the header of a table. */
  readonly header: HeaderMapper;
  /** By the mapping, the layout or the known names. */
  readonly fieldOf: FieldOf;
  /** The name of the XML elements that are records, or the path of the records in JSON. */
  readonly record?: string | undefined;
  /** The names of the columns of a table without a header. */
  readonly columns?: readonly string[] | undefined;
  /** What to do about a table without a header. */
  readonly missingHeaderHint?: string | undefined;
  /** Recognises records by their text, which only readers of lines know. */
  readonly recognize?: RecognizeText | undefined;
}
