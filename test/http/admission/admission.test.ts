// What clients see of a server that is asked more than it can answer.
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { sendRequest, exchange, readAnswer, serve } from '../fixture.ts';

const SEARCH = '/api/v1/vehicles/';

/** Keeps the thread busy, as a search does. */
function work(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end;);
}

const open = new Set<Socket>();
afterEach(() => {
  for (const socket of open) socket.destroy();
  open.clear();
});

/** Connections that the server has taken, from an address of this machine. */
async function connections(port: number, count: number, localAddress = '127.0.0.1'): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => connect({ port, host: '127.0.0.1', localAddress }));
  for (const socket of sockets) open.add(socket.on('error', () => undefined));
  await Promise.all(sockets.map((socket) => answerOn(socket, 'GET /healthz')));
  return sockets;
}

function send(socket: Socket, requestLine: string, body = ''): void {
  const type =
    body === '' ? '' : 'Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n';
  const length = `Content-Length: ${body.length}\r\n`;
  socket.write(`${requestLine} HTTP/1.1\r\nHost: 127.0.0.1\r\n${type}${length}\r\n${body}`);
}

/** The answer, once all of it is there. */
function answerOn(socket: Socket, requestLine: string, body?: string): Promise<string> {
  const whole = new Promise<string>((resolve) => {
    let response = '';
    const take = (text: Buffer): void => {
      response += text.toString();
      const [head = '', content] = response.split('\r\n\r\n');
      const length = /^HEAD /.test(requestLine) ? 0 : Number(/content-length: (\d+)/.exec(head)?.[1] ?? 0);
      if (content === undefined || Buffer.byteLength(content) < length) return;
      socket.off('data', take);
      resolve(response);
    };
    socket.on('data', take);
  });
  send(socket, requestLine, body);
  return whole;
}

/** All sent in one go, so that the server reads them all before it has answered the second one. */
async function together(port: number, requestLines: readonly string[], body?: string): Promise<string[]> {
  const sockets = await connections(port, requestLines.length);
  return Promise.all(sockets.map((socket, at) => answerOn(socket, requestLines[at], body)));
}

const searches = (count: number): string[] =>
  Array.from({ length: count }, (_, number) => `GET ${SEARCH}?price_max=${number}`);

const statusOf = (response: string): number => Number(response.slice(9, 12));

test('with more in flight than it may queue, a server refuses the oldest and answers the others', async () => {
  const { port, url, index } = await serve({ maxQueue: 36 });
  index.onSearch = () => work(2);
  const responses = await together(port, searches(300));
  expect(new Set(responses.map(statusOf))).toEqual(new Set([200, 503]));
  expect(responses.filter((response) => statusOf(response) === 200).length).toBeGreaterThanOrEqual(64);
  expect(index.searches).toBe(responses.filter((response) => statusOf(response) === 200).length);
  const { head, json } = readAnswer(responses.find((response) => statusOf(response) === 503) ?? '');
  expect(head).toContain('\r\nretry-after: 1\r\n');
  expect(head).toContain('\r\naccess-control-allow-origin: *\r\n');
  expect(json).toMatchObject({
    status: 503,
    title: 'The service is overloaded',
    code: 'overloaded',
    type: 'https://cars.example/problems/overloaded',
  });

  index.onSearch = () => {};
  expect((await fetch(`${url}${SEARCH}?price_max=2000`)).status).toBe(200);
});

test('64 searches at once are answered without any queue, however slow the processor is', async () => {
  const { port, index } = await serve({ maxQueue: 0 });
  let isFirst = true;
  index.onSearch = () => {
    if (isFirst) work(300);
    isFirst = false;
  };
  expect(new Set((await together(port, searches(64))).map(statusOf))).toEqual(new Set([200]));
});

test('320 searches that all come during a pause of the process are answered', async () => {
  const { port } = await serve();
  const sockets = await connections(port, 320);
  const responses = searches(320).map((line, at) => answerOn(sockets[at], line));
  await new Promise((resolve) => setImmediate(resolve));
  work(150);
  expect(new Set((await Promise.all(responses)).map(statusOf))).toEqual(new Set([200]));
});

test('searches on new connections are counted as well, and do not wait where nobody counts', async () => {
  const { port, index } = await serve({ maxQueue: 0 });
  index.onSearch = () => work(10);
  const responses = await Promise.all(searches(150).map((line) => sendRequest(port, line)));
  expect(new Set(responses.map(statusOf))).toEqual(new Set([200, 503]));
});

