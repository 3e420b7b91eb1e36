// Arrays in memory that all threads of the process see. A segment's arrays are made here, so that a builder, the thread
// that answers and one that merges hold the same bytes: what crosses is a reference, whatever its size. Nothing is
// written to them once a segment is built. Measured on Node 20: reading them costs what reading others does.

export function sharedUint8s(length: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(length));
}

export function sharedUint32s(length: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(length * Uint32Array.BYTES_PER_ELEMENT));
}

export function sharedInt32s(length: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(length * Int32Array.BYTES_PER_ELEMENT));
}

export function sharedFloat64s(length: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT));
}

export function sharedUint32sOf(values: ArrayLike<number>): Uint32Array {
  const array = sharedUint32s(values.length);
  array.set(values);
  return array;
}
