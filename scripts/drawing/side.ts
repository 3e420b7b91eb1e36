// The nearside of a car, facing left, in layers from the back to the front: shadow, body, shades on the body, glass, gaps,
// lights, wheels.
import { fixed, gradient, GROUND, shadow, WIDTH } from './canvas.ts';
import type { Shades } from './colours.ts';
import type { Shape, Spot } from './shapes.ts';

const SPOKES = [0, 72, 144, 216, 288];

const WHEEL_DEFINITIONS =
  '<linearGradient id="alloy" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#f4f6f8"/><stop offset="0.5" stop-color="#c2c8ce"/><stop offset="1" stop-color="#8f969d"/></linearGradient>';

/** Pixels per centimetre: as large as the sheet allows, while small cars stay smaller than large ones. */
function scaleOf(shape: Shape): number {
  return Math.min(1.82, 815 / shape.length);
}

/** The position of a spot of the shape on the sheet. */
export function onSheet(shape: Shape, [along, above]: Spot): Spot {
  const scale = scaleOf(shape);
  return [WIDTH / 2 + (along - shape.length / 2) * scale, GROUND - above * scale];
}

export function sideDefinitions(shades: Shades): string {
  return [
    gradient('paint', shades.light, shades.plain, shades.plain, shades.dark),
    gradient('glass', '#5d7284', '#33424f', '#202b35'),
    WHEEL_DEFINITIONS,
  ].join('');
}

export function drawSide(shape: Shape, shades: Shades): string {
  const at = (along: number, above: number): string => {
    const [x, y] = onSheet(shape, [along, above]);
    return `${fixed(x)},${fixed(y)}`;
  };
  const outline = outlineOf(shape, at);
  return [
    shadow(WIDTH / 2, shape.length * scaleOf(shape) * 0.54),
    `<clipPath id="body"><path d="${outline}"/></clipPath>`,
    seats(shape, at),
    `<path d="${outline}" fill="url(#paint)"/>`,
    `<g clip-path="url(#body)">${shading(shape, shades, at)}</g>`,
    gaps(shape, shades, at),
    `<g clip-path="url(#body)">${shape.axles.map((axle) => arch(shape, axle)).join('')}</g>`,
    glass(shape, at),
    mirror(shape, shades, at),
    lights(shape, at),
    rails(shape, at),
    wheels(shape),
  ].join('');
}

type At = (along: number, above: number) => string;

function outlineOf(shape: Shape, at: At): string {
  const { length, sill, nose, cowl, brow, crown, roofEnd, deck, tail } = shape;
  const open = deck[0] < brow[0];
  const bumper = nose[1] * 0.62;
  const upper = open
    ? // No roof: from the windscreen's foot straight along the doors to the tail.
      `C${at(cowl[0] + 60, cowl[1] + 3)} ${at(tail[0] - 110, tail[1] + 8)} ${at(tail[0], tail[1])}`
    : [
        `C${at(cowl[0] + 30, cowl[1] + 18)} ${at(brow[0] - 26, brow[1] - 8)} ${at(brow[0], brow[1])}`,
        `Q${at((brow[0] + crown[0]) / 2, crown[1])} ${at(crown[0], crown[1])}`,
        `Q${at((crown[0] + roofEnd[0]) / 2, crown[1])} ${at(roofEnd[0], roofEnd[1])}`,
        `C${at(roofEnd[0] + (deck[0] - roofEnd[0]) * 0.5, roofEnd[1] - 4)} ${at(deck[0] - (deck[0] - roofEnd[0]) * 0.22, deck[1] + 14)} ${at(deck[0], deck[1])}`,
        `Q${at((deck[0] + tail[0]) / 2, deck[1] + 0.5)} ${at(tail[0], tail[1])}`,
      ].join('');
  return [
    `M${at(14, sill - 2)}`,
    `Q${at(1, sill)} ${at(1, bumper * 0.8)}`,
    `C${at(0, bumper + 8)} ${at(6, nose[1] - 3)} ${at(nose[0], nose[1])}`,
    `C${at(nose[0] + 26, nose[1] + 9)} ${at(cowl[0] - 40, cowl[1] - 4)} ${at(cowl[0], cowl[1])}`,
    upper,
    `C${at(length - 1, tail[1] - 10)} ${at(length - 4, tail[1] - 26)} ${at(length - 1, bumper)}`,
    `Q${at(length, sill + 2)} ${at(length - 16, sill - 1)}`,
    'Z',
  ].join('');
}

