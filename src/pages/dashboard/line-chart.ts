// A line chart of the last hour, with a scale from zero to a round number. Labels are outside the SVG, so they keep their size
// at any width.
import { h, type ElementNode } from '../element.ts';
import { roundUpScale } from '../format.ts';

const WIDTH = 600;
const HEIGHT = 120;

export interface Line {
  readonly name: string;
  /** The formatted value of the last minute. */
  readonly latest: string;
  /** One for each step of the chart; null: not measured. */
  readonly values: readonly (number | null)[];
}

export interface LineChart {
  readonly title: string;
  readonly lines: readonly Line[];
  readonly format: (value: number) => string;
  /** Minimum upper end of the scale. */
  readonly minTop: number;
}

export function lineChart({ title, lines, format, minTop }: LineChart): ElementNode {
  const scaleTop = roundUpScale(
    Math.max(minTop, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0))),
  );
  const values = lines.map(({ name, latest }) => `${name} ${latest}`).join(', ');
  return h('figure', {}, [
    h('figcaption', {}, [
      h('h3', {}, title),
      h('ul', {}, [
        lines.map(({ name, latest }, i) =>
          h('li', { class: `line-${i + 1}` }, [h('span', {}, name), ' ', h('strong', {}, latest)]),
        ),
      ]),
    ]),
    h('div', { class: 'plot' }, [
      h('span', { class: 'top' }, format(scaleTop)),
      h(
        'svg',
        {
          role: 'img',
          'aria-label': `${title} over the last hour, up to ${format(scaleTop)}. Now: ${values}.`,
          viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
          preserveAspectRatio: 'none',
        },
        [
          [0, 0.5, 1].map((part) => h('path', { class: 'grid', d: `M0 ${HEIGHT * part}H${WIDTH}` })),
          // The first line is the most important: drawn last, it is on top.
          lines
            .map(({ values }, i) => h('path', { class: `line-${i + 1}`, d: pathOf(values, scaleTop) }))
            .reverse(),
        ],
      ),
      h('span', { class: 'from' }, 'an hour ago'),
      h('span', { class: 'to' }, 'now'),
    ]),
  ]);
}

/** The path from value to value, with gaps for null. A single value becomes a dot. */
function pathOf(values: readonly (number | null)[], top: number): string {
  const parts: string[] = [];
  let isDrawing = false;
  values.forEach((value, i) => {
    if (value !== null) {
      const x = ((i + 0.5) / values.length) * WIDTH;
      const y = HEIGHT - (Math.min(value, top) / top) * HEIGHT;
      parts.push(`${isDrawing ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}${isDrawing ? '' : 'h0'}`);
    }
    isDrawing = value !== null;
  });
  return parts.join('');
}
