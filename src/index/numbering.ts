// Numbers texts from 0 in order of appearance, so that what is known of a text can be kept in arrays.

export class Numbering {
  readonly #texts: string[] = [];
  readonly #numbers = new Map<string, number>();

  of(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.#texts.length;
      this.#texts.push(text);
      this.#numbers.set(text, number);
    }
    return number;
  }

  textOf(number: number): string {
    return this.#texts[number];
  }
}
