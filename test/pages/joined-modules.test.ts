// Modules joined as the search page's are, and run as they are sent.
import { describe, expect, test } from 'vitest';
import { joinModules } from '../../src/pages/joined-modules.ts';

const modules = (texts: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(texts));

describe('joined modules', () => {
  test('run once each, after what they import, with names of their own', async () => {
    const joined = joinModules(
      'page/main.js',
      modules({
        'page/main.js':
          'import { twice } from "./a.js";\nimport { one, Box } from "../b.js";\nimport { three } from "./c.js";\n' +
          'globalThis.seen = [twice(one), new Box().inside, await three()];\n',
        'page/a.js':
          'import { one } from "../b.js";\nconst own = one * 2;\nexport function twice(n) { return n * own; }\n',
        'b.js':
          'export const one = 1;\nconst own = "b";\nexport class Box { inside = own; }\nglobalThis.runs = (globalThis.runs ?? 0) + 1;\n',
        'page/c.js': 'export async function three() { return 3; }\n',
        'unused.js': 'throw new Error("nobody imports this");\n',
      }),
    );
    await import(`data:text/javascript,${encodeURIComponent(joined)}`);
    expect(globalThis).toMatchObject({ seen: [2, 'b', 3], runs: 1 });
  });

  test.each([
    ['import * as b from "./b.js";', 'imports or exports'],
    ['import b from "./b.js";', 'imports or exports'],
    ['export default 1;', 'imports or exports'],
    ['const later = () => import("./b.js");', 'imports or exports'],
    ['import { c } from "./c.js";', "was built without 'c.js'"],
    ['import { a } from "./a.js";', 'in a circle: a.js'],
  ])('are refused where they hold %s', (line, message) => {
    expect(() =>
      joinModules('a.js', modules({ 'a.js': `${line}\n`, 'b.js': 'export const b = 1;\n' })),
    ).toThrow(message);
  });
});
