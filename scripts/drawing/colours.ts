// The shades of a body's paint, from top to bottom: marks, for which a picture has the colours of assets/demo/paints.tsv.

export const SHADES = { light: '{light}', plain: '{plain}', dark: '{dark}' };
export type Shades = typeof SHADES;
