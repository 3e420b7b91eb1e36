// One wheel, seen from its side: tyre, brake, rim with five twin spokes, hub.
import { fixed } from './canvas.ts';

const SPOKES = [0, 72, 144, 216, 288];

/** `x`, `y` is the hub; `radius` the tyre's, all in pixels. Needs `WHEEL_DEFINITIONS`. */
export function wheel(x: number, y: number, radius: number): string {
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

export const WHEEL_DEFINITIONS =
  '<linearGradient id="alloy" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#f4f6f8"/><stop offset="0.5" stop-color="#c2c8ce"/><stop offset="1" stop-color="#8f969d"/></linearGradient>';
