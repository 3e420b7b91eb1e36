// Progress bars on standard error, which leaves standard output to results. They are drawn only on a terminal.
import { Presets, SingleBar } from 'cli-progress';

/** `note` is shown beside the bar. Without a total the bar stays empty. `now` renames the work. */
export type UpdateProgress = (done: number, total: number | undefined, note?: string, now?: string) => void;

/** Shows a bar while `work` runs, from its first update on. `what` names the work, such as `Importing`. */
export async function withProgress<T>(
  what: string,
  work: (update: UpdateProgress) => Promise<T>,
): Promise<T> {
  const bar = new SingleBar(
    {
      format: '{now} {bar} {percentage}% {note}',
      // Ctrl+C ends the process at once, and would leave the cursor hidden.
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
  try {
    return await work((done, total, note = '', now = what) => {
      // Without a total the bar stays empty, and the note shows the progress.
      const end = total ?? Number.MAX_SAFE_INTEGER;
      if (!started) bar.start(end, done, { note, now });
      else if (bar.getTotal() !== end) bar.setTotal(end);
      bar.update(done, { note, now });
      started = true;
    });
  } finally {
    if (started) bar.stop();
  }
}
