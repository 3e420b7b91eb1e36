// What may identify somebody is not kept; what describes a car is.
import { expect, test } from 'vitest';
import { withoutPersonalText } from '../../src/search/personal-text.ts';

const rest = (text: string): string => withoutPersonalText(text).replace(/\s+/g, ' ').trim();

test.each([
  ['jane.doe@mail.example', ''],
  ['red golf jane+cars@mail.example please', 'red golf please'],
  ['jane @ mail.example', ''],
  ['https://mail.example/?u=jane golf', 'golf'],
  ['www.mail.example golf', 'golf'],
  ['call 07700 900123', 'call'],
  ['+44 (0)7700-900-123', '+'],
  ['0770 0900123 zephyr', 'zephyr'],
  ['4111 1111 1111 1111', ''],
  ['ref ab123456', 'ref'],
  ['wvwzzz1jz3w386752', ''],
  ['sk_live_4ec39hqlyjw', ''],
  ['near ls1 4ap', 'near'],
  ['sw1a1aa', ''],
  ['ls1-4ap', ''],
  ['ec1a 1bb zephyr', 'zephyr'],
  ['ab12 cde', ''],
  ['ab12cde', ''],
  ['sell my ab12-cde', 'sell my'],
  ['a123 bcd', ''],
  ['p7xyz', ''],
  ['abc 123d', ''],
  ['xyz987k', ''],
  ['xiz 4321', ''],
  ['1234 xyz', ''],
])('%s is reduced to %j', (text, left) => {
  expect(rest(text)).toBe(left);
});

test.each([
  'zephyr',
  'mazda mx5 2.0',
  'mercedes c63 amg',
  'bmw 320d',
  'a4 tdi',
  'xc90 suv',
  'gle 350d',
  'golf 1.6 tdi 2018',
  'under 12000',
  'ford ka+',
  'ls1',
  'f-150 raptor',
  '4x4 7 seats',
  'škoda élégance',
])('%s is kept', (text) => {
  expect(rest(text)).toBe(text === 'under 12000' ? 'under' : text);
});

test('a long text without any of it takes no long time', () => {
  for (const unit of ['a', '1 ', 'a1', ' ', '@', '/', 'ab1', '_'])
    expect(withoutPersonalText(unit.repeat(4096)).length).toBeLessThanOrEqual(4096 * 3);
});
