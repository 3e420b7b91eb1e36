// What a run is doing, on standard error, so that standard output holds figures only.

const startedAt = performance.now();

/** One line with the seconds since the run began. */
export function note(text: string): void {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  process.stderr.write(`${seconds.padStart(5)} s  ${text}\n`);
}

/** Says every few seconds how many of `total` are done. */
export function counter(what: string, total?: number): (done: number) => void {
  let last = performance.now();
  return (done) => {
    // The clock costs more than what is counted.
    if (done % 1000 !== 0 || performance.now() - last < 5000) return;
    last = performance.now();
    note(
      `${what}: ${done.toLocaleString('en-GB')}${total === undefined ? '' : ` of ${total.toLocaleString('en-GB')}`}`,
    );
  };
}
