// Typed arrays on memory shared by all threads. A segment's arrays are made here, so threads exchange references, whatever the
// size. They are not modified once the segment is built. On Node 20, reading them is as fast as reading ordinary arrays.

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

type GrowingArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

/** A copy with at least `need` elements and at least twice the length. */
export function grown<A extends GrowingArray>(array: A, need: number): A {
  const larger = new (array.constructor as new (length: number) => A)(Math.max(need, array.length * 2));
  larger.set(array);
  return larger;
}
