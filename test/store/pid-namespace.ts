// Runs commands in a new PID namespace, as containers do, with the same folders. Needs Linux and permission
// to create namespaces: root, or unprivileged user namespaces.
import { spawnSync } from 'node:child_process';

const WAYS = [
  ['--pid', '--fork', '--mount-proc', '--kill-child=SIGKILL'],
  ['--user', '--map-root-user', '--pid', '--fork', '--mount-proc', '--kill-child=SIGKILL'],
];

const way = WAYS.find((flags) => spawnSync('unshare', [...flags, 'true']).status === 0);

/** A suffix for test names with the reason why no namespace can be created. */
export const NO_NAMESPACES = way === undefined ? ' (skipped: unshare --pid does not work here)' : '';

/** `unshare` with arguments that run a command as PID 1 of a new namespace, and kill it when `unshare` ends. */
export function inNamespace(...command: readonly string[]): [program: string, args: readonly string[]] {
  return ['unshare', [...(way ?? []), ...command]];
}
