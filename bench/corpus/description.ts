// What a dealer writes about a car: its name and trim, then words of the vocabulary by Zipf's law.
import type { Random, Weighted } from '../../src/demo/random.ts';
import type { Car } from './cars.ts';
import { readVocabulary, TRIMS } from './vocabulary.ts';
import { zipf } from './zipf.ts';

/** Words of a description, the car's name not counted. */
export const LEAST_WORDS = 25;
export const MOST_WORDS = 60;

export class Describer {
  readonly #random: Random;
  readonly #words: Weighted<string> = zipf(readVocabulary());

  constructor(random: Random) {
    this.#random = random;
  }

  describe(car: Car): string {
    const random = this.#random;
    const engine = car.engineLitres === null ? '' : ` ${car.engineLitres.toFixed(1)}`;
    let text = `${car.year} ${car.make} ${car.model}${engine}`;
    const count = random.whole(LEAST_WORDS, MOST_WORDS);
    for (let word = 0; word < count; word++) {
      const mark = word > 0 && word % 6 === 0 ? ',' : '';
      text += `${mark} ${word === 0 ? random.pick(TRIMS) : random.pickWeighted(this.#words)}`;
    }
    return `${text}.`;
  }
}
