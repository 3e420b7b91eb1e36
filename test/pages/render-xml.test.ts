import { expect, test } from 'vitest';
import { h } from '../../src/pages/element.ts';
import { renderXml } from '../../src/pages/render-html.ts';

test('an element has its attributes and children, and texts are escaped', () => {
  const child = h('name', {}, ']]></name><b a="1">&amp;');
  expect(renderXml(h('a', { title: '"<&\u0001', rel: null }, [child, h('empty', {})]))).toBe(
    '<?xml version="1.0" encoding="utf-8"?>\n' +
      '<a title="&quot;&lt;&amp;\ufffd"><name>]]&gt;&lt;/name&gt;&lt;b a=&quot;1&quot;&gt;&amp;amp;</name><empty/></a>\n',
  );
});

test('characters that XML cannot have are replaced', () => {
  const text = 'a\u0000\u0008\u000b\ud800\ufffe\uffffb\t\n\r\u0085\ud83d\ude97';
  expect(renderXml(h('t', {}, text))).toContain(`<t>a${'\ufffd'.repeat(6)}b\t\n&#13;\u0085\ud83d\ude97</t>`);
});
