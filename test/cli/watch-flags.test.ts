// Flags of `forecourt watch` that have no effect are refused before anything is requested.
import { expect, test } from 'vitest';
import { failedMessage } from '../../src/cli/watch-command.ts';
import { runProgram } from './program.ts';

const watchNothing = (...flags: string[]) =>
  runProgram(['watch', '?make=Ford', '--url', 'http://127.0.0.1:1', ...flags]);

test('--sentences is refused with --webhook', async () => {
  const { problem } = await watchNothing('--sentences', '--webhook', 'https://crm.example/hooks/cars');
  expect(problem).toBe(
    'invalid_configuration: --sentences has no effect with --webhook, which posts JSON. Leave it out.',
  );
});

test('--webhook-secret-file is refused without --webhook', async () => {
  const { problem } = await watchNothing('--webhook-secret-file', 'secrets.txt');
  expect(problem).toBe(
    'invalid_configuration: --webhook-secret-file has no effect without --webhook. Leave it out, or set --webhook.',
  );
});

test('only with --state does a message that has failed for three days stay anywhere', () => {
  expect(failedMessage('state.json')).toBe(
    'A message has failed for three days. It stays in the state file, and is tried again at the next start.',
  );
  expect(failedMessage(undefined)).toBe(
    'A message has failed for three days. Without --state it is not kept, nor are the changes behind it.',
  );
});