/** Light on the shoulder, shade below it and dark sills make the flat outline look round. */
function shading(shape: Shape, shades: Shades, at: At): string {
  const { length, sill, nose, tail, cladding } = shape;
  const front = nose[1] - 2;
  const rear = tail[1] - 6;
  const middle = (front + rear) / 2 + 3;
  const lower = sill + (cladding ? 12 : 7);
  return [
    `<path d="M${at(0, front)}Q${at(length / 2, middle + 8)} ${at(length, rear)}L${at(length, rear - 13)}Q${at(length / 2, middle - 8)} ${at(0, front - 10)}Z" fill="${shades.light}" opacity="0.5"/>`,
    `<path d="M${at(0, sill + 30)}Q${at(length / 2, sill + 22)} ${at(length, sill + 34)}L${at(length, 0)}L${at(0, 0)}Z" fill="${shades.dark}" opacity="0.45"/>`,
    `<path d="M${at(0, lower)}L${at(length, lower)}L${at(length, 0)}L${at(0, 0)}Z" fill="#22262a"/>`,
  ].join('');
}

function arch(shape: Shape, axle: number): string {
  const [x, y] = onSheet(shape, [axle, shape.wheelRadius]);
  const radius = shape.wheelRadius * scaleOf(shape);
  const rim = shape.cladding
    ? `<circle cx="${fixed(x)}" cy="${fixed(y)}" r="${fixed(radius * 1.3)}" fill="#2b2f34"/>`
    : '';
  return `${rim}<circle cx="${fixed(x)}" cy="${fixed(y)}" r="${fixed(radius * 1.13)}" fill="#0e1012"/>`;
}

function glass(shape: Shape, at: At): string {
  const { windows, pillars, cowl, brow } = shape;
  const [first, ...rest] = windows;
  if (first === undefined) return '';
  const path = `M${at(...first)}${rest.map((spot) => `L${at(...spot)}`).join('')}Z`;
  const posts = pillars.map(
    (x) => `<path d="M${at(x, 90)}L${at(x + 3, 200)}" stroke="#14181c" stroke-width="9"/>`,
  );
  const gleam = `<path d="M${at(first[0] + 48, 80)}L${at(first[0] + 98, 200)}L${at(first[0] + 122, 200)}L${at(first[0] + 72, 80)}Z" fill="#ffffff" opacity="0.13"/>`;
  const screen = `<path d="M${at(cowl[0] + 8, cowl[1] + 1)}C${at(cowl[0] + 34, cowl[1] + 18)} ${at(brow[0] - 26, brow[1] - 9)} ${at(brow[0] - 1, brow[1] - 1)}L${at(brow[0] + 3, brow[1] - 5)}L${at(cowl[0] + 20, cowl[1] + 1)}Z" fill="#1a222a"/>`;
  return [
    screen,
    `<clipPath id="windows"><path d="${path}"/></clipPath>`,
    `<path d="${path}" fill="url(#glass)" stroke="#14181c" stroke-width="4" stroke-linejoin="round"/>`,
    `<g clip-path="url(#windows)">${gleam}${posts.join('')}</g>`,
  ].join('');
}

function gaps(shape: Shape, shades: Shades, at: At): string {
  const { doors, sill, tail, nose } = shape;
  const belt = beltOf(shape);
  const lines = doors.map((x, index) => {
    const lean = index === doors.length - 1 ? -8 : index === 0 ? 6 : 0;
    return `<path d="M${at(x, belt - 2)}Q${at(x - 2, belt - 30)} ${at(x + lean, sill + 12)}" fill="none" stroke="${shades.dark}" stroke-width="2" opacity="0.75"/>`;
  });
  const handles = doors.slice(1).map((x) => {
    const [left, top] = onSheet(shape, [x - 24, belt - 11]);
    return `<rect x="${fixed(left)}" y="${fixed(top)}" width="26" height="6" rx="3" fill="${shades.light}" stroke="${shades.dark}" stroke-width="1"/>`;
  });
  const crease = `<path d="M${at(nose[0] + 14, nose[1] - 6)}Q${at(shape.length / 2, belt - 4)} ${at(tail[0] - 10, tail[1] - 9)}" fill="none" stroke="${shades.dark}" stroke-width="1.5" opacity="0.55"/>`;
  return crease + lines.join('') + handles.join('');
}

function mirror(shape: Shape, shades: Shades, at: At): string {
  return `<path d="M${at(shape.cowl[0] + 26, beltOf(shape) + 1)}q-4,-16 12,-17 q12,0 11,15 z" fill="${shades.plain}" stroke="${shades.dark}" stroke-width="1.5"/>`;
}

