// The makes of the corpus and their models, commonest first. The larger makes start with existing models; all continue
// with invented names. The same for all seeds.
import { Random } from '../../src/demo/random.ts';

export interface Make {
  readonly name: string;
  /** Commonest first. */
  readonly models: readonly string[];
}

/** Spelled as an import would spell them. */
const MAKES = `
  Ford: Fiesta, Focus, Kuga, Puma, Transit Custom, EcoSport, Mondeo, Ka+, S-MAX, C-MAX, Galaxy, Ranger, Mustang
  Volkswagen: Golf, Polo, Tiguan, T-Roc, Up, Passat, Touran, T-Cross, Transporter, ID.3, Touareg, Arteon
  Vauxhall: Corsa, Astra, Mokka X, Insignia, Crossland X, Grandland X, Adam, Vivaro, Zafira Tourer, Meriva
  BMW: 3 Series, 1 Series, 5 Series, X1, X3, 4 Series, X5, 2 Series Active Tourer, i3, M4, Z4, 7 Series
  Mercedes-Benz: A-Class, C-Class, E-Class, GLA, CLA, GLC, B-Class, S-Class, Sprinter, SL
  Audi: A3, A4, A1, Q3, Q5, A5, A6, Q2, TT, Q7, e-tron, RS3, A8
  Nissan: Qashqai, Juke, Micra, Leaf, X-Trail, Note, Navara, 370Z, GT-R
  Toyota: Yaris, Aygo, C-HR, Corolla, Auris, RAV4, Prius, Hilux, Land Cruiser, GT86
  Peugeot: 208, 3008, 2008, 308, 108, 5008, 508, Partner, RCZ
  Kia: Sportage, Picanto, Ceed, Rio, Niro, Stonic, Sorento, Optima, e-Niro
  Hyundai: Tucson, i10, i20, i30, Kona, Ioniq, Santa Fe, ix20
  Land Rover: Range Rover Evoque, Discovery Sport, Range Rover Sport, Defender 110, Range Rover Velar, Freelander 2
  Renault: Clio, Captur, Megane, Kadjar, Zoe, Scenic, Twingo, Trafic
  MINI: Hatch, Countryman, Clubman, Convertible, Paceman, Cooper S
  Skoda: Octavia, Fabia, Superb, Kodiaq, Karoq, Citigo, Yeti, Kamiq
  SEAT: Ibiza, Leon, Ateca, Arona, Alhambra, Mii, Tarraco
  Citroen: C3, C1, C4 Cactus, C3 Aircross, Berlingo, C5 Aircross, Dispatch, DS3
  Honda: Jazz, Civic, CR-V, HR-V, Accord, S2000
  Volvo: XC60, XC40, V40, XC90, V60, S60, V90
  Fiat: 500, 500X, Panda, Tipo, Punto, 500L, Doblo
  Mazda: CX-5, Mazda3, MX-5, Mazda2, CX-3, Mazda6
  Jaguar: XF, XE, F-Pace, E-Pace, XJ, F-Type, XJS
  Suzuki: Swift, Vitara, Ignis, S-Cross, Jimny, Celerio
  Dacia: Sandero, Duster, Logan MCV, Jogger, Spring
  Tesla: Model 3, Model S, Model X, Model Y
  Lexus: NX, RX, CT 200h, IS 300h, UX
  MG: ZS, HS, MG3, MG5
  Porsche: Macan, Cayenne, 911, Boxster, Panamera
  Mitsubishi: Outlander, ASX, L200
  Jeep: Renegade, Compass, Grand Cherokee, Wrangler
  DS; Cupra; Smart; Alfa Romeo; Abarth; Subaru; Polestar; SsangYong; Bentley; Isuzu; Chevrolet; Infiniti; Saab; Maserati
  Aston Martin; Genesis; BYD; Lotus; Ferrari; Rover; Chrysler; Dodge; Morgan; Rolls-Royce; Lamborghini; LEVC; McLaren
  Caterham; Daihatsu; Proton
`;

/** Trims, which also follow the name of some models. */
export const TRIMS =
  `SE Sport S-Line Titanium Zetec M-Sport GTI Tekna Acenta AMG-Line R-Design Ghia FR vRS ST-Line
  Vignale Elegance Allure Ultimate Laurin SRi Dynamique Inscription Lounge Ambiente Limited`.split(/\s+/);

/** Of the commonest make; each next one has a little fewer. */
const MAX_MODELS = 25;
const FEWER_EACH = 0.385;

export function readMakes(): Make[] {
  const random = new Random(60);
  const entries = MAKES.trim().split(/[\n;]/);
  return entries.map((entry, rank) => {
    const [name, listed = ''] = entry.split(':').map((part) => part.trim());
    const models = new Set(listed.split(', ').filter((model) => model !== ''));
    const count = Math.round(MAX_MODELS - FEWER_EACH * rank);
    while (models.size < count) models.add(inventedModel(random));
    return { name, models: [...models] };
  });
}

/** `Velora`, or a code such as `KX4` for one in four. */
function inventedModel(random: Random): string {
  if (!random.chance(0.25)) {
    const word = inventWord(random, 2);
    return word.charAt(0).toUpperCase() + word.slice(1);
  }
  const letters = [random.pick([...'CDEGKLMQRSTVXZ']), random.pick(['', 'X', 'V', 'S'])];
  return `${letters.join('')}${random.whole(1, 90)}`;
}

// Words of no language.
const ONSETS = 'b br c cl d dr f fl g gr h j k l m n p pr r s sc st t tr v w'.split(' ');
const VOWELS = 'a e i o u a e i o ai ea ou'.split(' ');
const CODAS = ['', '', '', 'n', 'r', 'l', 's', 't', 'm', 'nd', 'rk', 'x'];

/** In lower case, one to six letters for each syllable. */
export function inventWord(random: Random, syllables: number): string {
  let word = '';
  for (let count = 0; count < syllables; count++) {
    const coda = count === syllables - 1 ? random.pick(CODAS) : '';
    word += random.pick(ONSETS) + random.pick(VOWELS) + coda;
  }
  return word;
}
