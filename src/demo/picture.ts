// The demo's pictures: SVG of a few kilobytes, without scripts and without external references, put together from the drawings in
// assets/demo/drawings.tsv (`npm run drawings` writes it). A drawing has marks in braces: `{light}`, `{plain}` and `{dark}` are
// shades of its paint, `{caption}` the label, `{drawing}` what a sheet surrounds, and `{suv front}` another drawing.
import { listOf, mistake, parseTable, readTable, UniqueNames } from '../tables.ts';
import { tryParsePicturePath, ANGLES } from './picture-paths.ts';
import { demoTables } from './tables.ts';

export interface DrawnPicture {
  readonly type: string;
  readonly body: string;
}

interface Drawing {
  /** The drawing that surrounds this one; empty for none. */
  readonly sheet: string;
  readonly svg: string;
}

type Drawings = ReadonlyMap<string, Drawing>;

const PAINT_MARKS = ['light', 'plain', 'dark'] as const;
const OTHER_MARKS = ['caption', 'drawing'];

let loaded: Drawings | undefined;
/** Painted, with a mark for the caption: as many as bodies, colours and angles, about 5 MB. */
const painted = new Map<string, string>();

/** The picture at a path such as `/pictures/suv-red-front-Nissan-Qashqai.svg`; undefined for other paths. */
export function drawPicture(path: string): DrawnPicture | undefined {
  const subject = tryParsePicturePath(path);
  if (subject === undefined) return undefined;
  const { body, colour, angle, label } = subject;
  const key = `${body}-${colour}-${angle}`;
  let picture = painted.get(key);
  if (picture === undefined) {
    loaded ??= readTable('demo/drawings.tsv', (text) =>
      parseDrawings(text, [...demoTables().bodies.keys()]),
    ).rows;
    picture = paint(compose(loaded, `${body} ${angle}`), colour);
    painted.set(key, picture);
  }
  // A label has letters and digits only, so nothing to escape.
  return { type: 'image/svg+xml', body: picture.replaceAll('{caption}', label.join(' ')) };
}

/** Every body has a drawing of each angle, and no mark is unknown. */
export function parseDrawings(text: string, bodies: readonly string[]): Drawings {
  const what = "the demo's drawings";
  const unique = new UniqueNames(what);
  const drawings = new Map<string, Drawing>();
  for (const { line, cells } of parseTable(what, ['drawing of', 'sheet', 'svg'], text)) {
    const [names, sheet, svg] = cells;
    const marks = Array.from(svg.matchAll(/\{([^{}]*)\}/g), ([, mark]) => mark);
    const known: readonly string[] = [...PAINT_MARKS, ...OTHER_MARKS, ...drawings.keys()];
    const unknown = [...marks, ...listOf(sheet)].find((mark) => !known.includes(mark));
    if (unknown !== undefined) throw mistake(what, line, `there is no '${unknown}' above it`);
    for (const name of listOf(names)) {
      unique.add(name, line);
      drawings.set(name, { sheet, svg });
    }
  }
  const missing = bodies
    .flatMap((body) => ANGLES.map((angle) => `${body} ${angle}`))
    .find((name) => !drawings.has(name));
  if (missing !== undefined) throw new Error(`there is no '${missing}' among ${what}`);
  return drawings;
}

function compose(drawings: Drawings, name: string): string {
  const { sheet, svg } = drawings.get(name) ?? { sheet: '', svg: '' };
  const inner = svg.replace(/\{(\w+ \w+)\}/g, (_, other: string) => drawings.get(other)?.svg ?? '');
  return sheet === '' ? inner : compose(drawings, sheet).replace('{drawing}', () => inner);
}

function paint(svg: string, colour: string): string {
  const shades = demoTables().paints.get(colour)?.shades;
  return PAINT_MARKS.reduce((text, mark) => text.replaceAll(`{${mark}}`, shades?.[mark] ?? ''), svg);
}
