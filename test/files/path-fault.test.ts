// Why a path cannot be used.
import { expect, it } from 'vitest';
import { pathErrorCode, pathFault } from '../../src/files/path-fault.ts';

it('is said in words, for errors of Node by name and of LMDB by number', () => {
  const byName = Object.assign(new Error('any'), { code: 'ENAMETOOLONG' });
  const byNumber = Object.assign(new Error('any'), { code: 36 });
  expect(pathFault(byName)).toBe('its name is too long');
  expect([pathErrorCode(byNumber), pathFault(byNumber)]).toEqual(['ENAMETOOLONG', 'its name is too long']);
});

it.each([
  new Error('any'),
  Object.assign(new Error('any'), { code: -30797 }),
  Object.assign(new Error('any'), { code: 'ERR_ASSERTION' }),
  'ENOENT',
  undefined,
])('is unknown for anything else (%s)', (error) => {
  expect(pathFault(error)).toBe(undefined);
});
