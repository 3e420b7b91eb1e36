// The table of the demo's drawings: every body from every angle, without paint and caption. src/demo/picture.ts says what the marks
// in braces mean.
import { HEIGHT, sheet, WIDTH } from './canvas.ts';
import { SHADES } from './colours.ts';
import { drawFront, headlightSpot } from './front.ts';
import { drawInterior, interiorDefinitions } from './interior.ts';
import { drawRear, taillightSpot } from './rear.ts';
import { SHAPES } from './shapes.ts';
import { drawSide, onSheet, sideDefinitions } from './side.ts';

export const DRAWINGS_FILE = 'assets/demo/drawings.tsv';

export function drawingsText(): string {
  const bodies = Object.entries(SHAPES);
  const rows = [
    ['drawing of', 'sheet', 'svg'],
    ['outside sheet', '', sheet(sideDefinitions(SHADES))],
    ['inside sheet', '', sheet(interiorDefinitions())],
    [bodies.map(([body]) => `${body} interior`).join(' | '), 'inside sheet', drawInterior(SHADES)],
    ...bodies.flatMap(([body, shape]) =>
      [
        ['nearside', drawSide(shape, SHADES)],
        ['offside', `<g transform="translate(${WIDTH} 0) scale(-1 1)">{${body} nearside}</g>`],
        ['front', drawFront(shape, SHADES)],
        ['rear', drawRear(shape, SHADES)],
        [
          'wheel',
          closeUp(`${body} nearside`, onSheet(shape, [shape.axles[0] + 8, shape.wheelRadius + 8]), 3.2),
        ],
        ['headlight', closeUp(`${body} front`, headlightSpot(shape), 3)],
        ['taillight', closeUp(`${body} rear`, taillightSpot(shape), 3)],
      ].map(([angle, svg]) => [`${body} ${angle}`, 'outside sheet', svg]),
    ),
  ];
  return `${rows.map((cells) => cells.join('\t')).join('\n')}\n`;
}

/** A drawing enlarged around a spot, which moves to the middle of the sheet, a little above the caption. */
function closeUp(name: string, [x, y]: readonly [number, number], times: number): string {
  const left = WIDTH / 2 - x * times;
  const top = (HEIGHT - 90) / 2 - y * times;
  const frame = `<clipPath id="frame"><rect width="${WIDTH}" height="${HEIGHT - 80}"/></clipPath>`;
  return `${frame}<g clip-path="url(#frame)"><g transform="translate(${left.toFixed(1)} ${top.toFixed(1)}) scale(${times})">{${name}}</g></g>`;
}
