// Draws a demo listing's picture from its path alone, so that no picture has to be stored: SVG of a few kilobytes
// without scripts or references to anything outside itself.
import { HEIGHT, sheet, WIDTH } from './drawing/canvas.ts';
import { SHADES } from './drawing/colours.ts';
import { drawFront, headlightSpot } from './drawing/front.ts';
import { drawInterior, interiorDefinitions } from './drawing/interior.ts';
import { drawRear, taillightSpot } from './drawing/rear.ts';
import { SHAPES } from './drawing/shapes.ts';
import { drawSide, onSheet, sideDefinitions } from './drawing/side.ts';
import { tryParsePicturePath, type PictureSubject } from './picture-path.ts';

export interface DrawnPicture {
  /** Media type. */
  readonly type: string;
  readonly body: string;
}

/** The picture at a path such as `/pictures/suv-red-front-Nissan-Qashqai.svg`; undefined where there is none. */
export function drawPicture(path: string): DrawnPicture | undefined {
  const subject = tryParsePicturePath(path);
  if (subject === undefined) return undefined;
  const definitions =
    subject.angle === 'interior' ? interiorDefinitions() : sideDefinitions(SHADES[subject.colour]);
  return { type: 'image/svg+xml', body: sheet(subject.label.join(' '), definitions, draw(subject)) };
}

function draw({ body, colour, angle }: PictureSubject): string {
  const shape = SHAPES[body];
  const shades = SHADES[colour];
  switch (angle) {
    case 'nearside':
      return drawSide(shape, shades);
    case 'offside':
      return `<g transform="translate(${WIDTH} 0) scale(-1 1)">${drawSide(shape, shades)}</g>`;
    case 'front':
      return drawFront(shape, shades);
    case 'rear':
      return drawRear(shape, shades);
    case 'interior':
      return drawInterior(shades);
    case 'wheel':
      return closeUp(
        drawSide(shape, shades),
        onSheet(shape, [shape.axles[0] + 8, shape.wheelRadius + 8]),
        3.2,
      );
    case 'headlight':
      return closeUp(drawFront(shape, shades), headlightSpot(shape), 3);
    case 'taillight':
      return closeUp(drawRear(shape, shades), taillightSpot(shape), 3);
  }
}

/** `drawing` enlarged around one spot, which comes to the middle of the sheet, a little above the caption. */
function closeUp(drawing: string, [x, y]: readonly [number, number], times: number): string {
  const left = WIDTH / 2 - x * times;
  const top = (HEIGHT - 90) / 2 - y * times;
  const frame = `<clipPath id="frame"><rect width="${WIDTH}" height="${HEIGHT - 80}"/></clipPath>`;
  return `${frame}<g clip-path="url(#frame)"><g transform="translate(${left.toFixed(1)} ${top.toFixed(1)}) scale(${times})">${drawing}</g></g>`;
}
