// Removes accents, so that case and accents make no difference in searches and names.

const ASCII = /^[ -~]*$/;
const MARKS = /\p{M}+/gu;

/** The text without accents and compatibility forms: `Škoda ﬁne` becomes `Skoda fine`. */
export function withoutAccents(text: string): string {
  return ASCII.test(text) ? text : text.normalize('NFKD').replace(MARKS, '');
}
