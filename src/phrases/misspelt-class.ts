// Matches misspelt words for fuels and gearboxes: one edit away, or alike in their consonants (`dizel`).
import type { FuelType, Transmission } from '../vehicle/classes.ts';
import type { Matcher, Meaning } from './match.ts';
import { isOneEditApart } from './one-edit.ts';

const fuel = (value: FuelType): Meaning => ({ kind: 'fuel', value });
const transmission = (value: Transmission): Meaning => ({ kind: 'transmission', value });

interface Shape {
  readonly word: string;
  readonly meaning: Meaning;
  /** Its consonants as they are heard, after any first letters. */
  readonly sound: RegExp;
}

const SHAPES: readonly Shape[] = [
  { word: 'diesel', meaning: fuel('Diesel'), sound: /^d[aeiouy]+[sz]{1,2}(?:[aeiouy]+ll?|le)$/ },
  { word: 'petrol', meaning: fuel('Petrol'), sound: /^p[eiy]+t{1,2}[aeiouy]?r[aeiouy]*ll?e?$/ },
  { word: 'hybrid', meaning: fuel('Hybrid'), sound: /^h[iy]+b{1,2}[aeiouy]*r[iye]+d{1,2}$/ },
  { word: 'electric', meaning: fuel('Electric'), sound: /^[aeiou]l{1,2}[aeiou]+(?:c|k|ck)?t[aeiou]?r[aeiouy]+(?:c|k|ck)$/ },
  { word: 'automatic', meaning: transmission('Automatic'), sound: /^(?:a|au|aw|o|ou|or)t{1,2}[aeiou]*m{1,2}[aeiou]*t{1,2}[aeiou]*(?:c|k|ck)s?$/ },
  { word: 'manual', meaning: transmission('Manual'), sound: /^m[aeiou]n{1,2}[aeiou]{1,3}l{1,2}$/ },
]; // prettier-ignore

/** Words that look like one of these and are others. */
const NEVER = new Set(
  ('patrol petrel electronic electronics electronically automation petro petal petals patrols annual annually mutual casual manuals manila manilla menial manhole manul manually dismal diesels dazzle docile weasel easel tiesel hubbard ' +
    'hybrids electrics electron electro eclectic electrical electricity automatics automated automat autocratic atomic aromatic manal patron patrols portal mental minimal mangal  petrols').split(' '),
); // prettier-ignore
const MIN_LENGTH = 5;

/** Matches what no other matcher knows. */
export const matchMisspeltClass: Matcher = ({ words }, at) => {
  const { key } = words[at];
  if (key.length < MIN_LENGTH || NEVER.has(key)) return undefined;
  const shape = SHAPES.find(({ word, sound }) => isMisspelt(word, key) || sound.test(key));
  return shape && { length: 1, meaning: shape.meaning };
};

/** One edit or two neighbours swapped; two of them in long words. */
function isMisspelt(word: string, typed: string): boolean {
  if (word[0] !== typed[0] && word[0] !== typed[1]) return false;
  return (
    isOneEditApart(word, typed) || (word.length >= 8 && typed.length >= 7 && areTwoEditsApart(word, typed))
  );
}

function areTwoEditsApart(word: string, typed: string): boolean {
  for (let i = 0; i <= typed.length; i++) {
    const without = typed.slice(0, i) + typed.slice(i + 1);
    if (isOneEditApart(word, without)) return true;
    const swapped = typed.slice(0, i) + (typed[i + 1] ?? '') + (typed[i] ?? '') + typed.slice(i + 2);
    if (isOneEditApart(word, swapped)) return true;
  }
  return false;
}
