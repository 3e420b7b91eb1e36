// The reading of a phrase as the API answers it: its names are here and nowhere else.
import { canonicalQuery } from '../listing/canonical-query.ts';
import type { Interpretation } from './interpretation.ts';

export interface InterpretationAnswer extends Pick<
  Interpretation,
  'text' | 'parameters' | 'understood' | 'q'
> {
  readonly not_understood: Interpretation['notUnderstood'];
  readonly left_out: Interpretation['leftOut'];
  readonly search_url: string;
}

/** `baseUrl` has no slash at its end. */
export function interpretationAnswer(found: Interpretation, baseUrl: string): InterpretationAnswer {
  return {
    text: found.text,
    parameters: found.parameters,
    understood: found.understood,
    q: found.q,
    not_understood: found.notUnderstood,
    left_out: found.leftOut,
    search_url: `${baseUrl}/api/v1/vehicles/?${canonicalQuery(found.query)}`,
  };
}
