// Commands in a PID namespace of their own, as containers have one each, over the same folders. Needs Linux and the right
// to make namespaces: root, or user namespaces that are open to everyone.
import { spawnSync } from 'node:child_process';

const WAYS = [
  ['--pid', '--fork', '--mount-proc', '--kill-child=SIGKILL'],
  ['--user', '--map-root-user', '--pid', '--fork', '--mount-proc', '--kill-child=SIGKILL'],
];

const way = WAYS.find((flags) => spawnSync('unshare', [...flags, 'true']).status === 0);

/** Says why, behind a test's name, if no namespace can be made. */
export const NO_NAMESPACES = way === undefined ? ' (skipped: unshare --pid does not work here)' : '';

/** `unshare` and its arguments, which run a command as process 1 of a new namespace, and end it with themselves. */
export function inNamespace(...command: readonly string[]): [program: string, args: readonly string[]] {
  return ['unshare', [...(way ?? []), ...command]];
}
