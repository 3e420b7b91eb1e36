// Stats of the whole server, whether it is one process or a primary with workers, which get them from the primary.
import type { EmptySearchCounts } from './empty-searches.ts';
import { History, SAMPLE_INTERVAL_MS, type MetricSample } from './history.ts';
import { metricsText, type MetricValues } from './aggregate-metrics.ts';
import { BUILD, installedVersion } from '../package-files.ts';
import type { PublicStatus } from '../stock-status.ts';

export interface ServerStats {
  readonly metrics: () => Promise<string>;
  /** The last hour, oldest first. */
  readonly history: () => Promise<readonly MetricSample[]>;
  /** Searches that found nothing, of all processes since the start. */
  readonly emptySearches: () => Promise<EmptySearchCounts>;
  /** Undefined while the stock is loading. */
  readonly status: () => Promise<ServerStatus | undefined>;
}

export interface StatsCollector extends ServerStats {
  readonly stop: () => void;
}

export interface StatsSources extends Pick<ServerStats, 'status' | 'emptySearches'> {
  readonly read: () => Promise<MetricValues>;
}

export function startStatsCollector({ read, status, emptySearches }: StatsSources): StatsCollector {
  const history = new History();
  const sample = async (): Promise<void> => {
    try {
      history.add(await read(), Date.now());
    } catch {
      // The next sample covers this one's time too.
    }
  };
  void sample();
  const timer = setInterval(() => void sample(), SAMPLE_INTERVAL_MS);
  timer.unref();
  return {
    metrics: async () => metricsText(await read()),
    history: async () => history.samples,
    status,
    emptySearches,
    stop: () => clearInterval(timer),
  };
}

// The status of a server: that of its stock, and the versions of its program.

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
