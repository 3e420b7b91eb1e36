// The demo's pictures, drawn from their paths instead of stored: SVG of a few kilobytes, without scripts and without external
// references. Each drawing is made once, on its first request; only the caption differs between models. There are as many
// drawings as bodies, colours and angles, about 5 MB.
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

/** The picture at a path such as `/pictures/suv-red-front-Nissan-Qashqai.svg`; undefined for other paths. */
export function drawPicture(path: string): DrawnPicture | undefined {
  const subject = tryParsePicturePath(path);
  if (subject === undefined) return undefined;
  const { definitions, drawing } = drawingOf(subject);
  return { type: 'image/svg+xml', body: sheet(subject.label.join(' '), definitions, drawing) };
}

interface Drawing {
  readonly definitions: string;
  readonly drawing: string;
}

const drawings = new Map<string, Drawing>();

function drawingOf(subject: PictureSubject): Drawing {
  const { body, colour, angle } = subject;
  const key = `${body}-${colour}-${angle}`;
  let found = drawings.get(key);
  if (found === undefined) {
    const definitions = angle === 'interior' ? interiorDefinitions() : sideDefinitions(SHADES[colour]);
    found = { definitions, drawing: draw(subject) };
    drawings.set(key, found);
  }
  return found;
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

/** The drawing enlarged around a spot, which moves to the middle of the sheet, a little above the caption. */
function closeUp(drawing: string, [x, y]: readonly [number, number], times: number): string {
  const left = WIDTH / 2 - x * times;
  const top = (HEIGHT - 90) / 2 - y * times;
  const frame = `<clipPath id="frame"><rect width="${WIDTH}" height="${HEIGHT - 80}"/></clipPath>`;
  return `${frame}<g clip-path="url(#frame)"><g transform="translate(${left.toFixed(1)} ${top.toFixed(1)}) scale(${times})">${drawing}</g></g>`;
}
