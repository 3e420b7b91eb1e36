// Where the demo's dealers are: real unit postcodes of Great Britain with their town, from assets/demo/places.tsv.
import { readFileSync } from 'node:fs';

export interface DealerLocation {
  /** Unit postcode: `LS1 4AP`. */
  readonly postcode: string;
  readonly town: string;
}

// The same distance from src/demo and from dist/demo.
const LOCATIONS_FILE = new URL('../../assets/demo/places.tsv', import.meta.url);

/** Every place, in the order of the table. */
export function loadDealerLocations(): DealerLocation[] {
  const [, ...lines] = readFileSync(LOCATIONS_FILE, 'utf8').trimEnd().split('\n');
  return lines.map((line, position) => {
    const [postcode, town] = line.split('\t');
    if (!postcode || !town)
      throw new Error(`places.tsv, line ${position + 2}: no postcode and town ('${line}')`);
    return { postcode, town };
  });
}
