// Compression shows by a body's size how much of it repeats. That says something only where a body has a secret beside text that
// an attacker chose (BREACH). Bodies here have neither credentials nor anything else that is one caller's own.
import { describe, expect, test } from 'vitest';
import { serve } from '../http/fixture.ts';
import { tokenFolder } from '../http/token-folder.ts';

const GUESS = 'Authorization: Bearer fc_ '.repeat(45);
const guess = encodeURIComponent(GUESS);

const PATHS: readonly [what: string, path: string][] = [
  ['results', `/api/v1/vehicles/?q=${encodeURIComponent(GUESS.slice(0, 500))}&make=Skoda`],
  ['an ignored parameter', `/api/v1/vehicles/?make=Skoda&foo=${guess}`],
  ['a problem', `/api/v1/vehicles/?${`sort=${guess}&page=0&year_min=${guess}&make=Skoda&`.repeat(2)}`],
  ['a summary', `/api/v1/vehicles/summary/?make=Skoda&x=${guess}`],
  ['a phrase', `/api/v1/interpret/?text=${encodeURIComponent(GUESS.slice(0, 500))}`],
  ['the docs', `/docs?${guess}`],
  ['an unknown path', `/nowhere/${guess}`],
];

describe('a response to text that an attacker chose', () => {
  test.each(PATHS)(
    '%s has no part of the credentials of its request, nor differs with them',
    async (_what, path) => {
      const tokens = tokenFolder();
      const secrets = [await tokens.create(), await tokens.create()];
      const { url } = await serve({ authenticator: tokens.open() });
      const bodies = new Set<string>();
      for (const secret of [undefined, ...secrets]) {
        const response = await fetch(url + path, {
          headers: {
            'accept-encoding': 'br, identity;q=0',
            cookie: 'session=3f1c9a7e5b2d',
            ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
          },
        });
        expect(response.headers.get('content-encoding')).toBe('br');
        expect(response.status).not.toBe(401);
        const text = await response.text();
        for (const part of secrets.flatMap((each) => [each.slice(3, 15), each.slice(-12)])) {
          expect(text).not.toContain(part);
        }
        expect(text).not.toContain('3f1c9a7e5b2d');
        bodies.add(text.replace(/"request_id":"[^"]*"/, ''));
      }
      expect(bodies.size).toBe(1);
    },
  );
});
