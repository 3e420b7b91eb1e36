// Help, and the messages for wrong usage.
import { expect, test } from 'vitest';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { forecourt } from '../support/process.ts';

/** Commands with their settings, by flag. */
const COMMANDS: readonly [command: string, settings: readonly string[]][] = [
  ['import', ['data', 'merge', 'format', 'json']],
  ['feed inspect', ['format', 'json']],
  ['serve', ['data', 'host', 'port', 'base-url', 'trust-proxy', 'demo']],
  ['search', ['data', 'base-url', 'json']],
  ['status', ['data', 'json']],
  ['postcodes import', ['data', 'json']],
];

test.each(COMMANDS)(
  '%s --help lists its settings with their environment variables, and has an example',
  async (command, settings) => {
    const { code, stdout, stderr } = await forecourt([...command.split(' '), '--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^Usage: forecourt ${command} \\[options\\]`));
    for (const setting of settings) {
      expect(stdout).toMatch(new RegExp(`^  --${setting}[ \n]`, 'm'));
      expect(stdout).toContain(`FORECOURT_${setting.replaceAll('-', '_').toUpperCase()}`);
    }
    expect(stdout).toMatch(
      new RegExp(`^Examples?:\n(?:  \\$ .*\\n)*  \\$ (?:.*\\| )?forecourt ${command} `, 'm'),
    );
  },
);

test('search --help lists the parameters of the API', async () => {
  const { stdout } = await forecourt(['search', '--help']);
  const flags = Array.from(
    stdout.matchAll(
      /^ {2}--(\w+) <(?:words|make|model|choice|domains|pounds|miles|year|litres|postcode|band|number)>/gm,
    ),
    ([, flag]) => flag,
  );
  expect(flags).toEqual([
    'q',
    'make',
    'model',
    'fuel_type',
    'transmission',
    'dealer',
    'price_min',
    'price_max',
    'miles_min',
    'miles_max',
    'year_min',
    'year_max',
    'engine_min',
    'engine_max',
    'location',
    'distance',
    'sort',
    'page',
  ]);
});

test('--help lists every command and has examples', async () => {
  const { code, stdout, stderr } = await forecourt(['--help']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const [command] of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${command.split(' ')[0]} `, 'm'));
  expect(stdout).toMatch(/^Examples:\n {2}\$ forecourt import stock\.csv/m);
});

test('without a command, prints the help to standard error and exits with 2', async () => {
  const { code, stdout, stderr } = await forecourt([]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^Usage: forecourt \[options\] \[command\]\n/);
});

test('--version prints the version, with the commit if it was built in a repository', async () => {
  const { code, stdout } = await forecourt(['--version']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^0\.1\.0(\+[0-9a-f]{12}(-dirty)?)?\n$/);
});

test.each([
  [['serch'], "unknown command 'serch'\n(Did you mean search?)"],
  [
    ['help', 'serch'],
    "error: unknown command 'serch'. These are the commands:\n\nUsage: forecourt [options] [command]\n",
  ],
  [
    ['feed', 'help', 'inspekt'],
    "error: unknown command 'inspekt'. These are the commands:\n\nUsage: forecourt feed ",
  ],
  [['import', 'feed.csv', '--dta', 'x'], "unknown option '--dta'\n(Did you mean --data?)"],
  [['search', '--mak', 'Ford'], "unknown option '--mak'\n(Did you mean --make?)"],
  [['search', '--prize_max', '9000'], "unknown option '--prize_max'\n(Did you mean --price_max?)"],
  [['import'], "missing required argument 'file'"],
  [['postcodes', 'import'], "missing required argument 'file'"],
  [['serve', '--port'], "option '--port <number>' argument missing"],
  [['status', 'everything'], "too many arguments for 'status'"],
])('%j exits with 2', async (args, message) => {
  const { code, stdout, stderr } = await forecourt(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
});

test('lists all invalid settings, by flag or environment variable, and exits with 2', async () => {
  const folder = temporaryFolder();
  const { code, stdout, stderr } = await forecourt(
    ['serve', '--port', '65536', '--base-url', 'cars.example'],
    {
      cwd: folder,
      environment: { FORECOURT_HOST: 'two words', FORECOURT_DEMO: 'perhaps', FORECOURT_TRUST_PROXY: '  ' },
    },
  );
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toBe(
    "forecourt: FORECOURT_HOST must be a host name or an IP address (got 'two words'); " +
      "--port must be a whole number from 0 to 65535 (got '65536'); " +
      '--base-url must be an http or https URL without query, such as https://cars.example ' +
      "(got 'cars.example'); FORECOURT_DEMO must be one of true, false, 1, 0, yes, no (got 'perhaps').\n",
  );
});
