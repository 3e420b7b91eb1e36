// Progress bars on standard error, so that standard output stays clean for answers. Where that is no terminal, nothing
// is drawn: a log has no use for it.
import { Presets, SingleBar } from 'cli-progress';

export interface Progress {
  /** Without a total the bar shows the count only. */
  update(done: number, total: number | undefined, note?: string): void;
  stop(): void;
}

/** `what` names the work, for example `Importing stock.csv`. */
export function startProgress(what: string): Progress {
  const bar = new SingleBar(
    {
      format: `${what} {bar} {percentage}% {note}`,
      // Ctrl+C ends the process at once, so nothing may be switched off here that would have to be switched on again.
      hideCursor: false,
      linewrap: true,
      clearOnComplete: true,
      etaBuffer: 50,
      stream: process.stderr,
      noTTYOutput: false,
    },
    Presets.shades_classic,
  );
  let started = false;
  return {
    update(done, total, note = '') {
      // A count without an end has no bar to fill: it stays empty and the note says how far the work is.
      const end = total ?? Number.MAX_SAFE_INTEGER;
      if (!started) bar.start(end, done, { note });
      else if (bar.getTotal() !== end) bar.setTotal(end);
      bar.update(done, { note });
      started = true;
    },
    stop() {
      if (started) bar.stop();
    },
  };
}

/** `12,345` for people. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-GB');
}

/** `1 listing`, `12,345 listings`. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
