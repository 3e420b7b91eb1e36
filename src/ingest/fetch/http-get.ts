// One HTTP GET to an IP address that the network allows. It uses node:http rather than fetch, which accepts truncated gzip
// bodies and has no connect timeout. Redirects are not followed, environment proxies are not used, and connections are not
// reused, so that each is checked.
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { FetchError, seconds } from './fetch-error.ts';
import { withoutBrackets, checkedLookup, type Network } from './network.ts';

export interface RequestLimits {
  /** For connecting, TLS included. */
  readonly connectTimeoutMs: number;
  /** Without a byte from the server. */
  readonly idleTimeoutMs: number;
}

export const REQUEST_LIMITS: RequestLimits = { connectTimeoutMs: 10_000, idleTimeoutMs: 30_000 };

/**
 * The response, with its body unread. Rejects with a FetchError or the connection's error (see toFetchError). Aborts
 * `controller` when the server is idle, while the body is read too.
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
    // An IP address needs no lookup, so checkedLookup never sees it.
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
      // Check the actual peer as well, before anything is sent.
      socket.prependOnceListener('connect', () => {
        const { remoteAddress } = socket;
        const blockReason = remoteAddress === undefined ? undefined : network.blockReason(remoteAddress);
        if (blockReason !== undefined) request.destroy(new FetchError(blockReason));
      });
      socket.once(secure ? 'secureConnect' : 'connect', () => clearTimeout(connecting));
      socket.setTimeout(limits.idleTimeoutMs, () =>
        controller.abort(new FetchError(`no data for ${seconds(limits.idleTimeoutMs)}`)),
      );
    });
    request.once('response', resolve);
    request.once('error', reject);
    request.once('close', () => clearTimeout(connecting));
    request.end();
  });
}
