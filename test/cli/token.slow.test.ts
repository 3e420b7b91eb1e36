// `forecourt token`: its output. A token is printed once.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { forecourt, type Outcome } from '../support/process.ts';

const TOKEN = /^fc_([0-9a-f]{12})_[A-Za-z0-9_-]{43}\n$/;

function token(folder: string, ...args: string[]): Promise<Outcome> {
  return forecourt(['token', ...args, '--data', folder]);
}

async function created(
  folder: string,
  ...args: string[]
): Promise<{ id: string; token: string; note: string }> {
  const { code, stdout, stderr } = await token(folder, 'create', ...args);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const [line, id] = TOKEN.exec(stdout) ?? ['', ''];
  expect(stdout).toBe(line);
  return { id, token: line.trim(), note: stderr };
}

test('a new token is the whole standard output, and its description goes to standard error', async () => {
  const folder = temporaryFolder();
  const { id, token, note } = await created(folder, 'Price comparison');
  expect(note).toBe(
    `Token ${id} for 'Price comparison'. Permissions: search; rate: as set; expires: never. ` +
      'It is not shown again: store it like a password.\n',
  );
  expect(readFileSync(join(folder, 'tokens.json'), 'utf8')).not.toContain(token.slice(16));
});

test('concurrent processes create tokens without losing one', async () => {
  const folder = temporaryFolder();
  const made = await Promise.all(['A', 'B', 'C', 'D'].map((name) => created(folder, name)));
  const { stdout } = await token(folder, 'list', '--json');
  const { tokens } = JSON.parse(stdout) as { tokens: { id: string }[] };
  expect(tokens.map(({ id }) => id).sort()).toEqual(made.map(({ id }) => id).sort());
});

test('the list has everything but the secrets, as a table and as JSON', async () => {
  const folder = temporaryFolder();
  const first = await created(folder, 'Northgate', '--expires', '2030-01-31', '--rate', '600/min');
  const second = await created(folder, 'Monitoring', '--permissions', 'operate, search');
  await token(folder, 'revoke', second.id);

  const table = await token(folder, 'list');
  const instant = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
  const lines = table.stdout.replace(instant, (text) =>
    text.startsWith('2030') ? text : '2026-01-01T00:00:00.000Z',
  );
  expect(lines.split('\n')).toEqual([
    'ID            NAME        PERMISSIONS      RATE     CREATED                   EXPIRES                   STATE',
    `${first.id}  Northgate   search           600/min  2026-01-01T00:00:00.000Z  2030-02-01T00:00:00.000Z  active`,
    `${second.id}  Monitoring  search, operate  as set   2026-01-01T00:00:00.000Z  never                     revoked`,
    '',
  ]);

  const { stdout } = await token(folder, 'list', '--json');
  const { tokens } = JSON.parse(stdout) as { tokens: Record<string, unknown>[] };
  expect(tokens[0]).toEqual({
    id: first.id,
    name: 'Northgate',
    permissions: ['search'],
    rate: '600/min',
    createdAt: expect.stringMatching(instant) as string,
    expiresAt: '2030-02-01T00:00:00.000Z',
    revokedAt: null,
    state: 'active',
  });
  for (const secret of [first.token.slice(16), second.token.slice(16)]) {
    expect(table.stdout + stdout).not.toContain(secret);
  }
});

test('without tokens, suggests creating one', async () => {
  const { code, stdout } = await forecourt(['token', 'list'], { cwd: temporaryFolder() });
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: 'There are no tokens in ./data. Create one: forecourt token create NAME --data ./data\n',
  });
});

test('a token is revoked by its id, also repeatedly', async () => {
  const folder = temporaryFolder();
  const { id } = await created(folder, 'Northgate');
  for (let i = 0; i < 2; i += 1) {
    const { code, stdout } = await token(folder, 'revoke', id);
    expect({ code, stdout }).toEqual({ code: 0, stdout: `Token ${id} for 'Northgate' is revoked.\n` });
  }
});

test('an unknown id exits with 2', async () => {
  const folder = temporaryFolder();
  const { code, stderr } = await token(folder, 'revoke', '000000000000');
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `forecourt: There is no token with the id 000000000000 in ${folder}.\n`,
  });
});

test('a whole token is refused as an id, and not echoed', async () => {
  const folder = temporaryFolder();
  const { token: whole } = await created(folder, 'Northgate');
  const { code, stdout, stderr } = await token(folder, 'revoke', whole);
  expect(code).toBe(2);
  expect(stderr).toContain('The id must be twelve of 0 to 9 and a to f');
  expect(stdout + stderr).not.toContain(whole.slice(16));
});

test('lists all invalid flags, and creates nothing', async () => {
  const folder = temporaryFolder();
  const bad = ['create', '', '--permissions', 'everything', '--expires', '2020-01-31', '--rate', '600'];
  const { code, stdout, stderr } = await token(folder, ...bad);
  expect({ code, stdout, stderr }).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'forecourt: the name must be 1 to 64 characters, none of them a control character, with no space at either end ' +
      "(got ''); --permissions must be a list of search, operate (got 'everything'); --expires must be a duration such as 12h " +
      "or 90d, or the last day in UTC, such as 2027-01-31; at most ten years (got '2020-01-31'); --rate must be a number " +
      "of requests per time, such as 10/s, 600/min, 20000/h or 100000/d (got '600').\n",
  });
  expect((await token(folder, 'list', '--json')).stdout).toBe('{"tokens":[]}\n');
});
