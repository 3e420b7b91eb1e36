// Polling: one poll at a time, with a pause after each.

/** Starts polling at once, and returns a function that stops it. Errors are reported, and the next poll retries. */
export function startPoller(
  poll: () => Promise<void>,
  intervalMs: number,
  onError: (error: unknown) => void,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const step = async (): Promise<void> => {
    try {
      await poll();
    } catch (error) {
      onError(error);
    }
    if (!stopped) timer = setTimeout(() => void step(), intervalMs);
  };
  void step();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
