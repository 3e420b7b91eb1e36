// One HTTP request to an address that its network allows. Node's own client and not fetch, because fetch takes a gzip
// body that ends early for a whole one, and has no limit of its own on connecting. No redirect is followed here, no proxy
// of the environment is used, and no connection is used twice: each one is checked.
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { FetchError, seconds } from './fetch-error.ts';
import { withoutBrackets, checkedLookup, type Network } from './network.ts';

export interface RequestLimits {
  /** Until the connection stands, TLS included. */
  readonly connectTimeoutMs: number;
  /** Without a byte from the server. */
  readonly idleTimeoutMs: number;
}

export const REQUEST_LIMITS: RequestLimits = { connectTimeoutMs: 10_000, idleTimeoutMs: 30_000 };

/**
 * The answer as soon as its head is there; its body is unread. Throws as the connection does;
 * toError makes words of it. `controller` is aborted when nothing comes any more, be it the head or the body.
 */
export function httpGet(
  url: URL,
  headers: Readonly<Record<string, string>>,
  limits: RequestLimits,
  network: Network,
  controller: AbortController,
): Promise<IncomingMessage> {
  const { signal } = controller;
  return new Promise((resolve, reject) => {
    // A host that is an IP address is not looked up.
    const address = withoutBrackets(url.hostname);
    const blockReason = isIP(address) === 0 ? undefined : network.blockReason(address);
    if (blockReason !== undefined) return reject(new FetchError(blockReason));
    const secure = url.protocol === 'https:';
    const options = { headers, signal, agent: false, lookup: checkedLookup(network) } as const;
    const request = (secure ? httpsRequest : httpRequest)(url, options);
    const connecting = setTimeout(
      () => request.destroy(new FetchError(`no connection within ${seconds(limits.connectTimeoutMs)}`)),
      limits.connectTimeoutMs,
    );
    request.once('socket', (socket) => {
      // The same rule once more, where the connection really leads. Nothing has been sent yet.
      socket.prependOnceListener('connect', () => {
        const { remoteAddress } = socket;
        const blockReason = remoteAddress === undefined ? undefined : network.blockReason(remoteAddress);
        if (blockReason !== undefined) request.destroy(new FetchError(blockReason));
      });
      socket.once(secure ? 'secureConnect' : 'connect', () => clearTimeout(connecting));
      socket.setTimeout(limits.idleTimeoutMs, () =>
        controller.abort(new FetchError(`nothing came for ${seconds(limits.idleTimeoutMs)}`)),
      );
    });
    request.once('response', resolve);
    request.once('error', reject);
    request.once('close', () => clearTimeout(connecting));
    request.end();
  });
}
