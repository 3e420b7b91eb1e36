// A receiver of webhooks that misbehaves as told. It verifies signatures by the words of the standard, not by the sender's code.
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Change } from '../../src/client/index.ts';
import { afterTest } from '../support/after-test.ts';

export const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

export interface Received {
  readonly id: string;
  readonly at: number;
  readonly type: string;
  readonly search: string;
  readonly change: Change;
  readonly headers: IncomingHttpHeaders;
}

/** Responds to a message; the default is 204. */
export type Respond = (message: Received, response: ServerResponse, attempt: number) => void;

export interface Receiver {
  readonly url: string;
  /** Every attempt, in order. */
  readonly received: Received[];
  /** Those that got a 2xx. */
  readonly accepted: Received[];
  respond: Respond;
  close(): Promise<void>;
}

export async function startReceiver(
  respond: Respond = (_, response) => response.writeHead(204).end(),
  port = 0,
) {
  const attempts = new Map<string, number>();
  const receiver = { url: '', received: [] as Received[], accepted: [] as Received[], respond, close };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const message = verified(request.headers, body);
      receiver.received.push(message);
      const attempt = (attempts.get(message.id) ?? 0) + 1;
      attempts.set(message.id, attempt);
      response.once('finish', () => {
        if (response.statusCode < 300) receiver.accepted.push(message);
      });
      receiver.respond(message, response, attempt);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  afterTest(close);
  async function close(): Promise<void> {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks?key=1`;
  return receiver satisfies Receiver;
}

function verified(headers: IncomingHttpHeaders, body: string): Received {
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map((name) =>
    String(headers[`webhook-${name}`]),
  );
  const expected = createHmac('sha256', Buffer.from(SECRET.slice('whsec_'.length), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64');
  if (!signature.split(' ').includes(`v1,${expected}`))
    throw new Error(`the signature is wrong: ${signature}`);
  if (Math.abs(Number(timestamp) - Date.now() / 1000) > 60)
    throw new Error(`the time is wrong: ${timestamp}`);
  const { type, data } = JSON.parse(body) as { type: string; data: Change & { search: string } };
  const { search, ...change } = data;
  return { id, at: Date.now(), type, search, change, headers };
}
