import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMapping } from '../../../../src/ingest/settings/feed-mapping.ts';
import { XmlReader } from '../../../../src/ingest/read/xml/xml-reader.ts';
import { Problem } from '../../../../src/problem.ts';
import { fieldOf } from '../field-of.ts';
import { resultsOf, problemOf } from '../../collect.ts';

function recordsOf(text: string, size = text.length, record?: string): string[] {
  const reader = new XmlReader('stock', { fieldOf, record, header: (names) => names });
  const records = [];
  for (let at = 0; at < text.length; at += Math.max(1, size))
    records.push(...reader.push(text.slice(at, at + size)));
  records.push(...reader.end());
  return records
    .filter((item) => item.kind === 'record')
    .map(({ line, value }) => `${line} ${JSON.stringify(value)}`);
}

function outcomeOf(text: string, size?: number, record?: string): string[] | string {
  try {
    return recordsOf(text, size, record);
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}

describe('records', () => {
  it.each([
    [
      'of a usual name',
      '<listings><title>x</title><listing><id>1</id></listing></listings>',
      ['1 {"id":"1"}'],
    ],
    ['of a usual name, deep', '<a><b>\n<dealer><vehicle id="1"/></dealer></b></a>', ['2 {"id":"1"}']],
    ['in groups', '<s><g><car id="1"/></g><g>\n<car id="2"/></g></s>', ['1 {"id":"1"}', '2 {"id":"2"}']],
    [
      'around a vehicle, deep',
      '<a><s><g><p>1</p><lot no="1"><t>x</t><vehicle make="b"/><u>y</u></lot>\n<lot no="2"/></g></s></a>',
      ['1 {"no":"1","t":"x","vehicle.make":"b","u":"y"}', '2 {"no":"2"}'],
    ],
    [
      'several in an entry',
      '<a><s><g><lot no="1"><town>x</town><car><make>b</make><price>1</price></car>\n<car><make>c</make><price>2</price></car></lot></g></s></a>',
      ['1 {"make":"b","price":"1","town":"x"}', '2 {"make":"c","price":"2","town":"x"}'],
    ],
    [
      'in a document of a name that records have',
      '<product><car id="1"/><car id="2"/></product>',
      ['1 {"id":"1"}', '1 {"id":"2"}'],
    ],
    [
      'that are repeated',
      '<s><meta><a>1</a></meta><x><id>1</id></x>\n<x><id>2</id></x></s>',
      ['1 {"id":"1"}', '2 {"id":"2"}'],
    ],
    [
      'that are repeated one level down',
      '<s><all><x><id>1</id></x><x><id>2</id></x></all></s>',
      ['1 {"id":"1"}', '1 {"id":"2"}'],
    ],
    [
      'of which there is one',
      '<s><x><id>1</id><p><url>a</url></p><p><url>b</url></p></x></s>',
      ['1 {"id":"1","p.url":["a","b"]}'],
    ],
    [
      'with a page, around what has facts of a vehicle',
      '<s><x url="a" make="b" price="1"><e><size>1</size><fuel>c</fuel></e></x><x><e><size>2</size><fuel>d</fuel></e></x></s>',
      ['1 {"url":"a","make":"b","price":"1","e.size":"1","e.fuel":"c"}', '1 {"e.size":"2","e.fuel":"d"}'],
    ],
    [
      'below a document type that is a name alone',
      '<?xml version="1.0"?>\n<!DOCTYPE listings>\n<listings><car id="1"/></listings>',
      ['3 {"id":"1"}'],
    ],
    [
      "below an Atom feed's own links",
      '<feed><link rel="self" href="a"/><link rel="alternate" href="b"/>\n<entry><title>Rio</title><make>Kia</make><model>Rio</model></entry></feed>',
      ['2 {"title":"Rio","make":"Kia","model":"Rio"}'],
    ],
    [
      'below repeated elements that have no facts of a vehicle',
      '<s><channel name="a" url="b"/><channel name="c" url="d"/>\n<x url="e" make="f" price="1"/>\n<x url="g" make="h" price="2"/></s>',
      ['2 {"url":"e","make":"f","price":"1"}', '3 {"url":"g","make":"h","price":"2"}'],
    ],
    [
      'of which there is one, below repeated elements that have no facts of a vehicle',
      '<s><channel name="a" url="b"/><channel name="c" url="d"/>\n<x url="e" make="f" price="1"/></s>',
      ['2 {"url":"e","make":"f","price":"1"}'],
    ],
    [
      'below entries that have no facts of a vehicle',
      '<s><menu><item href="a">b</item><item href="c">d</item></menu>\n<all><vehicle><make>e</make></vehicle></all></s>',
      ['2 {"make":"e"}'],
    ],
    [
      'of other names, below entries that have no facts of a vehicle',
      '<s><menu><entry key="a"/></menu>\n<all><x make="e" price="1"/><x make="f" price="2"/></all></s>',
      ['2 {"make":"e","price":"1"}', '2 {"make":"f","price":"2"}'],
    ],
    [
      'entries if nothing has facts of a vehicle',
      '<rss><channel><link rel="a"/><link rel="b"/>\n<item><title>Rio</title></item></channel></rss>',
      ['2 {"title":"Rio"}'],
    ],
    ['of none, in an Atom feed with links', '<feed><link rel="self"/><link rel="hub"/></feed>', []],
    ['of none, in an Atom feed with a link', '<feed><title>x</title><link rel="self" href="y"/></feed>', []],
    ['that are the whole', '<vehicle><id>1</id></vehicle>', ['1 {"id":"1"}']],
    [
      'that are the whole, with repeated pictures',
      '<x><url>a</url><make>b</make><price>1</price><picture href="c"/><picture href="d"/></x>',
      ['1 {"url":"a","make":"b","price":"1","picture.href":["c","d"]}'],
    ],
    ['of none', '<listings><title>x</title></listings>', []],
    ['of none at all', '<listings/>', []],
  ])('%s are found', (_, text, records) => {
    expect(recordsOf(text)).toEqual(records);
    expect(recordsOf(text, 1)).toEqual(records);
  });

  it('are the elements that a mapping names', async () => {
    const text = '<s><car id="no"><spec><id>1</id><price>5</price></spec></car></s>';
    expect(recordsOf(text, 1, 'Spec')).toEqual(['1 {"id":"1","price":"5"}']);
    const mapping = parseMapping({ record: 'spec', constants: { advert_url: 'https://a.example/1' } }, 'm');
    expect(await resultsOf(text, { mapping, dealer: 'a.example' })).toMatchObject([
      { listing: { id: '1', priceGbp: 5 } },
    ]);
  });

  it.each([
    ['<car><mileage unit="km">5</mileage></car>', '{"mileage":"5","mileage.unit":"km"}'],
    [
      '<car><i><u>1</u></i><image><url>a</url></image><image><url>b</url></image></car>',
      '{"i":"<u>1</u>","image.url":["a","b"]}',
    ],
    ['<car><pic>a</pic><pic>b</pic></car>', '{"pic":["a","b"]}'],
    ['<car><g:pic xmlns:g="x">a</g:pic></car>', '{"pic":"a"}'],
    ['<car><t>a &lt; b &amp; c &pound;5 &#8364;</t></car>', '{"t":"a < b & c £5 €"}'],
    [
      '<car><t>we&acirc;&euro;&trade;ve &Scaron;koda &frac34; &iuml;&shy;</t></car>',
      '{"t":"weâ€™ve Škoda ¾ ï\u00ad"}',
    ],
    ['<car t="Citro&euml;n &quot;C3&quot; &agrave; vendre"/>', '{"t":"Citroën \\"C3\\" à vendre"}'],
    ['<car><t><![CDATA[<b>a</b>]]> c</t></car>', '{"t":"<b>a</b> c"}'],
    ['<car><t>x <b>a&lt;b</b> y</t></car>', '{"t":"x <b>a&lt;b</b> y"}'],
    ['<car><field name="Make">Ford</field></car>', '{"Make":"Ford"}'],
    [
      '<car><constructor>1</constructor><__proto__>2</__proto__></car>',
      '{"constructor":"1","__proto__":"2"}',
    ],
    ['<car><a/></car>', '{"a":""}'],
    ['<car><fuel key="DIESEL"/><box key="M"> </box></car>', '{"fuel":"DIESEL","box":"M"}'],
    ['<car><fuel key="D">Diesel</fuel></car>', '{"fuel":"Diesel","fuel.key":"D"}'],
  ])('of %s have flat names', (text, value) => {
    expect(recordsOf(`<s>${text}</s>`, 1)).toEqual([`1 ${value}`]);
  });
});

describe('a fault', () => {
  it.each([
    [
      '<s>\n<car><id>1</id>',
      "the XML ends on line 2 within the element 'car'. It was truncated: fetch it again.",
    ],
    ['<s><car></s>', "line 1 is not valid XML ('unexpected close tag')."],
    ['<s><car>&what;</car></s>', "line 1 is not valid XML ('undefined entity')."],
    ['<s><car>&constructor;</car></s>', "line 1 is not valid XML ('undefined entity')."],
    ['<s><car>&notit;</car></s>', "line 1 is not valid XML ('undefined entity')."],
    ['<s></s><s>', "line 1 is not valid XML ('documents may contain only one root')."],
    ['<!-- x -->', "line 1 is not valid XML ('document must contain a root element')."],
    [
      '<!DOCTYPE s SYSTEM "file:///etc/passwd">\n<s/>',
      'line 1 has a DTD (<!DOCTYPE …>), and DTDs are not read. Save the feed without it.',
    ],
    [
      '<!DOCTYPE s [<!ENTITY a "b">]>\n<s/>',
      'line 1 has a DTD (<!DOCTYPE …>), and DTDs are not read. Save the feed without it.',
    ],
    ['<a>'.repeat(65), 'line 1 nests more than 64 elements in each other.'],
    [
      '\n <html><body>Log in</body></html>',
      'this is a web page, not a feed. It has no table of vehicles: check its URL.',
    ],
  ])('of %j is reported', (text, message) => {
    const outcome = outcomeOf(text);
    expect(outcome).toBe(`stock: ${message}`);
    expect(outcomeOf(text, 1)).toBe(outcome);
  });

  it.each([
    ['a text', '<s><car>\n<t>', 'x'],
    ['elements', '<s><car>\n', '<t>y</t>'],
    ['an attribute', '<s>\n<car a="', 'x'],
    ['a comment', '<s>\n<!-- ', 'x'],
    ['a tag', '<s>\n<', 'x'],
    ['what stands before records', '<s>\n', '<!-- --><t>y</t>'],
  ])('in an endless record is reported before it fills the memory: %s', (_, start, part) => {
    const reader = new XmlReader('stock', { fieldOf, header: (names) => names });
    let given = 0;
    expect(() => {
      reader.push(start);
      for (; given < 4e6; given += 64 * 1024) reader.push(part.repeat(Math.ceil((64 * 1024) / part.length)));
    }).toThrow(/^stock: the record that starts on line [12] is longer than 1,048,576 characters\./);
    expect(given).toBeLessThan(1.3e6);
  });

  it('of any kind is the same in any chunks', () => {
    const token = fc.constantFrom(
      ...[
        '<s>',
        '</s>',
        '<car>',
        '</car>',
        '<x a="1">',
        '</x>',
        '<t/>',
        'text',
        '\n',
        '&amp;',
        '&lt',
        '<!--',
        '-->',
      ],
      ...[
        '<![CDATA[',
        ']]>',
        '<',
        '>',
        '"',
        '😀',
        '<?x',
        '?>',
        '<listing id="1"/>',
        '\r\n',
        '&#0;',
        '<!DOCTYPE',
      ],
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 25 }), fc.integer({ min: 1, max: 9 }), (tokens, size) => {
        const text = `<s>${tokens.join('')}`;
        expect(outcomeOf(text, size)).toEqual(outcomeOf(text));
      }),
      { seed: 41, numRuns: 1500 },
    );
  });
});

it('a feed of maximum length is read in linear time and the memory of one record', async () => {
  const reader = new XmlReader('stock', { fieldOf, header: (names) => names });
  reader.push('<s>');
  let read = 0;
  const piece = '<x><id>1</id><t>some words</t></x>\n'.repeat(1000);
  for (let n = 0; n < 100; n++) read += reader.push(piece).length;
  reader.push('</s>');
  expect(read + reader.end().length).toBe(100_000);
  expect(await problemOf('<s/>')).toBe(
    'feed_empty: stock: the feed contains no records. Nothing was imported.',
  );
});

// Quadratic work on as many names takes minutes: the test would time out.
it('elements of many names beside the records are read in linear time', () => {
  const reader = new XmlReader('stock', { fieldOf: () => undefined, header: (names) => names });
  const others = Array.from({ length: 60_000 }, (_, n) => `<n${n}/>`).join('');
  const cars = '<cars><car><id>1</id></car><car><id>2</id></car></cars>';
  const items = [...reader.push(`<s><x>${others}</x>${cars}</s>`), ...reader.end()];
  expect(items.flatMap((item) => (item.kind === 'record' ? [item.value] : []))).toEqual([
    { id: '1' },
    { id: '2' },
  ]);
});
