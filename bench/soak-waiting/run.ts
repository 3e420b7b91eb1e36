// `npm run soak:waiting`.
import { runCommand } from '../harness/command.ts';
import { SOAK_WAITING, soakWaiting } from './soak.ts';

await runCommand(SOAK_WAITING, soakWaiting);