test.each([
  ['a check of health', 'GET /healthz'],
  ['a check of readiness', 'GET /readyz'],
  ['a picture', 'GET /pictures/saloon.svg'],
  [
    'a redirect',
    'GET /cars/redirect/?api_target=https://harbour-motors.example/stock/1?colour=blue%26ref=a%20b',
  ],
  ['the page', 'GET /'],
  ['documentation', 'GET /docs'],
])('%s is answered while searches are refused, before those that wait', async (_name, line) => {
  const { port, index } = await serve({
    maxQueue: 0,
    drawPicture: () => ({ type: 'image/svg+xml', body: '<svg/>' }),
  });
  index.onSearch = () => work(5);
  const sockets = await connections(port, 151);
  let answered = 0;
  const responses = searches(150).map(async (search, at) => {
    const response = await answerOn(sockets[at], search);
    answered += 1;
    return response;
  });
  const status = statusOf(await answerOn(sockets[150], line));
  const before = answered;
  expect([200, 302]).toContain(status);
  expect(before).toBeLessThan(150);
  expect((await Promise.all(responses)).map(statusOf)).toContain(503);
});

test('no page is refused: with too many in flight, pages come without results, which their script asks for', async () => {
  const { port } = await serve();
  const sockets = await connections(port, 100);
  const request = 'GET / HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\nConnection: close\r\n\r\n';
  const pages = await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<string>((resolve) => {
          let page = '';
          socket.on('data', (text) => (page += text.toString())).on('end', () => resolve(page));
          socket.write(request);
        }),
    ),
  );
  expect(new Set(pages.map(statusOf))).toEqual(new Set([200]));
  const withResults = pages.filter((page) => page.includes('Octavia'));
  expect(withResults.length).toBeGreaterThanOrEqual(64);
  expect(withResults.length).toBeLessThan(100);
  const without = pages.find((page) => !page.includes('Octavia')) ?? '';
  expect(without).toContain('<meta http-equiv="refresh" content="2">');
  expect(without).toContain('\r\ncache-control: no-store\r\n');
});

test.each([
  ['the summary', 'GET /api/v1/vehicles/summary/'],
  ['an interpretation', 'GET /api/v1/interpret/?text=a'],
  ['a HEAD', `HEAD ${SEARCH}`],
])('%s is shed like a search', async (_name, line) => {
  const { port, index } = await serve({ maxQueue: 0 });
  index.onSearch = () => work(5);
  const responses = await together(
    port,
    Array.from({ length: 150 }, () => line),
  );
  // A HEAD has no body to tell by.
  expect(new Set(responses.map(statusOf))).toEqual(new Set([200, 503]));
});

test('a message to /mcp waits in the same queue, and its refusal is a problem', async () => {
  const { port, index } = await serve({ maxQueue: 0 });
  index.onSearch = () => work(5);
  const busy = together(port, searches(100));
  const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  const messages = await together(
    port,
    Array.from({ length: 100 }, () => 'POST /mcp'),
    body,
  );
  await busy;
  const rejected = messages.find((response) => statusOf(response) === 503) ?? '';
  expect(readAnswer(rejected).json).toMatchObject({ code: 'overloaded' });
});

test('the page is one request, whatever it asks for itself', async () => {
  const { url, index } = await serve({ maxQueue: 0 });
  const response = await fetch(`${url}/`, { headers: { accept: 'text/html' } });
  expect(response.status).toBe(200);
  expect(index.searches).toBeGreaterThan(1);
});

test('one connection has one request in flight, so it cannot fill the queue', async () => {
  const { port, index } = await serve({ maxQueue: 0 });
  let most = 0;
  let running = 0;
  index.onSearch = () => {
    running += 1;
    most = Math.max(most, running);
    setImmediate(() => (running -= 1));
  };
  const request = (more = ''): string => `GET ${SEARCH}?sort=price_asc HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
  const responses = await exchange(port, request().repeat(15) + request('Connection: close\r\n'));
  expect(responses.match(/HTTP\/1.1 200/g)).toHaveLength(16);
  expect(most).toBe(1);
});

test('requests that are sent one behind the other are answered in their order', async () => {
  const { port } = await serve();
  const request = (price: number, more = ''): string =>
    `GET ${SEARCH}?price_max=${price} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
  const responses = await exchange(port, request(1000) + request(1009) + request(1, 'Connection: close\r\n'));
  expect(responses.match(/"total_vehicles":\d+/g)).toEqual([
    '"total_vehicles":1',
    '"total_vehicles":10',
    '"total_vehicles":0',
  ]);
});

test('for clients that have gone nothing is searched', async () => {
  const { port, index } = await serve();
  const sockets = await connections(port, 50);
  const first = new Promise<void>((resolve) => {
    index.onSearch = () => {
      resolve();
      work(5);
    };
  });
  for (const [at, line] of searches(50).entries()) send(sockets[at], line);
  await first;
  for (const socket of sockets) socket.resetAndDestroy();
  expect(readAnswer(await sendRequest(port, `GET ${SEARCH}`)).status).toBe(200);
  expect(index.searches).toBeLessThan(25);
});

test('a request that was answered with an error leaves its place to others', async () => {
  const { port, index } = await serve();
  index.onSearch = () => {
    throw new Error('a bug');
  };
  const [socket] = await connections(port, 1);
  // More than may run at a time.
  for (const line of searches(150)) expect(statusOf(await answerOn(socket, line))).toBe(500);
  index.onSearch = () => {};
  expect(statusOf(await answerOn(socket, `GET ${SEARCH}`))).toBe(200);
});

