// Descriptions and their vocabulary, commonest first: dealers' usual words, codes and decimals, and a long tail of
// invented words. The vocabulary is the same for all seeds.
import { Random, type Weighted } from '../../src/demo/random.ts';
import type { Car } from './cars.ts';
import { inventWord, TRIMS } from './makes.ts';
import { zipf } from './zipf.ts';

export const VOCABULARY_SIZE = 20_000;

const DEALER_VOCABULARY = `
  and with the in full service history one owner alloy wheels heated seats leather air conditioning parking sensors cruise
  control bluetooth satellite navigation great condition finance available part exchange welcome very clean drives
  superbly mot months miles warranty included two keys rear camera front electric windows mirrors climate digital radio
  automatic lights rain sensing wipers keyless start panoramic roof privacy glass black white silver blue grey red green
  metallic pearl paint low road tax excellent economy family saloon hatchback estate coupe convertible diesel petrol hybrid
  manual gearbox turbo engine lane assist blind spot monitor apple carplay android auto touchscreen speakers isofix tow bar
  rails spare wheel cambelt changed brakes tyres serviced recently previous lady local trade sale nationwide delivery call
  today viewing recommended immaculate example rare colour combination upholstery cloth memory ambient lighting head-up
  display wireless charging adaptive suspension sunroof spoiler tinted headlights xenon folding tailgate bodykit
  launch edition facelift plate reg registered hpi clear ulez compliant cat nil deposit used approved dealer stock arriving
  quattro xdrive 4motion 4x4 tdi tsi tdci hdi cdti dci ecoboost bluetec skyactiv vtec multijet puretech`;

const CODES = 900;

/** Every word once, in order of its rank. Codes lie evenly among the first third. */
export function readVocabulary(): string[] {
  const random = new Random(20_000);
  const words = new Set(DEALER_VOCABULARY.trim().split(/\s+/));
  for (const trim of TRIMS) words.add(trim);
  const codes = inventCodes(random);
  const every = Math.floor(VOCABULARY_SIZE / 3 / CODES);
  while (words.size < VOCABULARY_SIZE) {
    const code = words.size % every === 0 ? codes.pop() : undefined;
    words.add(code ?? inventWord(random, random.whole(2, 3)));
  }
  return [...words];
}

/** `320d`, `1.6`, `2.0tdi`, `12`: different ones. */
function inventCodes(random: Random): string[] {
  const codes = new Set<string>();
  while (codes.size < CODES) {
    const litres = (random.whole(8, 65) / 10).toFixed(1);
    codes.add(
      random.pick([
        `${random.whole(1, 9)}${random.pick(['16', '18', '20', '30', '35', '40', '50'])}${random.pick([...'dieh'])}`,
        litres,
        `${litres}${random.pick(['tdi', 'tsi', 'hdi', 'tdci', 'l', 't', 'd'])}`,
        `${random.whole(1, 600)}`,
        `${random.whole(50, 450)}${random.pick(['bhp', 'ps', 'hp'])}`,
      ]),
    );
  }
  return [...codes];
}

/** Words of a description, the car's name not counted. */
export const MIN_WORDS = 25;
export const MAX_WORDS = 60;

export class DescriptionGenerator {
  readonly #random: Random;
  readonly #words: Weighted<string> = zipf(readVocabulary());

  constructor(random: Random) {
    this.#random = random;
  }

  describe(car: Car): string {
    const random = this.#random;
    const engine = car.engineLitres === null ? '' : ` ${car.engineLitres.toFixed(1)}`;
    let text = `${car.year} ${car.make} ${car.model}${engine}`;
    const count = random.whole(MIN_WORDS, MAX_WORDS);
    for (let word = 0; word < count; word++) {
      const mark = word > 0 && word % 6 === 0 ? ',' : '';
      text += `${mark} ${word === 0 ? random.pick(TRIMS) : random.pickWeighted(this.#words)}`;
    }
    return `${text}.`;
  }
}
