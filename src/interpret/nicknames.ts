// What the trade and its customers call makes and models. Spellings that dealers use are in vehicle/makes.ts; these are only heard.

const MAKES: readonly (readonly [make: string, nicknames: string])[] = [
  ['Alfa Romeo', 'alfas alpha alphas'],
  ['Audi', 'awdi ordi oudi audy auddi'],
  ['BMW', 'bimma bimmas beema beemas beama bm bms beamers beemers bimmers beemerz'],
  ['Chevrolet', 'chevvies chevys'],
  ['Citroen', 'citreons sitroen'],
  ['Ferrari', 'fezza fezzas rari'],
  ['Hyundai', 'hundi hyuni huindai hiunday hyandai hyndai'],
  ['Honda', 'hona hunda'],
  ['Jaguar', 'jags jagwa jagwar jaguwar'],
  ['Lamborghini', 'lambos'],
  ['Land Rover', 'landie landies landys'],
  ['Maserati', 'maser maserarti'],
  [
    'Mercedes-Benz',
    'merseedes mersaydes mercedese mercidies mercedies mersadees mercades mercadees merk merks mersades mersedes mercs benzo',
  ],
  ['Mitsubishi', 'mitsu mitzi mitzubishi'],
  ['Peugeot', 'pugs pergeot perjo pejo puegeot peugot pejeot'],
  ['Porsche', 'porker porkers porka'],
  ['Renault', 'renno renolt renoh'],
  ['Skoda', 'skodas skodia'],
  ['Subaru', 'scooby scoobies scoob subbie subby subie'],
  ['Suzuki', 'suzi zuki suzook suzooki'],
  ['Toyota', 'yota toyoda'],
  ['Vauxhall', 'vauxy vauxie voxy voxhal vauxhalls vaxhall'],
  [
    'Volkswagen',
    'folkswagen folkswagon voltswagen vdubs veedub veedubs volksy dubber volkswagon wolkswagon volvagen',
  ],
];

const MODELS: readonly (readonly [make: string, model: string, nicknames: string])[] = [
  ['Fiat', '500', '500s'],
  ['Ford', 'Fiesta', 'fezzer fiester feista'],
  ['Ford', 'Mustang', 'stang'],
  ['Ford', 'Mondeo', 'mundaneo mondayo mondao'],
  ['Ford', 'Transit', 'trannie'],
  ['Honda', 'Civic', 'civvy sivic'],
  ['Land Rover', 'Range Rover Evoque', 'evoke rangeroverevoke'],
  ['Land Rover', 'Range Rover', 'rangie rangey rangerover'],
  ['Land Rover', 'Range Rover Sport', 'rangiesport'],
  ['Mitsubishi', 'Lancer Evolution', 'evo'],
  ['Nissan', 'Qashqai', 'quashki kashki cashqai qashkai cashkai kashqai kwashkai kwashqai'],
  ['Nissan', 'Skyline', 'skylin'],
  ['Renault', 'Scenic', 'senic scennic'],
  ['Skoda', 'Octavia', 'octy octi'],
  ['Skoda', 'Kodiaq', 'kodiak'],
  ['Skoda', 'Karoq', 'karok'],
  ['Porsche', 'Cayenne', 'kayenne kayen cayen'],
  ['Vauxhall', 'Zafira', 'zaffy zaf'],
  ['Vauxhall', 'Corsa', 'korsa corser corsar'],
  ['Vauxhall', 'Insignia', 'insig'],
  ['Volkswagen', 'Golf', 'goff'],
  ['Volkswagen', 'Scirocco', 'rocco'],
  ['Volkswagen', 'Touareg', 'towareg toureg toureag tuareg'],
];

/** Ordinary words: they are models only right after their make. */
const AFTER_MAKE: readonly (readonly [make: string, model: string, nicknames: string])[] = [
  ['Fiat', 'Panda', 'pander'],
  ['Fiat', 'Punto', 'pinto'],
  ['Ford', 'Kuga', 'cougar couga cuga'],
  ['Honda', 'Jazz', 'jaz jass'],
  ['Kia', 'Ceed', 'seed'],
  ['Kia', 'Rio', 'reo'],
  ['Mitsubishi', 'Shogun', 'shotgun'],
  ['Nissan', 'Juke', 'joke jook duke'],
  ['Nissan', 'Leaf', 'leave'],
  ['Nissan', 'Micra', 'micro'],
  ['Renault', 'Captur', 'capture captor'],
  ['Renault', 'Clio', 'cleo'],
  ['Renault', 'Scenic', 'scene'],
  ['SEAT', 'Leon', 'lion'],
  ['Toyota', 'Aygo', 'igo ago'],
  ['Vauxhall', 'Astra', 'aster'],
  ['Vauxhall', 'Corsa', 'course coursa'],
  ['Volkswagen', 'Golf', 'gulf'],
  ['Volkswagen', 'Polo', 'pollo'],
];

const MAKE_OF: ReadonlyMap<string, string> = new Map(
  MAKES.flatMap(([make, nicknames]) => nicknames.split(' ').map((name) => [name, make] as const)),
);

/** The make that a key is a nickname of. */
export function makeOfNickname(key: string): string | undefined {
  return MAKE_OF.get(key);
}

interface ModelNickname {
  readonly make: string;
  readonly model: string;
  readonly key: string;
  readonly afterMakeOnly: boolean;
}

/** Models and the keys of their nicknames. */
export const MODEL_NICKNAMES: readonly ModelNickname[] = [...MODELS, ...AFTER_MAKE].flatMap((row) => {
  const [make, model, nicknames] = row;
  return nicknames.split(' ').map((key) => ({ make, model, key, afterMakeOnly: AFTER_MAKE.includes(row) }));
});
