// The common parts of front and rear drawings: a symmetrical body on two tyres. Coordinates are centimetres left of the middle
// (on the sheet) and above the ground.
import { fixed, GROUND, WIDTH } from './canvas.ts';
import type { Shades } from './colours.ts';
import type { Shape } from './shapes.ts';

export const MIDDLE = WIDTH / 2;
/** Pixels per centimetre. */
export const FRONT_REAR_SCALE = 1.95;
const PLATE_CM = 52;

/** Half an outline, from the outside to the middle, as pairs of coordinates. */
export type Outline = readonly (readonly [aside: number, above: number])[];

export function isOpen(shape: Shape): boolean {
  return shape.deck[0] < shape.brow[0];
}

export function xy(aside: number, above: number): string {
  return `${fixed(MIDDLE - aside * FRONT_REAR_SCALE)},${fixed(GROUND - above * FRONT_REAR_SCALE)}`;
}

export function poly(outline: Outline, paint: string): string {
  return `<path d="M${outline.map(([aside, above]) => xy(aside, above)).join('L')}Z" ${paint}/>`;
}

/** Both halves as one closed path. */
export function whole(outline: Outline, paint: string): string {
  const right = [...outline].reverse().map(([aside, above]): readonly [number, number] => [-aside, above]);
  return poly([...outline, ...right], paint);
}

export function dot(aside: number, above: number, radius: number, fill: string): string {
  const [x, y] = [MIDDLE - aside * FRONT_REAR_SCALE, GROUND - above * FRONT_REAR_SCALE];
  return `<circle cx="${fixed(x)}" cy="${fixed(y)}" r="${fixed(radius * FRONT_REAR_SCALE)}" fill="${fill}"/>`;
}

export function line(half: number, above: number, stroke: string, width: number): string {
  return `<path d="M${xy(half, above)}L${xy(-half, above)}" stroke="${stroke}" stroke-width="${width}" opacity="0.8"/>`;
}

export function mirrored(drawing: string): string {
  return `${drawing}<g transform="translate(${WIDTH} 0) scale(-1 1)">${drawing}</g>`;
}

export function tyre({ width, wheelRadius }: Shape): string {
  const half = width / 2;
  const [left, top] = [MIDDLE - (half - 2) * FRONT_REAR_SCALE, GROUND - wheelRadius * 1.5 * FRONT_REAR_SCALE];
  return `<rect x="${fixed(left)}" y="${fixed(top)}" width="${fixed(21 * FRONT_REAR_SCALE)}" height="${fixed(wheelRadius * 1.5 * FRONT_REAR_SCALE)}" rx="9" fill="#16181a"/>`;
}

/** The painted body without wheels, up to `roof` centimetres. */
export function body(shape: Shape, roof: number): string {
  const { width, cowl, sill, tumblehome } = shape;
  const half = width / 2;
  const closed = roof > cowl[1] + 8;
  const top = closed
    ? `C${xy(half - 6, cowl[1] + 8)} ${xy(half - tumblehome, roof - 10)} ${xy(half - tumblehome - 4, roof - 4)}Q${xy(half - tumblehome - 10, roof)} ${xy(0, roof + 1)}Q${xy(-half + tumblehome + 10, roof)} ${xy(-half + tumblehome + 4, roof - 4)}C${xy(-half + tumblehome, roof - 10)} ${xy(-half + 6, cowl[1] + 8)} ${xy(-half + 4, cowl[1])}`
    : `Q${xy(half - 12, roof + 2)} ${xy(0, roof + 4)}Q${xy(-half + 12, roof + 2)} ${xy(-half + 4, cowl[1])}`;
  return `<path d="M${xy(half - 10, sill - 4)}Q${xy(half, sill)} ${xy(half, sill + 22)}C${xy(half + 2, cowl[1] - 26)} ${xy(half + 1, cowl[1] - 8)} ${xy(half - 4, cowl[1])}${top}C${xy(-half - 1, cowl[1] - 8)} ${xy(-half - 2, cowl[1] - 26)} ${xy(-half, sill + 22)}Q${xy(-half, sill)} ${xy(-half + 10, sill - 4)}Z" fill="url(#paint)"/>`;
}

/** A light shoulder and a shaded lower part. */
export function band({ width, sill, cowl }: Shape, shades: Shades): string {
  const half = width / 2 - 1;
  return [
    `<path d="M${xy(half - 2, cowl[1] - 4)}Q${xy(0, cowl[1] + 6)} ${xy(-half + 2, cowl[1] - 4)}Q${xy(0, cowl[1] - 8)} ${xy(half - 2, cowl[1] - 4)}Z" fill="${shades.light}" opacity="0.6"/>`,
    whole(
      [
        [half, sill + 20],
        [half - 9, sill - 3],
        [0, sill - 3],
        [0, sill + 24],
      ],
      `fill="${shades.dark}" opacity="0.4"`,
    ),
  ].join('');
}

export function plate(above: number, fill: string): string {
  const [x, y] = [MIDDLE - (PLATE_CM / 2) * FRONT_REAR_SCALE, GROUND - (above + 11) * FRONT_REAR_SCALE];
  return `<rect x="${fixed(x)}" y="${fixed(y)}" width="${fixed(PLATE_CM * FRONT_REAR_SCALE)}" height="${fixed(11 * FRONT_REAR_SCALE)}" rx="3" fill="${fill}" stroke="#3a4046" stroke-width="1.5"/><text x="${MIDDLE}" y="${fixed(y + 8.4 * FRONT_REAR_SCALE)}" text-anchor="middle" font-family="Arial, Helvetica, sans-serif" font-weight="700" font-size="17" letter-spacing="3" fill="#23272b">DEMO</text>`;
}
