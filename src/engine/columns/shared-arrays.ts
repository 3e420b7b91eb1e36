// Typed arrays on memory shared by all threads. A segment's arrays are made here, so threads exchange references
// whatever the size. They are not modified once the segment is built. On Node 20, reading them is as fast as reading
// others.

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