/** The lower edge of the side windows. */
function beltOf({ windows, cowl }: Shape): number {
  return windows[0]?.[1] ?? cowl[1];
}

function lights(shape: Shape, at: At): string {
  const { length, nose, tail, sill } = shape;
  const head = `<path d="M${at(5, nose[1] - 9)}L${at(nose[0] + 24, nose[1] + 1)}Q${at(nose[0] + 18, nose[1] - 9)} ${at(4, nose[1] - 19)}Z" fill="#eef6fb" stroke="#59656f" stroke-width="1.5"/>`;
  const back = `<path d="M${at(length - 3, tail[1] - 9)}L${at(length - 26, tail[1] - 8)}Q${at(length - 22, tail[1] - 22)} ${at(length - 3, tail[1] - 25)}Z" fill="#b3161b" stroke="#6b0d10" stroke-width="1.5"/>`;
  const fog = `<path d="M${at(3, sill + 15)}L${at(24, sill + 15)}L${at(20, sill + 9)}L${at(5, sill + 9)}Z" fill="#1c2024"/>`;
  return head + back + fog;
}

function rails(shape: Shape, at: At): string {
  if (!shape.roofRails) return '';
  const { brow, crown, roofEnd } = shape;
  return `<path d="M${at(brow[0] + 20, brow[1] + 3)}Q${at(crown[0], crown[1] + 7)} ${at(roofEnd[0] - 8, roofEnd[1] + 3)}" fill="none" stroke="#2b2f34" stroke-width="4" stroke-linecap="round"/>`;
}

/** Windscreen frame, seats and headrests of an open car; empty for a closed one. */
function seats(shape: Shape, at: At): string {
  const { deck, brow, cowl } = shape;
  if (deck[0] >= brow[0]) return '';
  const seat = (x: number) =>
    `<path d="M${at(x, cowl[1] - 10)}L${at(x + 12, cowl[1] + 22)}q4,-12 16,-10 q12,3 10,14 L${at(x + 34, cowl[1] - 10)}Z" fill="#2a2522"/>`;
  const screen = `<path d="M${at(cowl[0] + 6, cowl[1])}L${at(brow[0], brow[1])}" stroke="#1a222a" stroke-width="7" stroke-linecap="round"/>`;
  return screen + seat(cowl[0] + 118) + seat(cowl[0] + 82);
}

function wheels(shape: Shape): string {
  return shape.axles
    .map((axle) => {
      const [x, y] = onSheet(shape, [axle, shape.wheelRadius]);
      return wheel(x, y, shape.wheelRadius * scaleOf(shape));
    })
    .join('');
}

/** A wheel seen from its side, with the hub at `x`, `y` and the tyre's `radius`, in pixels. Needs WHEEL_DEFINITIONS. */
function wheel(x: number, y: number, radius: number): string {
  const rim = radius * 0.72;
  const spoke = `M${fixed(-rim * 0.2)},${fixed(-rim * 0.12)}L${fixed(-rim * 0.24)},${fixed(-rim * 0.93)}L${fixed(-rim * 0.06)},${fixed(-rim * 0.96)}L0,${fixed(-rim * 0.3)}L${fixed(rim * 0.06)},${fixed(-rim * 0.96)}L${fixed(rim * 0.24)},${fixed(-rim * 0.93)}L${fixed(rim * 0.2)},${fixed(-rim * 0.12)}Z`;
  const circle = (r: number, paint: string) => `<circle r="${fixed(r)}" ${paint}/>`;
  return [
    `<g transform="translate(${fixed(x)} ${fixed(y)})">`,
    circle(radius, 'fill="#1a1c1f"'),
    circle(radius * 0.9, 'fill="none" stroke="#34383d" stroke-width="1"'),
    circle(rim, 'fill="#2a2e33"'),
    circle(rim * 0.66, 'fill="#5b6168"'),
    circle(rim * 0.4, 'fill="#3a3f45"'),
    ...SPOKES.map((turn) => `<path d="${spoke}" transform="rotate(${turn})" fill="url(#alloy)"/>`),
    circle(rim, `fill="none" stroke="url(#alloy)" stroke-width="${fixed(radius * 0.07)}"`),
    circle(rim * 0.22, 'fill="url(#alloy)"'),
    circle(rim * 0.12, 'fill="#4b5158"'),
    '</g>',
  ].join('');
}
