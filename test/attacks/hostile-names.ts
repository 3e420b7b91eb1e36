// Names that hostile feeds claim, in the spellings that they try. The true name is known by construction.
import type { Random } from '../support/random.ts';

export interface ClaimedName {
  /** As a record has it. */
  readonly spelling: string;
  /** What resolvers make of it; an own name for texts that are no domain. */
  readonly name: string;
}

const TARGETS = [
  'north.example',
  'south.example',
  'group.example',
  'west.group.example',
  'yard.north.example',
  'xn--mller-kva.example',
  'ads.market.example',
  'market.example',
  'carsales.example',
];
const LABELS = ['shop', 'www2', 'm', 'stock', 'wwww', 'a.b', 'shop.www', 'xn--bcher-kva', 'uk'];
/** Not within any target. */
const OTHERS = [
  ['notnorth.example', 'notnorth.example'],
  ['north.example.evil.example', 'north.example.evil.example'],
  ['n\u043erth.example', 'xn--nrth-55d.example'],
  ['shop.n\u043erth.example', 'shop.xn--nrth-55d.example'],
  ['north-example.example', 'north-example.example'],
  ['www.example', 'www.example'],
] as const;
/** No domains, or none that anybody may have. */
const JUNK = [
  'north.example..',
  'north%2eexample',
  '%77ww.north.example',
  'xn--north-.example',
  'xn--www-.north.example',
  'www\u200d.north.example',
  'example',
  'co.uk',
  '.north.example',
  'north..example',
  '127.0.0.1',
  'north.example％2f',
];

/** Whether a name is another name or below it: the model's own rule. */
export function belowOf(name: string, above: string): boolean {
  const labels = hostLabels(name);
  const aboveLabels = hostLabels(above);
  return aboveLabels.every((label, n) => label === labels[labels.length - aboveLabels.length + n]);
}

function hostLabels(name: string): string[] {
  return name.replaceAll('müller', 'xn--mller-kva').split('.');
}

export function claimedName(random: Random): ClaimedName {
  const kind = random.next();
  if (kind < 0.1) {
    const junk = random.oneOf(JUNK);
    return { spelling: junk, name: `junk.${junk.length}.invalid` };
  }
  if (kind < 0.25) {
    const [spelling, name] = random.oneOf(OTHERS);
    return { spelling, name };
  }
  const target = random.oneOf(TARGETS);
  const name = kind < 0.55 ? target : `${random.oneOf(LABELS)}.${target}`;
  return { spelling: disguised(name, random), name };
}

/** Another spelling of a name. Honest feeds use only those that people use; lists of hosts take no scheme. */
export function disguised(
  name: string,
  random: Random,
  { isHonest = false, isHost = false }: { readonly isHonest?: boolean; readonly isHost?: boolean } = {},
): string {
  let spelling = random.next() < 0.5 ? name.replace('xn--mller-kva', 'müller') : name;
  for (let times = random.below(isHonest ? 2 : 4); times > 0; times -= 1) {
    const disguises = [withWww, upperCase, withTrailingDot, ...(isHonest ? [] : HOSTILE_DISGUISES)];
    spelling = random.oneOf(disguises)(spelling, random);
  }
  if (!isHost && random.next() < 0.15) spelling = `https://${spelling}/stock`;
  return spelling;
}

type Disguise = (spelling: string, random: Random) => string;

const withWww: Disguise = (spelling) => `www.${spelling}`;
const upperCase: Disguise = (spelling) => spelling.toUpperCase();
const withTrailingDot: Disguise = (spelling) => (/[.。．｡]$/.test(spelling) ? spelling : `${spelling}.`);

const HOSTILE_DISGUISES: readonly Disguise[] = [
  (spelling) => `ｗｗｗ.${spelling}`,
  (spelling) => `ⓦⓦⓦ．${spelling}`,
  (spelling) => `w\u00adww.${spelling}`,
  (spelling) => spelling.replace('.', '。'),
  (spelling) => spelling.replaceAll('.', '｡'),
  (spelling, random) => {
    const at = random.below(spelling.length);
    return spelling.slice(0, at) + fullWidth(spelling.slice(at, at + 3)) + spelling.slice(at + 3);
  },
  (spelling, random) => {
    // Within `xn--` it would make another name, and at the start none.
    if (/xn--/i.test(spelling)) return spelling;
    const at = 1 + random.below(spelling.length - 1);
    return `${spelling.slice(0, at)}\u00ad${spelling.slice(at)}`;
  },
];

/** Letters only: full-width punycode prefixes and points are others' business. */
function fullWidth(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
}
