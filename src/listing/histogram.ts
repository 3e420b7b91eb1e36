// Where a histogram is cut: at round numbers, in bins of one width that fits what is shown. The last bin has no end, so
// that one dear car does not press all others into the first bin.

const MAX_BINS = 20;

/**
 * The lower edges of the bins for values from `min`, of which nearly all lie up to `high`: multiples of 1, 2 or 5 times a
 * power of ten that is at least `minWidth`. The first bin holds `min`, the last one `high`; at most 20.
 */
export function histogramEdges(min: number, high: number, minWidth: number): number[] {
  let width = minWidth;
  while (indexOf(high, width) - indexOf(min, width) >= MAX_BINS) width = nextWidth(width);
  const first = indexOf(min, width);
  return Array.from({ length: indexOf(high, width) - first + 1 }, (_, i) => (first + i) * width);
}

function indexOf(value: number, width: number): number {
  return Math.floor(value / width);
}

/** 1000 after 500, 2000 after that, then 5000. */
function nextWidth(width: number): number {
  return String(width).startsWith('2') ? width * 2.5 : width * 2;
}
