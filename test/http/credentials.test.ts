// Credentials on the wire: exactly one token in exactly one header, and none in any answer.
import { describe, expect, test } from 'vitest';
import { sendRequest, readAnswer, serve } from './fixture.ts';
import { tokenFolder } from './token-folder.ts';

const SEARCH = 'GET /api/v1/vehicles/';
const MALFORMED = 'The Authorization header must be the word Bearer, a space and one token.';

async function withToken(): Promise<{ port: number; token: string }> {
  const tokens = tokenFolder();
  const token = await tokens.create();
  const { port } = await serve({ authenticator: tokens.open() });
  return { port, token };
}

describe('credentials', () => {
  test.each(['Authorization: Bearer', 'authorization: bearer', 'AUTHORIZATION:   BEARER  '])(
    'are read from %j',
    async (header) => {
      const { port, token } = await withToken();
      expect(readAnswer(await sendRequest(port, SEARCH, `${header} ${token}`)).status).toBe(200);
      expect(readAnswer(await sendRequest(port, SEARCH, `${header} ${token}x`)).status).toBe(401);
    },
  );

  test('in two headers are refused, whichever of them is good', async () => {
    const { port, token } = await withToken();
    const [good, bad] = [`Authorization: Bearer ${token}`, 'authorization: Bearer abc'];
    for (const headers of [
      [good, bad],
      [bad, good],
      [good, good],
      [good, 'Authorization:'],
    ]) {
      const { status, head, json } = readAnswer(await sendRequest(port, SEARCH, ...headers));
      expect({ status, detail: json.detail }).toEqual({ status: 401, detail: MALFORMED });
      expect(head).toContain('www-authenticate: bearer realm="forecourt", error="invalid_request"');
    }
  });

  test.each([
    '',
    'Bearer',
    'Bearer a b',
    'Bearer a, Bearer b',
    `Bearer ${'a'.repeat(9000)}`,
    'Bearer \xff',
    'Basic YTpi',
  ])('that are malformed are refused and not said again: %j', async (value) => {
    const { port } = await withToken();
    const response = await sendRequest(port, SEARCH, `Authorization: ${value}`);
    const { status, json } = readAnswer(response);
    expect({ status, code: json.code }).toEqual({ status: 401, code: 'unauthorized' });
    expect(response).not.toContain('YTpi');
    expect(response.length).toBeLessThan(2000);
  });

  test('are not taken from the address or a cookie', async () => {
    const { port, token } = await withToken();
    const required = tokenFolder();
    const own = await required.create();
    const { port: closed } = await serve({ authenticator: required.open(true) });
    for (const line of [`${SEARCH}?access_token=${own}`, `${SEARCH}?token=${own}`]) {
      const response = await sendRequest(closed, line);
      expect(readAnswer(response).status).toBe(401);
      expect(response).not.toContain(own.slice(16));
    }
    expect(readAnswer(await sendRequest(closed, SEARCH, `Cookie: access_token=${own}`)).status).toBe(401);
    expect(await sendRequest(port, `${SEARCH}?access_token=${token}`)).not.toContain(token.slice(16));
  });
});
