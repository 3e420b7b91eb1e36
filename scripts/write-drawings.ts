// `npm run drawings`: writes the demo's drawings.
import { writeFileSync } from 'node:fs';
import { DRAWINGS_FILE, drawingsText } from './drawing/drawings.ts';

writeFileSync(new URL(`../${DRAWINGS_FILE}`, import.meta.url), drawingsText());
