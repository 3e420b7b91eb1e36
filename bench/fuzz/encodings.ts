// Ways to write a text into the target of a request, right and wrong ones. Results hold one character for each byte, and
// none that would end the request line.
import type { Random } from '../../src/demo/random.ts';

type Encoding = (text: string, random: Random) => string;

const HEX = '0123456789ABCDEF';

const BYTE = (byte: number): string => `%${HEX[byte >> 4]}${HEX[byte & 15]}`;

const everyByte: Encoding = (text) => Array.from(Buffer.from(text), BYTE).join('');
// encodeURIComponent refuses half a pair of surrogates.
const asForms: Encoding = (text) =>
  Array.from(Buffer.from(text), (byte) =>
    byte === 0x20
      ? '+'
      : /[A-Za-z0-9*._-]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : BYTE(byte),
  ).join('');
const asBytes: Encoding = (text) =>
  // What would end or split the request line is encoded all the same.
  Buffer.from(text)
    .toString('latin1')
    .replace(/[\0-\x20\x7f]/g, (byte) => BYTE(byte.charCodeAt(0)));
const twice: Encoding = (text, random) => asForms(asForms(text, random), random);
const lowerCase: Encoding = (text, random) => everyByte(text, random).toLowerCase();
const asUtf16: Encoding = (text) =>
  Array.from(text.slice(0, 200), (_, at) => `%u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
    '',
  );
// Two bytes where one would do: not UTF-8.
const overlong: Encoding = (text) =>
  Array.from(text.slice(0, 200), (character) => {
    const code = character.charCodeAt(0) & 0x7f;
    return `${BYTE(0xc0 | (code >> 6))}${BYTE(0x80 | (code & 0x3f))}`;
  }).join('');
const asLatin1: Encoding = (text) => Array.from(Buffer.from(text.slice(0, 200), 'latin1'), BYTE).join('');
const withSurrogates: Encoding = (text, random) => `${asForms(text, random)}%ED%A0%80%ED%B0%80`;
const cutShort: Encoding = (text, random) =>
  `${asForms(text, random)}${random.pick(['%', '%2', '%zz', '%e2%82', '%ff', '%00', '%C3%28'])}`;

const RIGHT: readonly Encoding[] = [asForms, everyByte, lowerCase, asBytes];
const WRONG: readonly Encoding[] = [twice, asUtf16, overlong, asLatin1, withSurrogates, cutShort];

/** The text as part of a target, most often right. */
export function encoded(text: string, random: Random): string {
  if (random.chance(0.7)) return asForms(text, random);
  return random.pick(random.chance(0.8) ? RIGHT : WRONG)(text, random);
}
