// The rear of a car, from the same shape as its side.
import { GROUND, shadow } from './canvas.ts';
import type { Shades } from './colours.ts';
import {
  band,
  body,
  dot,
  FRONT_REAR_SCALE,
  isOpen,
  line,
  MIDDLE,
  mirrored,
  plate,
  poly,
  tyre,
  whole,
  xy,
  type Outline,
} from './front-rear-body.ts';
import type { Shape } from './shapes.ts';

/** The position of the left tail light on the sheet, for close-ups. */
export function taillightSpot(shape: Shape): readonly [x: number, y: number] {
  return [
    MIDDLE - (shape.width / 2 - 14) * FRONT_REAR_SCALE,
    GROUND - (lightHeight(shape) + 4) * FRONT_REAR_SCALE,
  ];
}

export function drawRear(shape: Shape, shades: Shades): string {
  const { width, sill, cowl, tail } = shape;
  const half = width / 2;
  const roof = isOpen(shape) ? tail[1] + 2 : shape.crown[1];
  const light = lightHeight(shape);
  const tall = shape.roofEnd[0] > shape.length - 110;
  const van = shape.tumblehome < 20;
  const left = [
    poly(
      [
        [half - 2, light + 6],
        [half - 4, light + 14],
        [half - 14, light + 14],
        [half - 34, light + 10],
        [half - 36, light],
        [half - 12, light - 8],
        [half - 3, light - 4],
      ],
      'fill="#b3161b" stroke="#5e0b0e" stroke-width="2"',
    ),
    poly(
      [
        [half - 14, light + 3],
        [half - 32, light + 5],
        [half - 33, light + 1],
        [half - 13, light - 2],
      ],
      'fill="#f4d7d3"',
    ),
    dot(half - 30, sill + 10, 3.4, '#8d1518'),
  ].join('');
  const window: Outline = [
    [half - 22, cowl[1] + 6],
    [half - shape.tumblehome - 8, roof - 12],
    [0, roof - 9],
  ];
  const pane = 'fill="url(#glass)" stroke="#14181c" stroke-width="4" stroke-linejoin="round"';
  return [
    shadow(MIDDLE, width * FRONT_REAR_SCALE * 0.62),
    mirrored(tyre(shape)),
    body(shape, roof),
    band(shape, shades),
    roof > cowl[1] + 20 && !van ? whole(window, pane) : '',
    van ? `<path d="M${xy(0, sill + 14)}L${xy(0, roof - 6)}" stroke="${shades.dark}" stroke-width="3"/>` : '',
    isOpen(shape) ? openTop(shape) : '',
    mirrored(left),
    line(half - 38, tall ? light - 14 : light + 13, shades.dark, 2),
    whole(
      [
        [half - 16, sill + 16],
        [half - 24, sill - 2],
        [0, sill - 2],
        [0, sill + 16],
      ],
      'fill="#23272b"',
    ),
    plate(van ? sill + 24 : (light + sill) / 2 + 2, '#f6d64a'),
    mirrored(
      poly(
        [
          [46, sill + 2],
          [46, sill - 3],
          [60, sill - 3],
          [60, sill + 2],
        ],
        'fill="#9aa2aa"',
      ),
    ),
  ].join('');
}

function lightHeight(shape: Shape): number {
  return shape.tail[1] - 18;
}

function openTop({ brow, cowl, width }: Shape): string {
  const half = width / 2;
  const rest = (aside: number) =>
    poly(
      [
        [aside - 12, cowl[1] - 2],
        [aside - 10, cowl[1] + 20],
        [aside + 10, cowl[1] + 20],
        [aside + 12, cowl[1] - 2],
      ],
      'fill="#2a2522"',
    );
  const frame: Outline = [
    [half - 14, cowl[1]],
    [half - 30, brow[1]],
    [0, brow[1] + 2],
  ];
  return (
    whole(frame, 'fill="#8ea2b1" fill-opacity="0.35" stroke="#1a222a" stroke-width="6"') + mirrored(rest(36))
  );
}
