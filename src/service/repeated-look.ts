// Looking again and again at what others change: one look at a time, with a pause after each.

/** Begins at once. What goes wrong is told, and tried again at the next look. Gives back what ends it. */
export function lookRepeatedly(
  look: () => Promise<void>,
  pauseMs: number,
  onError: (error: unknown) => void,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  const step = async (): Promise<void> => {
    try {
      await look();
    } catch (error) {
      onError(error);
    }
    if (!ended) timer = setTimeout(() => void step(), pauseMs);
  };
  void step();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
