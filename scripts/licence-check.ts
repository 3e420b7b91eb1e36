// Holds the lock file to what may be in it: every package by its checksum, and under a licence that is on a list. Packages
// that are delivered have a shorter list than those that only build and test.

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  /** Only for building and testing. */
  readonly dev?: boolean;
}

export interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

export interface LicenceReport {
  /** From each licence to how many packages that are delivered are under it. */
  readonly delivered: ReadonlyMap<string, number>;
  /** The same for those that only build and test. */
  readonly building: ReadonlyMap<string, number>;
  readonly faults: readonly string[];
}

/** They ask for nothing but that their text is passed on. */
const FREE = ['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0'];
/** For tools that are not passed on. */
const FREE_TO_USE = [...FREE, 'BlueOak-1.0.0', 'CC0-1.0', 'MPL-2.0', 'Python-2.0'];

/** `installedLicence` is what a package says of itself where it is installed: the lock must not say anything else. */
export function checkLicences(
  lock: LockFile,
  installedLicence: (path: string) => string | undefined,
): LicenceReport {
  const delivered = new Map<string, number>();
  const building = new Map<string, number>();
  const faults: string[] = [];
  for (const [path, locked] of Object.entries(lock.packages)) {
    if (path === '') continue;
    const name = `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)} ${locked.version ?? ''}`;
    const licence = locked.license ?? installedLicence(path);
    if (locked.integrity?.startsWith('sha512-') !== true) faults.push(`${name} has no checksum`);
    // The lock need not say where: whichever registry it is, the checksum holds.
    if (locked.resolved?.startsWith('https://') === false)
      faults.push(`${name} does not come from a registry`);
    if (licence === undefined) {
      faults.push(`${name} names no licence`);
      continue;
    }
    const installed = installedLicence(path);
    if (installed !== undefined && installed !== licence)
      faults.push(`${name} is locked as ${licence} and installed as ${installed}`);
    const isTool = locked.dev === true;
    if (!isAllowed(licence, isTool ? FREE_TO_USE : FREE)) faults.push(`${name} is under ${licence}`);
    const counts = isTool ? building : delivered;
    counts.set(licence, (counts.get(licence) ?? 0) + 1);
  }
  return { delivered, building, faults };
}

/** Of an expression such as `(MIT OR CC0-1.0)`; one that mixes OR and AND is not taken apart, and so refused. */
function isAllowed(expression: string, allowed: readonly string[]): boolean {
  const bare = expression.replace(/^\((.*)\)$/, '$1');
  if (bare.includes(' OR ')) return bare.split(' OR ').some((part) => allowed.includes(part));
  return bare.split(' AND ').every((part) => allowed.includes(part));
}
