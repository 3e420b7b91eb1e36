// Typed arrays that grow while a segment is built.

type GrowingArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

/** A copy of at least `need` elements, and at least twice the length. */
export function grown<A extends GrowingArray>(array: A, need: number): A {
  const larger = new (array.constructor as new (length: number) => A)(Math.max(need, array.length * 2));
  larger.set(array);
  return larger;
}
