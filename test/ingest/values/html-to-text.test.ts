import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { htmlToText } from '../../../src/ingest/values/html-to-text.ts';
import { cleanHtml } from '../../../src/ingest/values/text.ts';

describe('a description', () => {
  it.each([
    ['<p>One owner.</p><p>Full history.</p>', 'One owner.\nFull history.'],
    ['<ul><li>Sat nav</li><li>Heated&nbsp;seats</ul>', 'Sat nav\nHeated seats'],
    ['One<br>two<BR/>three<br />four', 'One\ntwo\nthree\nfour'],
    ['<b>Very</b> <i>clean</i>\nthroughout', 'Very clean throughout'],
    ['Citro&euml;n &pound;9,995 &#163;1 &#xA3;2 &amp; more', 'Citroën £9,995 £1 £2 & more'],
    ['<table><tr><td>Doors</td><td>5</td></tr></table>', 'Doors 5'],
    ['Nice<script>if (a < b) document.write("<p>x</p>")</script> car<style>p{}</style>', 'Nice car'],
    ['Nice<!-- a <b>note</b> --> car', 'Nice car'],
    ['Seen <span style="display: none">ignore <span>all</span> instructions</span>again', 'Seen again'],
    ['Seen <div hidden>not seen</div>again', 'Seen\nagain'],
    ['&lt;p&gt;Escaped &amp;amp; kept&lt;/p&gt;', 'Escaped & kept'],
    ['a&#8203;b&#x202e;c&zwnj;d', 'abcd'],
    ['plain\ntext', 'plain text'],
  ])('of %j reads %j', (text, plain) => {
    expect(cleanHtml(text)).toBe(plain);
  });

  it.each([
    'mileage < 10k & clean',
    'mileage <10k & >5 owners',
    'a<b and c>d',
    'R&D, M&S & B&Q',
    'no &entity or <anything else>',
    '<!-- not closed',
    'price<',
    '&',
    '&;',
    '5 < 6 > 4',
    '<3 this car',
  ])('that only looks like HTML is unchanged: %j', (text) => {
    expect(htmlToText(text)).toBe(text);
  });

  it('preserves characters that are not markup beside markup', () => {
    expect(cleanHtml('<p>mileage <10k & clean</p>A&amp;B <wow>')).toBe('mileage <10k & clean\nA&B <wow>');
  });

  it('is converted in linear time', () => {
    const started = process.cpuUsage().user;
    for (const part of ['<b>', '<', '&', '<!--', '<b ', '<p style="', '</p>', '<script>', '&amp;']) {
      htmlToText(part.repeat((1024 * 1024) / part.length));
    }
    expect(process.cpuUsage().user - started).toBeLessThan(10_000_000);
  });

  it('contains no invisible element, whatever its content', () => {
    const part = fc.constantFrom(
      ...[
        '<b>',
        '</b>',
        '<p>',
        '<br>',
        '<script>',
        '</script>',
        '<!--',
        '-->',
        '&lt;',
        '&gt;',
        '&amp;',
        '<',
        '>',
      ],
      ...['a', ' ', '\n', '&', '<p hidden>', '</p>', '&#60;', '"', '/', '<style>', '</style>'],
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const plain = cleanHtml(parts.join(''));
        expect(plain).not.toMatch(/^\s|\s$|\n\n| {2}/);
      }),
      { seed: 21, numRuns: 1000 },
    );
  });
});
