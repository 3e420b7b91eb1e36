// A place that is given alone, as in a field for a location: `London`, `north Leeds`, `Kent`, `Ashford, Kent`. It is read as after
// `near` in a phrase, and must be all of the text, so a place is the same one everywhere.
import type { Gazetteer, ResolvedPostcode, UnresolvedPostcode } from '../geo/postcode-gazetteer.ts';
import { matchLocation } from './location.ts';
import type { MatchContext } from './match.ts';
import { tokenizePhrase } from './tokenized-phrase.ts';

interface NamedPlace {
  /** Its postcode or central district; of an ambiguous name one of every place. */
  readonly postcodes: readonly string[];
  /** Which place it is, for people: `Measured from central Leeds`. */
  readonly note?: string | undefined;
}

/** Undefined if the text is not the name of one town or area, exact or with one typing error. */
function findNamedPlace(text: string, context: MatchContext): NamedPlace | undefined {
  const phrase = tokenizePhrase(`near ${text}`);
  const found = matchLocation(phrase, 0, context, undefined);
  if (found === undefined || found.length !== phrase.words.length) return undefined;
  const { meaning } = found;
  if (meaning.kind === 'location') return { postcodes: [meaning.location.postcode], note: meaning.note };
  if (meaning.kind !== 'ambiguous_town') return undefined;
  return { postcodes: meaning.options.map(({ postcode }) => postcode) };
}

/** What to do with the name of a place instead of a postcode: search from it, or refuse it with its postcode as a suggestion. */
export type PlaceNames = 'accepted' | 'suggested';

/** The position of a postcode, or of a place by its name. Only a text that is no postcode asks for the context. */
export function resolvePlace(
  text: string,
  gazetteer: Gazetteer,
  placeNames: PlaceNames,
  context: () => MatchContext,
): ResolvedPostcode | UnresolvedPostcode {
  const found = gazetteer.resolve(text);
  if (!('reason' in found) || found.reason !== 'not_a_postcode') return found;
  const place = findNamedPlace(text, context());
  if (place === undefined) return found;
  const { postcodes, note } = place;
  if (postcodes.length > 1) return { reason: 'several_places', postcodes };
  if (placeNames === 'suggested') return { reason: 'place_name', suggestion: postcodes[0] };
  return { ...gazetteer.resolve(postcodes[0]), ...(note !== undefined && { note }) };
}
