// The chart of cost against size: a line per query class on two logarithmic axes, as a self-contained SVG. Costs
// proportional to the stock follow the dashed line; constant costs are flat.
import type { StockMeasurements } from '../measure-stock.ts';

const WIDTH = 760;
const HEIGHT = 460;
const PLOT = { left: 70, right: 640, top: 30, bottom: 400 };
/** Between the labels at the ends of the lines. */
const LABEL_SPACING = 14;
const COLOURS = [
  '#0072b2', '#d55e00', '#009e73', '#cc79a7', '#56b4e9', '#a05a2c', '#e69f00', '#7f3f98', '#4d4d4d', '#b22222', '#8a9a00',
]; // prettier-ignore

interface Line {
  readonly name: string;
  readonly colour: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** Needs one stock at least. */
export function renderChart(stocks: readonly StockMeasurements[]): string {
  const sizes = stocks.map(({ search }) => search.listings);
  const times = stocks.flatMap(({ search }) => search.classes.map(({ warmMs }) => warmMs.p50));
  const x = decades(sizes, PLOT.left, PLOT.right);
  const y = decades(times, PLOT.bottom, PLOT.top);
  const lines = stocks[0].search.classes.map(({ name }, index): Line => ({
    name,
    colour: COLOURS[index % COLOURS.length],
    points: stocks.map(({ search }) => ({
      x: x.at(search.listings),
      y: y.at(search.classes[index].warmMs.p50),
    })),
  }));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="sans-serif" font-size="12">`,
    '<title>Median time of a search against the number of listings</title>',
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    ...x.ticks.map((size) => verticalRule(x.at(size), size.toLocaleString('en-GB'))),
    ...y.ticks.map((time) => horizontalRule(y.at(time), `${time} ms`)),
    linearGuide(x, y),
    ...lines.flatMap(curve),
    ...labels(lines),
    text((PLOT.left + PLOT.right) / 2, HEIGHT - 12, 'listings', 'middle'),
    text(PLOT.left, 18, 'median time of a search; dashed: in proportion to the listings', 'start'),
    '</svg>',
    '',
  ].join('\n');
}

interface Scale {
  readonly ticks: readonly number[];
  at(value: number): number;
}

/** A logarithmic scale over whole decades that hold all values, laid from `from` to `to`. */
function decades(values: readonly number[], from: number, to: number): Scale {
  const known = values.filter((value) => value > 0);
  const first = Math.floor(Math.log10(Math.min(...known, Infinity) === Infinity ? 1 : Math.min(...known)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...known, 10 ** first))));
  return {
    ticks: Array.from({ length: last - first + 1 }, (_, step) => Number(`1e${first + step}`)),
    // Nothing takes no time: what the clock did not see lies on the axis.
    at: (value) =>
      round(from + ((to - from) * (Math.log10(Math.max(value, 10 ** first)) - first)) / (last - first)),
  };
}

/** What grows in proportion, from the lower left corner. */
function linearGuide(x: Scale, y: Scale): string {
  const count = Math.min(x.ticks.length, y.ticks.length) - 1;
  const from = { x: x.at(x.ticks[0]), y: y.at(y.ticks[0]) };
  const to = { x: x.at(x.ticks[count]), y: y.at(y.ticks[count]) };
  return `<line x1="${from.x}" y1="${from.y}" x2="${to.x}" y2="${to.y}" stroke="#999999" stroke-dasharray="5 5"/>`;
}

function verticalRule(at: number, label: string): string {
  const line = `<line x1="${at}" y1="${PLOT.top}" x2="${at}" y2="${PLOT.bottom}" stroke="#dddddd"/>`;
  return `${line}${text(at, PLOT.bottom + 18, label, 'middle')}`;
}

function horizontalRule(at: number, label: string): string {
  const line = `<line x1="${PLOT.left}" y1="${at}" x2="${PLOT.right}" y2="${at}" stroke="#dddddd"/>`;
  return `${line}${text(PLOT.left - 8, at + 4, label, 'end')}`;
}

function curve({ colour, points }: Line): string[] {
  const path = points.map(({ x, y }) => `${x},${y}`).join(' ');
  return [
    `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    ...points.map(({ x, y }) => `<circle cx="${x}" cy="${y}" r="3" fill="${colour}"/>`),
  ];
}

/** Names beside the last points, pushed apart downwards where they would overlap, and up again from the bottom. */
function labels(lines: readonly Line[]): string[] {
  const ends = lines.map(({ name, colour, points }) => ({ name, colour, ...points[points.length - 1] }));
  ends.sort((a, b) => a.y - b.y);
  const places = ends.map(({ y }) => y);
  for (let i = 1; i < places.length; i++) places[i] = Math.max(places[i], places[i - 1] + LABEL_SPACING);
  places[places.length - 1] = Math.min(places[places.length - 1], PLOT.bottom);
  for (let i = places.length - 2; i >= 0; i--) places[i] = Math.min(places[i], places[i + 1] - LABEL_SPACING);
  return ends.flatMap(({ name, colour, x, y }, i) => {
    const at = round(places[i]);
    return [
      `<line x1="${x + 5}" y1="${y}" x2="${PLOT.right + 24}" y2="${at}" stroke="${colour}" stroke-width="0.5"/>`,
      text(PLOT.right + 28, at + 4, name, 'start'),
    ];
  });
}

function text(x: number, y: number, content: string, anchor: 'start' | 'middle' | 'end'): string {
  const escaped = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="#333333">${escaped}</text>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
