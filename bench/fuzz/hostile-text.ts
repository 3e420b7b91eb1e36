// Strings that break careless code, and ways to encode them. Markup and headers in them carry a mark: a response with
// the mark as markup or header is wrong.
import type { Random } from '../../src/demo/random.ts';

/** An element of no page of ours: an HTML answer that holds it has taken a text for markup. */
export const MARKED_ELEMENT = '<i-fuzz';
/** A header of no answer of ours. */
const MARKED_HEADER = 'x-fuzz';

export const HOSTILE_TEXTS: readonly string[] = [
  `${MARKED_ELEMENT} onclick=alert(1)>`, `"${MARKED_ELEMENT}>`, `'>${MARKED_ELEMENT}></i-fuzz>`,
  `</script>${MARKED_ELEMENT}>`, `<![CDATA[${MARKED_ELEMENT}>]]>`, `javascript:alert(1)//${MARKED_ELEMENT}>`,
  `a\r\n${MARKED_HEADER}: 1\r\n\r\n${MARKED_ELEMENT}>`, `a\n${MARKED_HEADER}: 1`, `a\r${MARKED_HEADER}: 1`,
  `a\u0085${MARKED_HEADER}: 1`, `a\u2028b\u2029c`, 'a\u560d\u560ab', '\u202egnihtemos\u202c',
  '\u2066\u2067\u2068\u2069', '\u200b\u200c\u200d\ufeff', '🚗🏎️👨‍👩‍👧‍👦', 'é e\u0301 ǆ ﬁ Ⅷ ㎞ ½', 'İstanbul ıIiİ ẞß ς',
  '\u0000', 'a\u0000b', '\u0001\u0008\u001b[2J\u007f', '\ud800', 'x\udfffy', '\uffff\ufffe',
  'Z\u0351\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308', '__proto__', 'constructor', 'hasOwnProperty',
  'toString', 'valueOf', '__defineGetter__', '{"$ne":null}', '[object Object]', "' OR 1=1 --",
  '"; DROP TABLE listings; --', '(((((((((((((((((((((a', 'a{99999}[z-a]*+?.\\d$^|', '(a+)+$', '\\',
  '\\u0000\\x00%00', '%s%n%x%d', '${7*7}{{7*7}}<%= 7*7 %>#{7*7}', '../../../../etc/passwd', '..\\..\\windows',
  'file:///etc/passwd', 'http://169.254.169.254/latest/', '-1', '-0', '1e400', 'NaN', 'Infinity', '0x7fffffff',
  '9007199254740993', '-9007199254740993', '99999999999999999999999999999999999999', '١٢٣', '１２３', '1,000',
  '1.0000000000000000000000000000000000001', '.5', '5.', '+5', '10k', '£5000', 'null', 'undefined', 'true', '[]',
  '{}', '*', '?', '&', '#', ';', '=', ',,,,', ', ,\t,', '   ', '\t\n\u000b\u000c\r', '\u00a0\u3000\u2003',
]; // prettier-ignore

/** A text that some attack would send, or chance. */
export function hostileText(random: Random): string {
  if (random.chance(0.6)) return random.pick(HOSTILE_TEXTS);
  if (random.chance(0.2)) return random.pick(HOSTILE_TEXTS) + random.pick(HOSTILE_TEXTS);
  if (random.chance(0.1))
    return random.pick(['a', 'ab ', '%', '🚗', '\u0301', '(', ',', 'a-']).repeat(random.whole(1, 700));
  return Array.from({ length: random.whole(1, 24) }, () => anyCharacter(random)).join('');
}

function anyCharacter(random: Random): string {
  const maxCodePoint = random.pick([0x7f, 0xff, 0x7ff, 0xffff, 0x10ffff]);
  return String.fromCodePoint(random.whole(0, maxCodePoint));
}

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
const truncated: Encoding = (text, random) =>
  `${asForms(text, random)}${random.pick(['%', '%2', '%zz', '%e2%82', '%ff', '%00', '%C3%28'])}`;

const VALID_ENCODINGS: readonly Encoding[] = [asForms, everyByte, lowerCase, asBytes];
const INVALID_ENCODINGS: readonly Encoding[] = [
  twice,
  asUtf16,
  overlong,
  asLatin1,
  withSurrogates,
  truncated,
];

/** The text as part of a target, most often right. */
export function encoded(text: string, random: Random): string {
  if (random.chance(0.7)) return asForms(text, random);
  return random.pick(random.chance(0.8) ? VALID_ENCODINGS : INVALID_ENCODINGS)(text, random);
}
