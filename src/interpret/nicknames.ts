// What the trade and its customers call makes and models. Spellings that dealers use are in listing/makes.ts; these are only heard.

const MAKES: readonly (readonly [make: string, nicknames: string])[] = [
  ['Alfa Romeo', 'alfas alpha alphas'],
  ['BMW', 'bimma bimmas beema beemas beama bm bms beamers beemers bimmers beemerz'],
  ['Chevrolet', 'chevvies chevys'],
  ['Citroen', 'citreons sitroen'],
  ['Ferrari', 'fezza fezzas rari'],
  ['Hyundai', 'hundi hyuni huindai hiunday hyandai hyndai'],
  ['Jaguar', 'jags jagwar jaguwar'],
  ['Lamborghini', 'lambos'],
  ['Land Rover', 'landie landies landys'],
  ['Maserati', 'maser maserarti'],
  ['Mercedes-Benz', 'mercades mercadees merk merks mersades mersedes mercs benzo'],
  ['Mitsubishi', 'mitsu mitzi mitzubishi'],
  ['Peugeot', 'pugs pergeot perjo pejo puegeot peugot pejeot'],
  ['Porsche', 'porker porkers porka'],
  ['Renault', 'renno renolt renoh'],
  ['Skoda', 'skodas skodia'],
  ['Subaru', 'scooby scoobies scoob subbie subby subie'],
  ['Suzuki', 'suzi zuki suzook'],
  ['Toyota', 'yota toyoda'],
  ['Vauxhall', 'vauxy vauxie voxy voxhal vauxhalls vaxhall'],
  ['Volkswagen', 'vdubs veedub veedubs volksy dubber volkswagon wolkswagon volvagen'],
];

const MODELS: readonly (readonly [make: string, model: string, nicknames: string])[] = [
  ['Ford', 'Fiesta', 'fezzer fiester feista'],
  ['Ford', 'Mustang', 'stang'],
  ['Ford', 'Mondeo', 'mundaneo mondayo mondao'],
  ['Ford', 'Transit', 'trannie'],
  ['Honda', 'Civic', 'civvy sivic'],
  ['Land Rover', 'Range Rover', 'rangie rangey rangerover'],
  ['Land Rover', 'Range Rover Sport', 'rangiesport'],
  ['Mitsubishi', 'Lancer Evolution', 'evo'],
  ['Nissan', 'Qashqai', 'quashki kashki cashqai qashkai cashkai kashqai kwashkai kwashqai'],
  ['Nissan', 'Skyline', 'skylin'],
  ['Renault', 'Scenic', 'senic scennic'],
  ['Skoda', 'Octavia', 'octy octi'],
  ['Skoda', 'Kodiaq', 'kodiak'],
  ['Skoda', 'Karoq', 'karok'],
  ['Vauxhall', 'Zafira', 'zaffy zaf'],
  ['Vauxhall', 'Corsa', 'korsa corser corsar'],
  ['Vauxhall', 'Insignia', 'insig'],
  ['Volkswagen', 'Golf', 'goff'],
  ['Volkswagen', 'Scirocco', 'rocco'],
  ['Volkswagen', 'Touareg', 'towareg toureg toureag tuareg'],
];

const MAKE_OF: ReadonlyMap<string, string> = new Map(
  MAKES.flatMap(([make, nicknames]) => nicknames.split(' ').map((name) => [name, make] as const)),
);

/** The make that a key is a nickname of. */
export function makeOfNickname(key: string): string | undefined {
  return MAKE_OF.get(key);
}

/** Models and the keys of their nicknames. */
export const MODEL_NICKNAMES: readonly (readonly [make: string, model: string, key: string])[] =
  MODELS.flatMap(([make, model, nicknames]) =>
    nicknames.split(' ').map((key) => [make, model, key] as const),
  );
