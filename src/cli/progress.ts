// Progress bars on standard error, which leaves standard output to results. Nothing is drawn unless it is a terminal.
import { Presets, SingleBar } from 'cli-progress';

export interface Progress {
  /** `note` is shown beside the bar. Without a total the bar stays empty. */
  update(done: number, total: number | undefined, note?: string): void;
  stop(): void;
}

/** `what` names the work, such as `Importing stock.csv`. The bar appears with the first update. */
export function startProgress(what: string): Progress {
  const bar = new SingleBar(
    {
      format: `${what} {bar} {percentage}% {note}`,
      // Ctrl+C ends the process at once, which would leave a hidden cursor hidden.
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
      // Without a total the bar stays empty, and the note shows the progress.
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
