// An interpretation as JSON, with the public names of its members.
import { canonicalQuery } from '../listing/canonical-query.ts';
import type { Refinement } from '../phrases/refine/refine.ts';
import { searchUrl } from './link-header.ts';
import type { InterpretationResponse } from './responses.ts';

/** `baseUrl` has no final slash. */
export function toInterpretationResponse(
  interpretation: Refinement,
  baseUrl: string,
): InterpretationResponse {
  return {
    text: interpretation.text,
    parameters: interpretation.parameters,
    understood: interpretation.understood,
    q: interpretation.q,
    not_understood: interpretation.unsupported,
    left_out: interpretation.ignoredWords,
    refines: interpretation.refines,
    changes: interpretation.changes,
    search_url: searchUrl(canonicalQuery(interpretation.query), baseUrl),
  };
}
