// The address of a demo picture says everything about it:
// `/pictures/<body>-<colour>-<view>-<label>.svg`, as in `/pictures/suv-red-front-Nissan-Qashqai.svg`. A path comes
// from anyone, so only words of closed lists and a short, plain label get through.
import { BODIES, type Body } from './catalogue/model-table.ts';
import { COLOURS, type Colour } from './drawing/colours.ts';

/** What can be looked at, in the order a dealer would show it. The nearside is the passenger's, left in Britain. */
export const VIEWS = [
  'nearside',
  'front',
  'interior',
  'rear',
  'offside',
  'wheel',
  'headlight',
  'taillight',
] as const;
export type View = (typeof VIEWS)[number];

export interface PictureSubject {
  readonly body: Body;
  readonly colour: Colour;
  readonly view: View;
  /** The caption's words: `['Nissan', 'Qashqai']`. Letters and digits only. */
  readonly label: readonly string[];
}

const START = '/pictures/';
const END = '.svg';
const MOST_CHARACTERS = 100;
const MOST_WORDS = 8;

export function picturePath(body: Body, colour: Colour, view: View, label: string): string {
  const words = label.match(/[A-Za-z0-9]+/g) ?? ['car'];
  return `${START}${body}-${colour}-${view}-${words.slice(0, MOST_WORDS).join('-')}${END}`;
}

/** Undefined for a path that `picturePath` would not have made. */
export function parsePicturePath(path: string): PictureSubject | undefined {
  if (path.length > MOST_CHARACTERS || !path.startsWith(START) || !path.endsWith(END)) return undefined;
  const [bodyWord, colourWord, viewWord, ...label] = path.slice(START.length, -END.length).split('-');
  const body = BODIES.find((known) => known === bodyWord);
  const colour = COLOURS.find((known) => known === colourWord);
  const view = VIEWS.find((known) => known === viewWord);
  if (body === undefined || colour === undefined || view === undefined) return undefined;
  if (label.length === 0 || label.length > MOST_WORDS) return undefined;
  if (!label.every((word) => /^[A-Za-z0-9]+$/.test(word))) return undefined;
  return { body, colour, view, label };
}
