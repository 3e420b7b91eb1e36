// `npm run client`: brings the types of the client up to date with the OpenAPI document.
import { writeFileSync } from 'node:fs';
import { CLIENT_TYPES_FILE, clientTypes } from './client-types.ts';

writeFileSync(new URL(`../${CLIENT_TYPES_FILE}`, import.meta.url), await clientTypes());
