// Where the demo's dealers are: real unit postcodes of Great Britain with their town, from assets/demo/places.tsv.
import { readFileSync } from 'node:fs';

export interface Place {
  /** Unit postcode: `LS1 4AP`. */
  readonly postcode: string;
  readonly town: string;
}

// The same distance from src/demo and from dist/demo.
const TABLE = new URL('../../assets/demo/places.tsv', import.meta.url);

/** Every place, in the order of the table. */
export function readPlaces(): Place[] {
  const [, ...lines] = readFileSync(TABLE, 'utf8').trimEnd().split('\n');
  return lines.map((line, position) => {
    const [postcode, town] = line.split('\t');
    if (!postcode || !town)
      throw new Error(`places.tsv, line ${position + 2}: no postcode and town ('${line}')`);
    return { postcode, town };
  });
}
