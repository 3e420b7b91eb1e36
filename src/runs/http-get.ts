// One HTTP request to an address that its network allows. Node's own client and not fetch, because fetch takes a gzip
// body that ends early for a whole one, and has no limit of its own on connecting. No redirect is followed here, no proxy
// of the environment is used, and no connection is used twice: each one is checked.
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { FetchFault, seconds } from './fetch-fault.ts';
import { addressOf, checkedLookup, type Network } from './network.ts';

export interface RequestLimits {
  /** Until the connection stands, TLS included. */
  readonly connectMs: number;
  /** Without a byte from the server. */
  readonly idleMs: number;
}

export const REQUEST_LIMITS: RequestLimits = { connectMs: 10_000, idleMs: 30_000 };

/**
 * The answer as soon as its head is there; its body is unread. Throws as the connection does;
 * errorOf makes words of it. `whole` is aborted when nothing comes any more, be it the head or the body.
 */
export function httpGet(
  url: URL,
  headers: Readonly<Record<string, string>>,
  limits: RequestLimits,
  network: Network,
  whole: AbortController,
): Promise<IncomingMessage> {
  const { signal } = whole;
  return new Promise((resolve, reject) => {
    // A host that is an IP address is not looked up.
    const address = addressOf(url.hostname);
    const refusal = isIP(address) === 0 ? undefined : network.refusal(address);
    if (refusal !== undefined) return reject(new FetchFault(refusal));
    const secure = url.protocol === 'https:';
    const options = { headers, signal, agent: false, lookup: checkedLookup(network) } as const;
    const request = (secure ? httpsRequest : httpRequest)(url, options);
    const connecting = setTimeout(
      () => request.destroy(new FetchFault(`no connection within ${seconds(limits.connectMs)}`)),
      limits.connectMs,
    );
    request.once('socket', (socket) => {
      // The same rule once more, where the connection really leads. Nothing has been sent yet.
      socket.prependOnceListener('connect', () => {
        const { remoteAddress } = socket;
        const refusal = remoteAddress === undefined ? undefined : network.refusal(remoteAddress);
        if (refusal !== undefined) request.destroy(new FetchFault(refusal));
      });
      socket.once(secure ? 'secureConnect' : 'connect', () => clearTimeout(connecting));
      socket.setTimeout(limits.idleMs, () =>
        whole.abort(new FetchFault(`nothing came for ${seconds(limits.idleMs)}`)),
      );
    });
    request.once('response', resolve);
    request.once('error', reject);
    request.once('close', () => clearTimeout(connecting));
    request.end();
  });
}
