// The front of a car, from the same shape as its side.
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

/** The position of the left headlight on the sheet, for close-ups. */
export function headlightSpot(shape: Shape): readonly [x: number, y: number] {
  return [
    MIDDLE - (shape.width / 2 - 24) * FRONT_REAR_SCALE,
    GROUND - (shape.nose[1] - 10) * FRONT_REAR_SCALE,
  ];
}

export function drawFront(shape: Shape, shades: Shades): string {
  const { width, nose, cowl, sill, brow } = shape;
  const half = width / 2;
  const open = isOpen(shape);
  const roof = open ? brow[1] : shape.crown[1];
  const left = [
    tyre(shape),
    poly(
      [
        [half - 5, cowl[1] - 4],
        [half + 16, cowl[1] + 3],
        [half + 17, cowl[1] + 14],
        [half - 2, cowl[1] + 12],
      ],
      `fill="${shades.plain}" stroke="${shades.dark}" stroke-width="1.5"`,
    ),
    poly(
      [
        [half - 40, nose[1] - 15],
        [half - 8, nose[1] - 2],
        [half - 4, nose[1] - 12],
        [half - 9, nose[1] - 20],
        [half - 38, nose[1] - 22],
      ],
      'fill="#f3f8fb" stroke="#4c5862" stroke-width="2"',
    ),
    dot(half - 18, nose[1] - 13, 5.5, '#aebcc7'),
    dot(half - 18, nose[1] - 13, 3, '#ffffff'),
    poly(
      [
        [half - 6, sill + 22],
        [half - 32, sill + 20],
        [half - 30, sill + 8],
        [half - 8, sill + 10],
      ],
      'fill="#1d2125"',
    ),
  ].join('');
  const screen: Outline = [
    [half - 15, cowl[1] + 4],
    [half - shape.tumblehome - 5, roof - 7],
    [0, roof - 4],
  ];
  return [
    shadow(MIDDLE, width * FRONT_REAR_SCALE * 0.62),
    mirrored(tyre(shape)),
    body(shape, roof),
    band(shape, shades),
    whole(screen, 'fill="url(#glass)" stroke="#14181c" stroke-width="4" stroke-linejoin="round"'),
    `<path d="M${xy(-30, cowl[1] + 6)}L${xy(-6, roof - 7)}L${xy(10, roof - 7)}L${xy(-12, cowl[1] + 6)}Z" fill="#ffffff" opacity="0.12"/>`,
    mirrored(left.slice(tyre(shape).length)),
    whole(
      [
        [32, nose[1] - 13],
        [36, nose[1] - 17],
        [28, nose[1] - 31],
        [0, nose[1] - 31],
        [0, nose[1] - 12],
      ],
      'fill="#15181b"',
    ),
    ...[0, 1, 2].map((bar) => line(31 - bar * 2, nose[1] - 17 - bar * 5, '#8d969e', 2)),
    whole(
      [
        [48, sill + 12],
        [42, sill + 4],
        [0, sill + 4],
        [0, sill + 12],
      ],
      'fill="#15181b"',
    ),
    plate(sill + 9, '#fbfcfd'),
    line(half - 34, nose[1] + 3, shades.dark, 1.5),
  ].join('');
}
