// What the trade and its customers call models.

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