test('beside a client with hundreds of connections others are answered, and only it is refused', async () => {
  const { port, index } = await serve({ maxQueue: 36 });
  index.onSearch = () => work(2);
  const attackers = await connections(port, 250, '127.0.0.2');
  const users = await connections(port, 5);
  const refused = attackers.map((socket, at) => answerOn(socket, searches(250)[at]));
  const answered: number[] = [];
  for (const price of [2000, 3000]) {
    const responses = users.map((socket, at) => answerOn(socket, `GET ${SEARCH}?price_max=${price + at}`));
    answered.push(...(await Promise.all(responses)).map(statusOf));
  }
  expect(answered).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 200, 200]);
  expect(new Set((await Promise.all(refused)).map(statusOf))).toEqual(new Set([200, 503]));
});

test('behind a trusted proxy the visitors that it reports take turns', async () => {
  const { port, index } = await serve({ trustedProxies: ['127.0.0.1'] });
  index.onSearch = () => work(5);
  const order: string[] = [];
  const sockets = await connections(port, 30);
  const ask = async (socket: Socket, visitor: string, price: number): Promise<void> => {
    const answer = new Promise((resolve) => socket.once('data', resolve));
    const lines = [`GET ${SEARCH}?price_max=${price} HTTP/1.1`, 'Host: a', `X-Forwarded-For: ${visitor}`];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    await answer;
    order.push(visitor);
  };
  await Promise.all(
    sockets.map((socket, at) => ask(socket, at < 29 ? '2001:db8::1' : '2001:db8:0:1::1', 2000 + at)),
  );
  expect(order.indexOf('2001:db8:0:1::1')).toBeLessThan(15);
});

test.each([
  ['documentation', 'GET /docs'],
  ['an unknown path', 'GET /nothing'],
  ['the page', 'GET /'],
])('%s takes its turn: beside many requests for it another client is answered', async (_name, line) => {
  const { port } = await serve();
  const attackers = await connections(port, 60, '127.0.0.2');
  const [user] = await connections(port, 1);
  let answered = 0;
  const responses = attackers.map(async (socket) => {
    await answerOn(socket, line);
    answered += 1;
  });
  expect(statusOf(await answerOn(user, `GET ${SEARCH}?price_max=2000`))).toBe(200);
  const before = answered;
  await Promise.all(responses);
  expect(before).toBeLessThan(60);
});

const ADVERTS = Array.from({ length: 20 }, (_, number) => `advert=https://valley-cars.example/${number}`);
const CALLS = Array.from({ length: 20 }, (_, id) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'search_vehicles', arguments: { price_max: 2000 + id, limit: 1 } },
}));

test.each([
  ['lookups of 20 adverts', `GET /api/v1/vehicles/lookup/?${ADVERTS.join('&')}`, undefined],
  ['batches of 20 messages', 'POST /mcp', JSON.stringify(CALLS)],
])('%s are divided: another client waits for a part of one, not for all that are in flight', async (_name, line, body) => {
  const { port, index } = await serve();
  const attackers = await connections(port, 30, '127.0.0.2');
  const [user] = await connections(port, 1);
  await answerOn(attackers[0], line, body);
  index.onSearch = () => work(2);
  const before = index.searches;
  for (const socket of attackers) send(socket, line, body);
  while (index.searches < before + 40) await new Promise((resolve) => setImmediate(resolve));
  const begun = index.searches;
  expect(statusOf(await answerOn(user, `GET ${SEARCH}?price_max=4000`))).toBe(200);
  expect(index.searches - begun).toBeLessThan(15);
}); // prettier-ignore

test('a probe is answered at once', async () => {
  const { port, index } = await serve();
  index.onSearch = () => work(5);
  const sockets = await connections(port, 41);
  let answered = 0;
  const responses = searches(40).map(async (line, at) => {
    await answerOn(sockets[at], line);
    answered += 1;
  });
  expect(statusOf(await answerOn(sockets[40], 'GET /healthz'))).toBe(200);
  const before = answered;
  await Promise.all(responses);
  expect(before).toBeLessThan(5);
});

test.each([
  ['of clients are not read for a while', [], true],
  ['of a trusted proxy are read on, because they bring the requests of others', ['127.0.0.1'], false],
])('in a flood, connections %s', async (_name, trustedProxies, isPaused) => {
  const { app, port, index } = await serve({ maxQueue: 0, trustedProxies });
  const accepted: Socket[] = [];
  app.server.on('connection', (socket) => accepted.push(socket));
  const sockets = await connections(port, 400);
  index.onSearch = () => work(5);
  let wasPaused = false;
  const responses = sockets.map((socket, at) => {
    const answer = new Promise((resolve) => socket.once('data', resolve));
    socket.write(
      `GET ${SEARCH}?price_max=${at} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 198.51.100.7\r\n\r\n`,
    );
    return answer.then(() => (wasPaused ||= accepted.some((each) => each.isPaused())));
  });
  await Promise.all(responses);
  expect(wasPaused).toBe(isPaused);
});
