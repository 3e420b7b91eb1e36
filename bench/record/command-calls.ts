// Commands that ask a stock, change one and describe themselves: helps, searches, changes of a feed's stock, and runs of configured feeds.
import { base64, type CommandCall } from './recording.ts';

const COMMANDS = [
  '', 'import', 'serve', 'feed', 'feed inspect', 'feed run', 'feed schedule', 'feed dealers', 'feed move', 'feed release', 'search', 'summary',
  'map', 'interpret', 'lookup', 'mcp', 'status', 'token', 'token create', 'token list', 'token revoke', 'backup', 'upgrade', 'verify', 'postcodes',
  'postcodes import', 'publish', 'watch',
]; // prettier-ignore

/** Each for people and as JSON. */
const QUESTIONS: readonly (readonly string[])[] = [
  ['search'],
  ['search', 'golf', '--price_max', '20000'],
  ['search', '--make', 'Toyota', '--location', 'LS1 4AP', '--distance', '5', '--sort', 'distance'],
  ['search', 'zeppelin'],
  ['search', '--sort', 'cheapest'],
  ['search', '--page', '3'],
  ['summary'],
  ['summary', '--make', 'Honda', '--price_max', '100'],
  ['map', '--zoom', '6'],
  ['map', 'focus', '--bbox', '-3,50,1,56'],
  ['interpret', 'cheap', 'diesel', 'estate', 'near', 'Leeds'],
  ['interpret', 'not red, under 10k'],
  ['lookup', 'https://harbour-motors.example/used/xj', 'https://harbour-motors.example/used/sold'],
  ['lookup', 'https://none.example/'],
  ['status'],
  ['feed', 'dealers'],
];

const record = (id: string, price: number, dealer = 'north.example'): object => {
  const car = { make: 'Ford', model: 'Fiesta', year: 2016, mileage: 41_000, fuel_type: 'Petrol' };
  return { id, dealer, advert_url: `https://${dealer}/${id.toLowerCase()}`, ...car, price };
};
const ndjson = (records: readonly object[]): string =>
  base64(records.map((one) => `${JSON.stringify(one)}\n`).join(''));
const stock = (count: number, price: number): object[] =>
  Array.from({ length: count }, (_, at) => record(`N${at}`, price + at));

export const COMMAND_FILES: Readonly<Record<string, string>> = {
  'changes/first.ndjson': ndjson(stock(12, 5000)),
  'changes/changed.ndjson': ndjson([
    ...stock(9, 5005),
    record('N20', 7000),
    record('bad', -1),
    record('bad', 5),
  ]),
  'changes/shrunk.ndjson': ndjson(stock(2, 5000)),
  'changes/empty.ndjson': base64(''),
  'changes/torn.ndjson': base64('{"id":"N1","dealer":"north.example"'),
  'changes/page.html': base64('<!DOCTYPE html><html><body>Please log in</body></html>'),
  'changes/feeds.json': base64(
    JSON.stringify({
      feeds: [
        { name: 'south', path: 'south.ndjson', dealer: 'south.example' },
        { name: 'gone', path: 'gone.ndjson', dealer: 'gone.example' },
      ],
    }),
  ),
  'changes/south.ndjson': ndjson([record('S1', 4000, 'south.example'), record('E1', 4000, 'east.example')]),
};

export function commandCalls(): CommandCall[] {
  const command = (...args: readonly string[]): CommandCall => ({ kind: 'command', args });
  const question = (...args: readonly string[]): CommandCall => ({
    ...command(...args),
    isIndependent: true,
  });
  const changes = (file: string, ...flags: readonly string[]): CommandCall =>
    command('import', `changes/${file}`, '--data', 'changes-data', ...flags);
  const onFeeds = ['--data', 'changes-data', '--feeds', 'changes/feeds.json'];
  return [
    ...COMMANDS.map((path) => question(...path.split(' ').filter((word) => word !== ''), '--help')),
    ...QUESTIONS.flatMap((args) => {
      const asked = [...args, '--data', 'conformance'];
      return [question(...asked), question(...asked, '--json')];
    }),
    command('nonsense'),
    command('search', '--data', 'none'),
    command('import', 'none.csv', '--data', 'changes-data'),
    changes('first.ndjson'),
    changes('first.ndjson'),
    changes('changed.ndjson'),
    changes('shrunk.ndjson'),
    changes('shrunk.ndjson', '--json'),
    changes('shrunk.ndjson', '--force', '--json'),
    changes('empty.ndjson'),
    changes('torn.ndjson'),
    changes('page.html'),
    changes('first.ndjson', '--merge'),
    command('feed', 'run', 'south', ...onFeeds, '--dry-run'),
    command('feed', 'run', ...onFeeds),
    command('feed', 'run', 'south', ...onFeeds, '--json'),
    command('feed', 'dealers', '--data', 'changes-data'),
    command('feed', 'move', 'north.example', 'south', ...onFeeds),
    command('feed', 'release', 'south.example', '--data', 'changes-data'),
    command('status', '--data', 'changes-data'),
    command('status', '--data', 'changes-data', '--json'),
    command('token', 'list', '--data', 'changes-data'),
    command('verify', '--data', 'changes-data'),
    command('upgrade', '--data', 'changes-data'),
  ];
}
