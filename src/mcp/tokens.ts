// How many tokens a text costs a language model, at most, whichever model it is: a tokenizer of bytes never makes more tokens than
// there are bytes. Prose takes a quarter of that; texts that are made to cost much take nearly all of it.

/** Of the structured content and of the text of a result. Together a result has at most 20,000 tokens. */
export const MAX_CONTENT_TOKENS = 10_000;
export const MAX_TEXT_TOKENS = 9800;

export function maxTokens(text: string): number {
  return Buffer.byteLength(text);
}

/** Whether it is short enough for a result's structured content. */
export function fitsContent(content: object): boolean {
  return maxTokens(JSON.stringify(content)) <= MAX_CONTENT_TOKENS;
}
