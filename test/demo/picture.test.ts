// Pictures: every path in the demo's stock has one, other paths have none, and a path puts only letters and digits into the SVG.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawPicture, parseDrawings } from '../../src/demo/picture.ts';
import { picturePath, ANGLES } from '../../src/demo/picture-paths.ts';
import { demoStock } from '../../src/demo/generate.ts';

const BODIES = ['hatchback', 'estate', 'suv', 'saloon', 'coupe', 'convertible', 'mpv', 'van', 'pickup'];
const COLOURS = [
  'black',
  'white',
  'grey',
  'silver',
  'blue',
  'red',
  'green',
  'orange',
  'yellow',
  'brown',
  'beige',
  'purple',
];

/** Throws unless every element is closed in order and every attribute is quoted. */
function checkWellFormed(svg: string): void {
  const open: string[] = [];
  let end = 0;
  for (const tag of svg.matchAll(
    /<(\/?)([A-Za-z]+)((?:\s+[A-Za-z0-9:-]+="[^"<&]*(?:&[a-z]+;[^"<&]*)*")*)\s*(\/?)>/g,
  )) {
    const text = svg.slice(end, tag.index);
    if (/[<>]/.test(text)) throw new Error(`stray '${text}'`);
    const attributes = [...(tag[3] ?? '').matchAll(/\s([A-Za-z0-9:-]+)=/g)].map((name) => name[1]);
    if (new Set(attributes).size !== attributes.length) throw new Error(`repeated attribute in '${tag[0]}'`);
    end = tag.index + tag[0].length;
    if (tag[1]) {
      if (open.pop() !== tag[2]) throw new Error(`'${tag[0]}' closes nothing`);
    } else if (!tag[4]) open.push(tag[2] ?? '');
  }
  if (open.length > 0 || end !== svg.length) throw new Error(`open: ${open.join(' ')}`);
}

describe('a picture', () => {
  it('is well-formed SVG with valid numbers for every body, angle and colour', () => {
    for (const body of BODIES) {
      for (const angle of ANGLES) {
        for (const colour of COLOURS) {
          const picture = drawPicture(picturePath(body, colour, angle, 'Ford Focus'));
          expect(picture?.type).toBe('image/svg+xml');
          const svg = picture?.body ?? '';
          checkWellFormed(svg);
          expect(svg).not.toMatch(/NaN|undefined|Infinity|[{}]/);
        }
      }
    }
  });

  it('never changes: browsers may keep it for a year', () => {
    const hash = createHash('sha256');
    for (const body of BODIES) {
      for (const colour of COLOURS) {
        for (const angle of ANGLES)
          hash.update(drawPicture(picturePath(body, colour, angle, 'Ford Focus'))?.body ?? '');
      }
    }
    expect(hash.digest('hex').slice(0, 16)).toBe('27a575092b5a5693');
  });

  it('has the caption of its path, also after the same drawing with another', () => {
    const focus = drawPicture('/pictures/suv-red-front-Ford-Focus.svg')?.body ?? '';
    const qashqai = drawPicture('/pictures/suv-red-front-Nissan-Qashqai.svg')?.body ?? '';
    expect(focus.match(/Ford Focus/g)).toHaveLength(3);
    expect(focus.replaceAll('Ford Focus', 'Nissan Qashqai')).toBe(qashqai);
  });

  it('has no script, event handler, style or external reference', () => {
    for (const body of BODIES) {
      for (const angle of ANGLES) {
        const svg = drawPicture(picturePath(body, 'red', angle, 'Ford Focus'))?.body ?? '';
        expect(svg).not.toMatch(/<script|<style|<foreignObject|<image|<use|<!|<\?/i);
        expect(svg).not.toMatch(/\son[a-z]+=|href|url\((?!#)|javascript:|data:/i);
        const addresses = svg.match(/https?:\/\/[^"]*/g);
        expect(addresses).toEqual(['http://www.w3.org/2000/svg']);
      }
    }
  });

  it('refers only to gradients and clips that it defines', () => {
    for (const body of BODIES) {
      for (const angle of ANGLES) {
        const svg = drawPicture(picturePath(body, 'red', angle, 'Ford Focus'))?.body ?? '';
        const defined = new Set([...svg.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]));
        for (const [, id] of svg.matchAll(/url\(#([^)]+)\)/g))
          expect(defined, `${body} ${angle}`).toContain(id);
      }
    }
  });

  it('carries make and model as its caption', () => {
    const svg = drawPicture('/pictures/suv-red-front-Nissan-Qashqai.svg')?.body;
    expect(svg).toContain('<title>Nissan Qashqai</title>');
    expect(svg).toContain('>Nissan Qashqai</text>');
  });

  it('differs by body, colour and angle', () => {
    const bodies = new Set<string | undefined>();
    for (const path of ['suv-red-front', 'van-red-front', 'suv-blue-front', 'suv-red-rear']) {
      bodies.add(drawPicture(`/pictures/${path}-Ford.svg`)?.body);
    }
    expect(bodies.size).toBe(4);
  });

  it('exists for every path of the stock', () => {
    const pictured = [...demoStock()].filter(({ thumbnail }) => thumbnail !== null);
    expect(pictured.filter(({ thumbnail, images }) => thumbnail !== images[0])).toEqual([]);
    expect(new Set(pictured.map(({ images }) => images.length))).toEqual(new Set([3, 4, 5, 6, 7, 8]));
    const paths = new Set(pictured.flatMap(({ images }) => images));
    expect([...paths].filter((path) => drawPicture(path) === undefined)).toEqual([]);
  });
});

describe('any other path', () => {
  it.each([
    '',
    '/',
    '/pictures/',
    '/pictures/.svg',
    '/pictures/suv-red-front.svg',
    '/pictures/suv-red-front-.svg',
    '/pictures/suv-red-front-Ford-.svg',
    '/pictures/suv-red-front--Ford.svg',
    '/pictures/suv-red-front-Ford.png',
    '/pictures/suv-red-front-Ford.svg?x=1',
    '/pictures/suv-red-front-Ford.svg\n',
    '/pictures/tank-red-front-Ford.svg',
    '/pictures/suv-pink-front-Ford.svg',
    '/pictures/suv-red-below-Ford.svg',
    '/pictures/SUV-red-front-Ford.svg',
    '/pictures/toString-red-front-Ford.svg',
    '/pictures/suv-__proto__-front-Ford.svg',
    '/pictures/suv-red-constructor-Ford.svg',
    '/pictures/suv-red-front-<script>.svg',
    '/pictures/suv-red-front-"onload=.svg',
    '/pictures/suv-red-front-a&b.svg',
    '/pictures/suv-red-front-%3Cscript%3E.svg',
    '/pictures/suv-red-front-Škoda.svg',
    '/pictures/suv-red-front-Ford Focus.svg',
    '/pictures/../suv-red-front-Ford.svg',
    '/pictures/suv-red-front-../../etc/passwd.svg',
    '/pictures/suv-red-front-a-b-c-d-e-f-g-h-i.svg',
    `/pictures/suv-red-front-${'a'.repeat(100)}.svg`,
    'pictures/suv-red-front-Ford.svg',
  ])('is not a picture: %j', (path) => {
    expect(drawPicture(path)).toBeUndefined();
  });

  it('is not a picture, or one with only letters and digits of the path', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (label) => {
        const picture = drawPicture(`/pictures/van-white-nearside-${label}.svg`);
        if (!/^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/.test(label)) expect(picture).toBeUndefined();
        else checkWellFormed(picture?.body ?? '<');
      }),
      { numRuns: 300, seed: 1 },
    );
  });
});

describe('the table of drawings', () => {
  const HEADER = 'drawing of\tsheet\tsvg\n';

  it('is refused for a mark or a sheet that no line above it explains', () => {
    expect(() => parseDrawings(`${HEADER}van front\t\t<g fill="{paint}"/>`, [])).toThrow(
      "the demo's drawings, line 2: there is no 'paint' above it",
    );
    expect(() => parseDrawings(`${HEADER}van front\tsheet\t<g/>`, [])).toThrow(
      "the demo's drawings, line 2: there is no 'sheet' above it",
    );
  });

  it('is refused if a body lacks an angle', () => {
    expect(() => parseDrawings(`${HEADER}van nearside\t\t<g/>`, ['van'])).toThrow(
      "there is no 'van front' among the demo's drawings",
    );
  });
});
