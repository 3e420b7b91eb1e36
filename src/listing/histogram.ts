// Edges of histograms: round numbers, with bins of one width. The last bin is open, so one outlier does not press all other
// values into the first bin.

const MAX_BINS = 20;

/**
 * The lower edges of at most 20 bins for values from `min`, nearly all up to `high`. The width is `minWidth` or a round
 * multiple of it; edges are multiples of the width. The first bin holds `min`, the last one `high`.
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
