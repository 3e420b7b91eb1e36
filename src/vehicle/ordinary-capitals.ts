// Writes a dealer's capitals as the trade does: `ZETEC TDCI 5DR` becomes `Zetec TDCi 5dr`. Words with a small letter stay as
// sent, and so do numbers and short words that may be abbreviations (`SE`, `GT`).

/** Words with unusual capitals, or too short to be recognised as words. */
const SPELLINGS: ReadonlyMap<string, string> = new Map(
  (
    'EcoBoost EcoBlue ECOnetic TDCi TDdi SCi Ti-VCT GTDi CDTi DTi ecoFLEX ecoTEC SRi SXi dCi TCe MediaNav e-POWER N-Tec ' +
    'HDi e-HDi BlueHDi PureTech VTi DStyle DSport e-Tense i-DTEC i-VTEC i-CTDi i-MMD e:HEV VVT-i x-play x-pression ' +
    'x-clusiv x-cite x-trend T-GDi GDi CRDi MPi EcoDynamics xDrive sDrive eDrive quattro e-tron vRS iV eTSI eHybrid ' +
    'BlueMotion BlueTEC BlueEFFICIENCY BiTurbo TwinTop TwinAir MultiJet MultiAir JTDm DiD MIVEC GX4h GX4hs MyWay DSign ' +
    '70D 75D 85D 90D 100D P85D P90D P100D TFSI FHEV MHEV PHEV DOHC VTEC eCVT ULEZ i-Size Plug-in iTech 4x4 4x2 ' +
    'Nav Van Cab Pop Fun Top Air Pro New Red Jam Eco Bus Cup Lux Car Ice Key Day Low Big Kit Two Gas Up Ltd dr ' +
    'and with of for the'
  )
    .split(' ')
    .map((word) => [word.toUpperCase(), word]),
);

/** Trims of two words. */
const PAIRS: ReadonlyMap<string, string> = new Map(
  ['S line', 'S tronic', 'R tronic'].map((pair) => [pair.toUpperCase(), pair]),
);

const SMALL_LETTER = /\p{Ll}/u;
/** A word that is too long for an abbreviation. */
const ORDINARY = /^\p{Lu}[\p{Lu}'’]{3,}$/u;
const DOORS = /^([2-7])DR$/;
/** Badges such as `320D`, `C220D`, `300H`, `P400E`. */
const BADGE = /^([A-Z]{0,3}[0-9]{2,3})(D|I|E|H|XD|XI|DE)$/;
const DRIVE_BADGE = /^([XSE])DRIVE([0-9]{2}[A-Z]{0,2})$/;

/** `isSmall`: the whole text is in small letters, so abbreviations are too. */
export function withOrdinaryCapitals(words: readonly string[], isSmall: boolean): readonly string[] {
  const capitals = words.map((word) => (isSmall ? word.toUpperCase() : word));
  const spelled: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const pair = at + 1 < words.length ? PAIRS.get(`${capitals[at]} ${capitals[at + 1]}`) : undefined;
    if (pair === undefined) spelled.push(spellingOf(capitals[at], words[at]));
    else {
      spelled.push(pair);
      at += 1;
    }
  }
  return spelled;
}

/** Maximum cached words: words recur, and most variants consist of known ones. */
const MAX_KNOWN = 5000;
const known = new Map<string, string>();

function spellingOf(word: string, sent: string): string {
  if (word !== sent) return spell(word, sent);
  let spelling = known.get(word);
  if (spelling === undefined) {
    spelling = spell(word, sent);
    if (known.size < MAX_KNOWN) known.set(word, spelling);
  }
  return spelling;
}

function spell(word: string, sent: string): string {
  if (SMALL_LETTER.test(word)) return word;
  const spelling = SPELLINGS.get(word);
  if (spelling !== undefined) return spelling;
  if (DOORS.test(word) || BADGE.test(word)) {
    return word
      .replace(DOORS, '$1dr')
      .replace(BADGE, (_, number: string, fuel: string) => number + fuel.toLowerCase());
  }
  const drive = DRIVE_BADGE.exec(word);
  if (drive !== null) return `${drive[1].toLowerCase()}Drive${drive[2].toLowerCase()}`;
  if (/[0-9]/.test(word) && word !== sent) return sent;
  return word.replace(/[^-/()+]+/g, (part) =>
    ORDINARY.test(part) ? capitalized(part) : (SPELLINGS.get(part) ?? part),
  );
}

function capitalized(word: string): string {
  return word.charAt(0) + word.slice(1).toLowerCase();
}
