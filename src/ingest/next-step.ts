// What to do about a feed that lacks a dealer or the addresses of its adverts, as most exports of dealer systems do: the flags to add.

export interface KnownOfFeed {
  /** Its path, or the name of a configured feed. */
  readonly feed: string;
  readonly dealer: string | undefined;
  /** The column of the vehicles' ids. */
  readonly idColumn: string | undefined;
}

/** The next step where a header lacks some of `id`, `dealer` and `advert_url`. */
export function missingColumnsHint(
  missing: readonly string[],
  { feed, dealer, idColumn }: KnownOfFeed,
): string {
  if (missing.includes('id')) return 'The first row must name the columns.';
  const host = dealer ?? 'YOUR-DEALER';
  const flags = [
    ...(missing.includes('dealer') ? [`--dealer ${host}`] : []),
    ...(missing.includes('advert_url') ? [`--advert-url 'https://${host}/stock/{${idColumn ?? 'id'}}'`] : []),
  ];
  const known = dealer === undefined ? '' : ` --dealer ${dealer}`;
  const dealerFrom = missing.includes('dealer')
    ? ' If the adverts are on their dealers\' sites, a mapping with "dealer_from": "advert_url" will do instead.'
    : '';
  return `Add ${flags.join(' and ')}: forecourt import ${feed}${known} ${flags.join(' ')}.${dealerFrom}`;
}
