// The view from the back seat: windscreen, dashboard, screen, and the steering wheel on the right, as in Britain.
// Cars differ only in the colour of the trim.
import { gradient } from './canvas.ts';
import type { Shades } from './colours.ts';

export function interiorDefinitions(): string {
  return [
    gradient('sky', '#a9c8e6', '#dcebf5', '#f3f7f4'),
    gradient('dash', '#4a5057', '#2c3136', '#1b1e22'),
    gradient('seat', '#3b4047', '#23272b', '#17191c'),
    gradient('screen', '#1d3550', '#0d1a29'),
  ].join('');
}

export function drawInterior(shades: Shades): string {
  return [
    '<rect y="-60" width="960" height="590" fill="#1f2327"/>',
    '<path d="M110,60Q480,22 850,60L918,262L42,262Z" fill="url(#sky)"/>',
    '<path d="M76,224Q260,186 480,204T884,214L918,262L42,262Z" fill="#8fae86"/>',
    '<path d="M430,262L474,205L486,205L560,262Z" fill="#6a7178"/>',
    '<rect x="420" y="44" width="120" height="34" rx="14" fill="#15181b"/><rect x="427" y="50" width="106" height="22" rx="9" fill="#9fb4c4"/>',
    '<path d="M0,262Q200,236 480,240T960,262L960,420Q480,372 0,420Z" fill="url(#dash)"/>',
    `<path d="M0,330Q480,296 960,330L960,342Q480,308 0,342Z" fill="${shades.plain}"/>`,
    `<path d="M0,330Q480,296 960,330" fill="none" stroke="${shades.light}" stroke-width="2"/>`,
    vent(60, 286),
    vent(250, 272),
    '<rect x="372" y="252" width="216" height="116" rx="10" fill="#0a0d10" stroke="#4b5158" stroke-width="2"/><rect x="380" y="260" width="200" height="100" rx="6" fill="url(#screen)"/>',
    '<path d="M392,344L440,308L478,326L530,282L568,298" fill="none" stroke="#59b3ff" stroke-width="4" stroke-linejoin="round"/><circle cx="478" cy="326" r="7" fill="#ffffff"/>',
    '<rect x="384" y="388" width="192" height="30" rx="8" fill="#111417"/>',
    ...[408, 444, 480, 516, 552].map((x) => `<circle cx="${x}" cy="403" r="8" fill="#3c4248"/>`),
    '<path d="M400,440L560,440L590,530L370,530Z" fill="#15181b"/><rect x="462" y="452" width="36" height="52" rx="14" fill="#3a4046"/><circle cx="480" cy="456" r="20" fill="#565d65"/>',
    instruments(),
    steeringWheel(shades),
    seat(150, shades),
    seat(810, shades),
  ].join('');
}

function vent(x: number, y: number): string {
  const slats = [12, 22, 32].map(
    (down) => `<path d="M${x + 8},${y + down}h64" stroke="#596068" stroke-width="3"/>`,
  );
  return `<rect x="${x}" y="${y}" width="80" height="44" rx="8" fill="#0f1214"/>${slats.join('')}`;
}

function instruments(): string {
  const dial = (x: number) =>
    `<circle cx="${x}" cy="276" r="32" fill="#0b0d0f" stroke="#aeb6be" stroke-width="3"/><path d="M${x},276l-16,-18" stroke="#e3473c" stroke-width="3"/>`;
  return `<path d="M640,300Q646,226 728,222Q810,226 816,300Z" fill="#15181b"/>${dial(692)}${dial(764)}`;
}

function steeringWheel(shades: Shades): string {
  return [
    '<g fill="none" stroke-linecap="round">',
    '<ellipse cx="728" cy="352" rx="112" ry="104" stroke="#0d0f11" stroke-width="26"/>',
    '<ellipse cx="728" cy="352" rx="112" ry="104" stroke="#343a40" stroke-width="18"/>',
    '<path d="M622,356Q728,340 834,356" stroke="#23282d" stroke-width="24"/><path d="M728,360V450" stroke="#23282d" stroke-width="26"/>',
    '</g>',
    `<circle cx="728" cy="358" r="36" fill="#2d3237"/><circle cx="728" cy="358" r="13" fill="${shades.plain}" stroke="#9aa2aa" stroke-width="3"/>`,
  ].join('');
}

/** The back of a front seat, seen from behind. */
function seat(x: number, shades: Shades): string {
  return [
    `<rect x="${x - 46}" y="378" width="92" height="66" rx="24" fill="url(#seat)"/>`,
    `<path d="M${x - 118},530L${x - 100},462Q${x - 94},432 ${x - 56},432H${x + 56}Q${x + 94},432 ${x + 100},462L${x + 118},530Z" fill="url(#seat)"/>`,
    `<path d="M${x - 70},530L${x - 60},458M${x + 70},530L${x + 60},458" stroke="${shades.plain}" stroke-width="3" stroke-dasharray="8 5"/>`,
  ].join('');
}
