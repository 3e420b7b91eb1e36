// The reading of a phrase as the API answers it: its names are here and nowhere else.
import { canonicalQuery } from '../listing/canonical-query.ts';
import type { Interpretation } from '../interpret/interpretation.ts';

export interface InterpretationResponse extends Pick<
  Interpretation,
  'text' | 'parameters' | 'understood' | 'q'
> {
  readonly not_understood: Interpretation['unsupported'];
  readonly left_out: Interpretation['ignoredWords'];
  readonly search_url: string;
}

/** `baseUrl` has no slash at its end. */
export function toInterpretationResponse(found: Interpretation, baseUrl: string): InterpretationResponse {
  return {
    text: found.text,
    parameters: found.parameters,
    understood: found.understood,
    q: found.q,
    not_understood: found.unsupported,
    left_out: found.ignoredWords,
    search_url: `${baseUrl}/api/v1/vehicles/?${canonicalQuery(found.query)}`,
  };
}
