// An interpretation as JSON, with the public names of its members.
import { canonicalQuery } from '../listing/canonical-query.ts';
import type { Refinement } from '../phrases/refine/refine.ts';
import { understoodShare } from '../phrases/interpret.ts';
import { searchUrl } from './link-header.ts';
import type { InterpretationResponse } from './responses.ts';

/** `baseUrl` has no final slash. */
export function toInterpretationResponse(
  interpretation: Refinement,
  baseUrl: string,
): InterpretationResponse {
  const share = understoodShare(interpretation);
  return {
    text: interpretation.text,
    notice: noticeOf(interpretation, share),
    understood_share: share,
    parameters: interpretation.parameters,
    understood: interpretation.understood,
    q: interpretation.q,
    not_understood: interpretation.unsupported.map(({ words, start, end, why }) => ({
      words,
      start,
      end,
      why,
    })),
    left_out: interpretation.ignoredWords,
    questions: questionsOf(interpretation, baseUrl),
    refines: interpretation.refines,
    changes: interpretation.changes,
    search_url: searchUrl(canonicalQuery(interpretation.query), baseUrl),
  };
}

/** The sentence to say first, if much of the text was not understood. */
function noticeOf(
  { text, parameters, refines, resets, unsupported, changes }: Refinement,
  share: number,
): string | null {
  if (text === '') return null;
  if (resets) return Object.keys(parameters).length === 0 ? 'A new search, without any filters.' : null;
  const absent = unsupported.find(({ isAbsent }) => isAbsent === true);
  if (absent !== undefined) return absent.why;
  if (refines)
    return changes.length === 0 && unsupported.length > 0 ? 'This does not change the search.' : null;
  if (Object.keys(parameters).length === 0) return 'Nothing in this was understood as a search for vehicles.';
  return share < 0.5 ? 'Only a part of this was understood.' : null;
}

const MAX_QUESTIONS = 2;

/** Choices that would replace a limit of the text are none. */
function questionsOf(
  { unsupported, parameters }: Refinement,
  baseUrl: string,
): InterpretationResponse['questions'] {
  const questions = unsupported.flatMap(({ words, start, end, asks }) => {
    const choices = (asks?.choices ?? [])
      .filter((choice) => Object.keys(choice.parameters).every((name) => !Object.hasOwn(parameters, name)))
      .map((choice) => {
        const chosen = { ...parameters, ...choice.parameters };
        const pairs = Object.entries(chosen).map(([name, value]): [string, string] => [name, String(value)]);
        return {
          label: choice.label,
          parameters: chosen,
          search_url: searchUrl(new URLSearchParams(pairs).toString(), baseUrl),
        };
      });
    return asks === undefined || choices.length === 0
      ? []
      : [{ words, start, end, question: asks.question, choices }];
  });
  return questions.slice(0, MAX_QUESTIONS);
}
