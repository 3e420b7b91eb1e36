// The sheet of every picture: size, background, caption and the format of numbers.

export const WIDTH = 960;
export const HEIGHT = 600;
/** More of the background above and below, because photographs of cars are four by three. */
const MARGIN = 60;

/** The y coordinate of the ground. */
export const GROUND = 462;

/** A coordinate with one decimal; more is not visible. */
export function fixed(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** A complete SVG document around `{drawing}`. `definitions` must be well-formed. */
export function sheet(definitions: string): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 ${-MARGIN} ${WIDTH} ${HEIGHT + 2 * MARGIN}" width="${WIDTH}" height="${HEIGHT + 2 * MARGIN}" role="img" aria-label="{caption}">`,
    `<title>{caption}</title>`,
    `<defs>${BACKGROUND_DEFINITIONS}${definitions}</defs>`,
    BACKGROUND,
    '{drawing}',
    `<text x="40" y="612" font-family="system-ui, 'Segoe UI', Helvetica, Arial, sans-serif" font-size="30" font-weight="600" fill="#33404d">{caption}</text>`,
    `</svg>`,
  ].join('');
}

/** A vertical gradient with evenly spaced colours. */
export function gradient(id: string, ...colours: readonly string[]): string {
  const stops = colours.map(
    (colour, at) => `<stop offset="${fixed(at / (colours.length - 1))}" stop-color="${colour}"/>`,
  );
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops.join('')}</linearGradient>`;
}

/** A shadow on the ground, `halfWidth` to either side of `x`. */
export function shadow(x: number, halfWidth: number): string {
  return `<ellipse cx="${fixed(x)}" cy="${GROUND - 2}" rx="${fixed(halfWidth)}" ry="20" fill="url(#shadow)"/>`;
}

const BACKGROUND_DEFINITIONS = [
  gradient('wall', '#c3cfda', '#dde5ec', '#eff3f6'),
  gradient('floor', '#cdd6de', '#e3e9ee', '#eef2f5'),
  '<radialGradient id="shadow"><stop offset="0" stop-color="#1d252c" stop-opacity="0.6"/><stop offset="0.7" stop-color="#1d252c" stop-opacity="0.32"/><stop offset="1" stop-color="#1d252c" stop-opacity="0"/></radialGradient>',
].join('');

const BACKGROUND = [
  `<rect y="${-MARGIN}" width="${WIDTH}" height="${HEIGHT + MARGIN}" fill="url(#wall)"/>`,
  `<rect y="405" width="${WIDTH}" height="${HEIGHT + MARGIN - 405}" fill="url(#floor)"/>`,
].join('');
