// Malformed requests, and requests that a proxy and a server could read differently: two lengths, folded lines, wrong
// line ends, control characters, requests within requests. Each has its maximum of responses: one more would prove
// request smuggling.
import type { Random } from '../../src/demo/random.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import { hostileText } from './hostile-text.ts';

const READ = 'GET /api/v1/vehicles/ HTTP/1.1\r\nHost: a\r\n';
const HIDDEN = 'GET /status HTTP/1.1\r\nHost: a\r\n\r\n';

/** From a name to bytes that get one answer at most. */
const SINGLE_RESPONSE: Readonly<Record<string, (random: Random) => string>> = {
  'both lengths': () => `POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
  'both lengths, the other first': () => `POST /mcp HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n${HIDDEN}`,
  'two different lengths': () => `${READ}Content-Length: 0\r\nContent-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`,
  'a list of lengths': () => `${READ}Content-Length: 0, ${HIDDEN.length}\r\n\r\n${HIDDEN}`,
  'a length with a sign': () => `${READ}Content-Length: +${HIDDEN.length}\r\n\r\n${HIDDEN}`,
  'a negative length': () => `${READ}Content-Length: -1\r\n\r\n${HIDDEN}`,
  'a length in hex': () => `${READ}Content-Length: 0x10\r\n\r\n${HIDDEN}`,
  'a length past counting': () => `${READ}Content-Length: 99999999999999999999999\r\n\r\n${HIDDEN}`,
  'a coding that is none': () => `${READ}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
  'chunked, but not at the end': () => `${READ}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${HIDDEN}`,
  'a coding behind a tab': () => `${READ}Transfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
  'a coding with a blank in its name': () => `${READ}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
  'a length with a blank in its name': () => `${READ}Content-Length : ${HIDDEN.length}\r\n\r\n${HIDDEN}`,
  'a chunk that is no number': () => `POST /mcp HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n${HIDDEN}`,
  'a chunk past counting': () => `POST /mcp HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n${HIDDEN}`,
  'a chunk that ends early': () => `POST /mcp HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab\r\n0\r\n\r\n${HIDDEN}`,
  'a folded line': () => `${READ}X-A: b\r\n c: d\r\nY: z\r\n\r\n`,
  'a folded line at once': () => `GET / HTTP/1.1\r\n Host: a\r\n\r\n`,
  'a lone carriage return': () => `GET /healthz HTTP/1.1\r\nHost: a\rX-A: b\r\n\r\n`,
  'a carriage return in a value': () => `${READ}X-A: b\rX-B: c\r\n\r\n`,
  'line feeds alone': () => `GET /healthz HTTP/1.1\nHost: a\n\n`,
  'a NUL in the target': () => `GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n`,
  'a NUL in a name': () => `${READ}X-\0A: b\r\n\r\n`,
  'a NUL in a value': () => `${READ}X-A: \0\r\n\r\n`,
  'a header without a name': () => `${READ}: value\r\n\r\n`,
  'a header without a colon': () => `${READ}nonsense\r\n\r\n`,
  'two hosts': () => `GET /api/v1/vehicles/ HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`,
  'no host': () => 'GET /api/v1/vehicles/ HTTP/1.1\r\n\r\n',
  'blanks in the request line': () => 'GET  /healthz  HTTP/1.1\r\nHost: a\r\n\r\n',
  'a blank in the target': () => 'GET /api/v1/vehicles/?q=a b HTTP/1.1\r\nHost: a\r\n\r\n',
  'no version': () => 'GET /healthz\r\n\r\n',
  'version 0.9': () => 'GET /healthz HTTP/0.9\r\nHost: a\r\n\r\n',
  'version 2.0': () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'version 9.9': () => 'GET /healthz HTTP/9.9\r\nHost: a\r\n\r\n',
  'version 1.1 in small letters': () => 'GET /healthz http/1.1\r\nHost: a\r\n\r\n',
  'no target': () => 'GET HTTP/1.1\r\nHost: a\r\n\r\n',
  'a target that is a name': () => 'GET api/v1/vehicles/ HTTP/1.1\r\nHost: a\r\n\r\n',
  'an authority': () => 'CONNECT evil.example:443 HTTP/1.1\r\nHost: a\r\n\r\n',
  'half a head': (random) => `${READ}X-A: b`.slice(0, random.whole(1, 50)),
  'half a body': () => 'POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"json',
  'a handshake of TLS': () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'a line of SSH': () => 'SSH-2.0-fuzz\r\n',
  'a line of SMTP': () => 'EHLO fuzz.example\r\nMAIL FROM:<a@b.example>\r\n',
  'a header as long as a book': () => `${READ}X-A: ${'a'.repeat(140_000)}\r\n\r\n`,
  'a target as long as a book': (random) => `GET /${'a'.repeat(random.pick([9000, 200_000]))} HTTP/1.1\r\nHost: a\r\n\r\n`,
  'thousands of headers': () => `${READ}${'a:\r\n'.repeat(30_000)}\r\n`,
  'a body too large': () => `POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n${'x'.repeat(100_000)}`,
  'a chunk too large': () => `POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n186a0\r\n${'x'.repeat(100_000)}\r\n0\r\n\r\n`,
  'words of any kind': (random) => `${Buffer.from(hostileText(random)).toString('latin1')}\r\n\r\n`,
  'noise': (random) => Array.from({ length: random.whole(1, 400) }, () => String.fromCharCode(random.whole(0, 255))).join(''),
}; // prettier-ignore

const NAMES = Object.keys(SINGLE_RESPONSE);

export function malformedRequest(random: Random): FuzzRequest {
  const name = random.pick(NAMES);
  const bytes = SINGLE_RESPONSE[name]?.(random) ?? '';
  // Noise may hold line ends, and each line may be taken for a bad request; the server ends the connection at the first.
  return { kind: `broken: ${name}`, bytes, maxResponses: 1 };
}

/** A request of which a few bytes were changed, lost, doubled or put in. */
export function mutated(bytes: string, random: Random): FuzzRequest {
  let changed = bytes;
  for (let count = random.whole(1, 5); count > 0; count -= 1) {
    const at = random.whole(0, Math.max(0, changed.length - 1));
    const any = String.fromCharCode(random.whole(0, 255));
    const byte = random.pick(['\r', '\n', '\r\n', '\0', ' ', ':', '/', '%', '\x80', '\xff', any]);
    const length = random.pick([0, 0, 1, 1, 4]);
    changed = changed.slice(0, at) + (random.chance(0.2) ? '' : byte) + changed.slice(at + length);
  }
  // One more than there are ends of heads to be found in it.
  return { kind: 'mutated', bytes: changed, maxResponses: changed.split(/\r\n\r\n|\n\n|\n\r\n/).length };
}
