// The status of a server: that of its stock, and the versions of its program.
import { BUILD, installedVersion } from '../package-files.ts';
import type { PublicStatus } from '../stock-status.ts';

export interface ServerStatus extends PublicStatus {
  readonly program: RunningProgram;
}

export interface RunningProgram {
  /** Of the process that responds. */
  readonly version: string;
  /** Of the process that started it, if it is another one: workers were replaced by those of a new program. */
  readonly primary?: string;
  /** Of the program that a restart would run, if it is another one. */
  readonly installed?: string;
}

/** Where a primary process tells its workers the version of its program, and the path by which a restart would start it. */
export const PRIMARY_VERSION = 'FORECOURT_PRIMARY_VERSION';
export const PRIMARY_COMMAND = 'FORECOURT_PRIMARY_COMMAND';

let cached: ServerStatus | undefined;
let cachedOf: PublicStatus | undefined;

/** The same object as before if neither the stock nor the program has changed. */
export function withProgram(status: PublicStatus): ServerStatus {
  const program = runningProgram();
  if (cached === undefined || cachedOf !== status || !isSame(cached.program, program)) {
    cached = { program, ...status };
    cachedOf = status;
  }
  return cached;
}

function runningProgram(): RunningProgram {
  const primary = process.env[PRIMARY_VERSION] ?? BUILD;
  const installed = installedVersion(process.env[PRIMARY_COMMAND]);
  return {
    version: BUILD,
    ...(primary !== BUILD && { primary }),
    ...(installed !== undefined && { installed }),
  };
}

function isSame(one: RunningProgram, other: RunningProgram): boolean {
  return one.primary === other.primary && one.installed === other.installed;
}
