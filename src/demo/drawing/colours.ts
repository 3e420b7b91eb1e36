// The colours of pictures: a closed list, each with the shades that make a body look round.

export const COLOURS = [
  'black',
  'white',
  'grey',
  'silver',
  'blue',
  'red',
  'green',
  'orange',
  'yellow',
  'brown',
  'beige',
  'purple',
] as const;
export type Colour = (typeof COLOURS)[number];

/** CSS colours of a body from top to bottom. */
export interface Shades {
  readonly light: string;
  readonly plain: string;
  readonly dark: string;
}

// prettier-ignore
export const SHADES: Record<Colour, Shades> = {
  black:  { light: '#4a4f57', plain: '#23262b', dark: '#101215' },
  white:  { light: '#ffffff', plain: '#eef0f2', dark: '#bcc3ca' },
  grey:   { light: '#8d959e', plain: '#666e78', dark: '#3f454d' },
  silver: { light: '#e6e9ec', plain: '#bfc5cb', dark: '#8a929a' },
  blue:   { light: '#4f86c9', plain: '#22579d', dark: '#123461' },
  red:    { light: '#e0504c', plain: '#b3211f', dark: '#6d1011' },
  green:  { light: '#4a8a63', plain: '#1f5f3d', dark: '#0e3622' },
  orange: { light: '#f6a04d', plain: '#df741a', dark: '#954708' },
  yellow: { light: '#fbe27a', plain: '#eec024', dark: '#a97f0a' },
  brown:  { light: '#9a7358', plain: '#6b4a33', dark: '#402a1b' },
  beige:  { light: '#efe6d3', plain: '#d6c7a8', dark: '#9e8e6d' },
  purple: { light: '#8f68b5', plain: '#5f3a86', dark: '#381f53' },
};
