// `npm run client`: brings the types of both clients up to date with the OpenAPI document.
import { writeFileSync } from 'node:fs';
import { CLIENT_TYPES_FILE, clientTypes, PARAMETER_NAMES_FILE, parameterNames } from './client-types.ts';
import { PYTHON_TYPES_FILE, pythonTypes } from './python-types.ts';

const ROOT = new URL('../', import.meta.url);

writeFileSync(new URL(CLIENT_TYPES_FILE, ROOT), await clientTypes());
writeFileSync(new URL(PARAMETER_NAMES_FILE, ROOT), await parameterNames());
writeFileSync(new URL(PYTHON_TYPES_FILE, ROOT), pythonTypes());
