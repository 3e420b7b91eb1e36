// The reading of a phrase as the API answers it: its names are here and nowhere else.
import { canonicalQuery } from '../listing/canonical-query.ts';
import type { Interpretation } from '../interpret/interpret.ts';

export interface InterpretationResponse extends Pick<
  Interpretation,
  'text' | 'parameters' | 'understood' | 'q'
> {
  readonly not_understood: Interpretation['unsupported'];
  readonly left_out: Interpretation['ignoredWords'];
  readonly search_url: string;
}

/** `baseUrl` has no slash at its end. */
export function toInterpretationResponse(
  interpretation: Interpretation,
  baseUrl: string,
): InterpretationResponse {
  return {
    text: interpretation.text,
    parameters: interpretation.parameters,
    understood: interpretation.understood,
    q: interpretation.q,
    not_understood: interpretation.unsupported,
    left_out: interpretation.ignoredWords,
    search_url: `${baseUrl}/api/v1/vehicles/?${canonicalQuery(interpretation.query)}`,
  };
}
