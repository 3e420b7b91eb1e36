// Paths of the demo's pictures: `/pictures/<body>-<colour>-<angle>-<label>.svg`, such as
// `/pictures/suv-red-front-Nissan-Qashqai.svg`. Anyone may send a path, so it may contain only words of closed lists and a short
// label of letters and digits.
import { demoTables } from './tables.ts';

/** In the order in which a dealer shows them. The nearside is the passenger's: the left in Britain. */
export const ANGLES = [
  'nearside',
  'front',
  'interior',
  'rear',
  'offside',
  'wheel',
  'headlight',
  'taillight',
] as const;
export type Angle = (typeof ANGLES)[number];

export interface PictureSubject {
  readonly body: string;
  readonly colour: string;
  readonly angle: Angle;
  /** The caption's words: `['Nissan', 'Qashqai']`. Letters and digits only. */
  readonly label: readonly string[];
}

const START = '/pictures/';
const END = '.svg';
const MAX_CHARACTERS = 100;
const MAX_WORDS = 8;

export function picturePath(body: string, colour: string, angle: Angle, label: string): string {
  const words = label.match(/[A-Za-z0-9]+/g) ?? ['car'];
  return `${START}${body}-${colour}-${angle}-${words.slice(0, MAX_WORDS).join('-')}${END}`;
}

/** Undefined for a path that picturePath does not return. */
export function tryParsePicturePath(path: string): PictureSubject | undefined {
  if (path.length > MAX_CHARACTERS || !path.startsWith(START) || !path.endsWith(END)) return undefined;
  const [body, colour, angleWord, ...label] = path.slice(START.length, -END.length).split('-');
  const { bodies, paints } = demoTables();
  const angle = ANGLES.find((known) => known === angleWord);
  if (angle === undefined || !bodies.has(body) || !paints.has(colour)) return undefined;
  if (label.length === 0 || label.length > MAX_WORDS) return undefined;
  if (!label.every((word) => /^[A-Za-z0-9]+$/.test(word))) return undefined;
  return { body, colour, angle, label };
}
