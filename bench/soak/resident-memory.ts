// Memory of a process and its children, from Linux's /proc, and whether it grew.
import { readdirSync, readFileSync } from 'node:fs';
import { median } from '../percentiles.ts';

/** Zero where there is no /proc. */
export function residentMegabytes(pid: number): number {
  let kilobytes = 0;
  for (const name of processes()) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      if (Number(name) !== pid && parent !== pid) continue;
      // Pages of the stock's file are the system's to drop, so only a process's own memory counts.
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      for (const kind of ['RssAnon', 'RssShmem'])
        kilobytes += Number(new RegExp(`${kind}:\\s+([0-9]+)`).exec(status)?.[1] ?? 0);
    } catch {
      // It ended while we looked.
    }
  }
  return Math.round(kilobytes / 1024);
}

/** Shorter soaks say nothing of memory. */
const FEWEST_SAMPLES = 60;
const ALLOWED = { times: 1.1, megabytes: 50 };

/** The third after the first against the last third, by their medians; undefined where there is too little to say. */
export function growthOf(
  samples: readonly number[],
): { readonly from: number; readonly to: number; readonly isMore: boolean } | undefined {
  if (samples.length < FEWEST_SAMPLES) return undefined;
  const third = Math.floor(samples.length / 3);
  const from = median(samples.slice(third, 2 * third));
  const to = median(samples.slice(-third));
  return { from, to, isMore: to > from * ALLOWED.times + ALLOWED.megabytes };
}

function processes(): string[] {
  try {
    return readdirSync('/proc').filter((entry) => /^[0-9]+$/.test(entry));
  } catch {
    return [];
  }
}
