// Changes of the tokens file: none is lost with concurrent writers, and a crash leaves a complete list.
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createToken, listTokens, revokeToken, type NewTokenOptions } from '../../src/auth/tokens-file.ts';
import { formatTokenList, type StoredToken } from '../../src/auth/stored-token.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

/** Above any process number that Linux gives out. */
const NO_PROCESS = 2 ** 22 + 1;

const WANTED: NewTokenOptions = { name: 'Northgate', permissions: ['search'], rate: null, expiresAt: null };

function record(number: number, own: Partial<StoredToken> = {}): StoredToken {
  const id = number.toString(16).padStart(12, '0');
  const createdAt = '2026-02-10T15:30:00.000Z';
  const terms = { permissions: [], rate: null, createdAt, expiresAt: null, revokedAt: null } as const;
  return { id, name: 'Old', hash: 'ab'.repeat(32), ...terms, ...own };
}

test('a token contains its id and 43 random characters', async () => {
  const folder = temporaryFolder();
  const { token, record } = await createToken(folder, WANTED);
  expect(token).toMatch(/^fc_[0-9a-f]{12}_[A-Za-z0-9_-]{43}$/);
  expect(token.slice(3, 15)).toBe(record.id);
  const another = await createToken(folder, WANTED);
  expect(another.token.slice(16)).not.toBe(token.slice(16));
});

test('the stored token has all options and a hash', async () => {
  const folder = temporaryFolder();
  const { token, record } = await createToken(folder, {
    name: 'Partner',
    permissions: ['search', 'operate'],
    rate: { requests: 600, seconds: 60 },
    expiresAt: new Date('2027-02-01T00:00:00.000Z'),
  });
  expect(listTokens(folder)).toEqual([record]);
  expect(record).toMatchObject({
    name: 'Partner',
    permissions: ['search', 'operate'],
    rate: { requests: 600, seconds: 60 },
    expiresAt: '2027-02-01T00:00:00.000Z',
    revokedAt: null,
  });
  const file = readFileSync(join(folder, 'tokens.json'), 'utf8');
  expect(file).toContain(record.id);
  expect(file).not.toContain(token.slice(16));
});

test('only its owner can read the file, and no temporary file is left', async () => {
  const folder = temporaryFolder();
  await createToken(folder, WANTED);
  expect(statSync(join(folder, 'tokens.json')).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['tokens.json']);
});

test("the file belongs to the folder's owner, even if root creates the token", async () => {
  const folder = temporaryFolder();
  if (process.getuid?.() === 0) chownSync(folder, 12_345, 12_345);
  await createToken(folder, WANTED);
  const [file, around] = [statSync(join(folder, 'tokens.json')), statSync(folder)];
  expect([file.uid, file.gid]).toEqual([around.uid, around.gid]);
});

test('a missing folder is created for the first token, not for listing', async () => {
  const folder = join(temporaryFolder(), 'new/data');
  expect(listTokens(folder)).toEqual([]);
  expect(await revokeToken(folder, '000000000000')).toBeUndefined();
  expect(existsSync(folder)).toBe(false);
  await createToken(folder, WANTED);
  expect(listTokens(folder)).toHaveLength(1);
});

test('concurrent creations and revocations lose no token', async () => {
  const folder = temporaryFolder();
  const { record: old } = await createToken(folder, WANTED);
  const created = await Promise.all([
    ...Array.from({ length: 20 }, async (_, i) => createToken(folder, { ...WANTED, name: `Token ${i}` })),
    revokeToken(folder, old.id).then(() => undefined),
  ]);
  const names = created.flatMap((one) => one?.record.name ?? []);
  const listed = listTokens(folder);
  expect(
    listed
      .slice(1)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(names.sort());
  expect(listed[0].revokedAt).not.toBeNull();
  expect(readdirSync(folder)).toEqual(['tokens.json']);
});

test('a token that is revoked twice keeps its first revocation time', async () => {
  const folder = temporaryFolder();
  const { record: first } = await createToken(folder, WANTED);
  const { record: second } = await createToken(folder, WANTED);
  const revoked = await revokeToken(folder, first.id);
  expect(revoked?.revokedAt).toMatch(/^\d{4}-/);
  expect(await revokeToken(folder, first.id)).toEqual(revoked);
  expect(listTokens(folder)).toEqual([revoked, second]);
});

test('the lock and temporary file of a dead process block nobody', async () => {
  const folder = temporaryFolder();
  const lock = { pid: NO_PROCESS, since: '2026-02-10T15:30:00.000Z', processStart: '1' };
  writeFileSync(join(folder, 'tokens.lock'), JSON.stringify(lock));
  writeFileSync(join(folder, `tokens.json.${NO_PROCESS}-0.new`), '{"version":1,"tok');
  await createToken(folder, WANTED);
  expect(listTokens(folder)).toHaveLength(1);
  expect(readdirSync(folder)).toEqual(['tokens.json']);
});

test('a token can be revoked during a long import', async () => {
  const folder = temporaryFolder();
  const { record } = await createToken(folder, WANTED);
  const lock = { pid: process.pid, since: '2026-02-10T15:30:00.000Z', processStart: null };
  writeFileSync(join(folder, 'writer.lock'), JSON.stringify(lock));
  expect(await revokeToken(folder, record.id)).toMatchObject({ id: record.id });
});

test('a damaged list is not overwritten', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'tokens.json');
  writeFileSync(path, '{"version":1,');
  await expect(createToken(folder, WANTED)).rejects.toMatchObject({ code: 'data_damaged' });
  await expect(revokeToken(folder, '000000000000')).rejects.toMatchObject({ code: 'data_damaged' });
  expect(() => listTokens(folder)).toThrow(expect.objectContaining({ code: 'data_damaged' }));
  expect(readFileSync(path, 'utf8')).toBe('{"version":1,');
  expect(readdirSync(folder)).toEqual(['tokens.json']);
});

test('a full list drops expired and revoked tokens, and refuses another beyond 10,000 active ones', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'tokens.json');
  const living = Array.from({ length: 10_000 }, (_, i) => record(i));
  const past = '2026-02-10T15:30:00.000Z';
  const dead = [record(0, { revokedAt: past }), record(1, { expiresAt: past }), ...living.slice(2)];
  writeFileSync(path, formatTokenList(dead));
  const { record: made } = await createToken(folder, WANTED);
  expect(listTokens(folder)).toEqual([...living.slice(2), made]);
  writeFileSync(path, formatTokenList(living));
  await expect(createToken(folder, WANTED)).rejects.toMatchObject({
    code: 'invalid_configuration',
    message: 'There are 10000 tokens already. Revoke some.',
  });
});

test('a folder that is a file, or a list that is a folder, is a Problem', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'tokens.json'));
  await expect(createToken(folder, WANTED)).rejects.toMatchObject({ code: 'data_unusable' });
  writeFileSync(join(folder, 'file'), '');
  await expect(createToken(join(folder, 'file'), WANTED)).rejects.toMatchObject({ code: 'data_unusable' });
});
