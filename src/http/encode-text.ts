// Encodes long texts as UTF-8, whole or in pieces. Buffer.from would measure a text first, which takes as long as encoding it.

/** Bytes that are kept between texts. */
const KEPT_BYTES = 1536 * 1024;
const MAX_UTF8_BYTES = 3;

/** Reused by all calls; allocated by the first. */
let space = Buffer.alloc(0);

export function encodeText(text: string): Buffer {
  return text.length * MAX_UTF8_BYTES > KEPT_BYTES ? Buffer.from(text) : encodePieces((write) => write(text));
}

/** The pieces that `render` writes, as one buffer. No piece may end within a surrogate pair. `render` must not encode another text. */
export function encodePieces(render: (write: (piece: string) => void) => void): Buffer {
  let length = 0;
  render((piece) => {
    const needed = length + piece.length * MAX_UTF8_BYTES;
    if (needed > space.length) {
      const larger = Buffer.allocUnsafeSlow(needed > KEPT_BYTES ? 2 * needed : KEPT_BYTES);
      space.copy(larger, 0, 0, length);
      space = larger;
    }
    length += space.write(piece, length);
  });
  const encoded = Buffer.from(space.subarray(0, length));
  if (space.length > KEPT_BYTES) space = Buffer.alloc(0);
  return encoded;
}
