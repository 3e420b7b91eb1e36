// Looking again and again at what others change: one look at a time, with a pause after each.

/** Begins at once. What goes wrong is told, and tried again at the next look. Gives back what ends it. */
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
