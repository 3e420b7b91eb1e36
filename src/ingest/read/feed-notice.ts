// What a report says of a feed besides its records, such as a totals row: parts that are neither listings nor rejections.

/** The kinds, in words for people. */
export const NOTICES = {
  before_header: 'Row before the header left out',
  repeated_header: 'Repeated header left out',
  totals_row: 'Totals row left out',
  footnote: 'Footnote left out',
  short_row: 'Short row, its missing columns are blank',
  not_a_vehicle: 'Entry that is not a vehicle left out',
  outside_records: 'Value outside the records ignored',
  address_column: "Column of unknown name read as the advert's address",
} as const;
export type NoticeReason = keyof typeof NOTICES;

export interface FeedNotice {
  /** The line it starts on, from 1. */
  readonly line: number;
  readonly reason: NoticeReason;
  /** What the feed said; shorten and escape it before showing it. */
  readonly text: string;
}

/** Maximum length of a notice's text, in UTF-16 code units; bounds what reports keep. */
const MAX_TEXT_LENGTH = 200;

/** The notice, its text shortened. */
export function noticeOf(reason: NoticeReason, line: number, text: string): FeedNotice {
  return { line, reason, text: text.trim().slice(0, MAX_TEXT_LENGTH) };
}
