// The process that bare-server.ts starts: takes the size of the body, gives back the port.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerParent } from '../child.ts';

answerParent(async (bodyBytes: number): Promise<number> => {
  // A text, as a service that answers JSON has one to send.
  const body = 'x'.repeat(bodyBytes);
  const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': bodyBytes };
  const server = createServer((_request, response) => {
    response.writeHead(200, headers);
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
});
