import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importPostcodeTable } from '../../src/geo/import-postcodes.ts';
import { loadPostcodeTable } from '../../src/geo/postcode-table.ts';

const CODE_POINT =
  '"AB101AB",10,394235,806529,"S92000003","","S08000020","","S12000033","S13002842"\r\n' +
  '"E1  0AA",20,535186,180774,"E92000001","E19000003","E18000007","","E09000030","E05009336"\r\n' +
  '"EN771AN",90,0,0,"E92000001","","","","",""\r\n';

const ONSPD =
  'pcd,pcd2,pcds,dointr,doterm,oscty,lat,long,imd\n' +
  '"AB1 0AA","AB1  0AA","AB1 0AA",198001,199606,"S99999999",57.101474,-2.242851,6715\n' +
  '"SW1A1AA","SW1A 1AA","SW1A 1AA",198001,"","E99999999",51.501009,-0.141588,18679\n' +
  '"BT1 1AA","BT1  1AA","BT1 1AA",198001,"","N99999999",54.602222,-5.926105,12\n' +
  '"JE2 3AB","JE2  3AB","JE2 3AB",198001,"","J99999999",99.999999,0.000000,0\n';

const NONE_SKIPPED = { not_a_unit: 0, no_position: 0, bad_position: 0, repeated: 0 };

let folder: string;
let table: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-import-'));
  table = join(folder, 'units.bin');
});
afterEach(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

describe('importPostcodeTable', () => {
  it('reads Code-Point Open, and skips rows without a position', async () => {
    const result = await importPostcodeTable([file('cpo.csv', CODE_POINT)], table);
    expect(result).toEqual({ units: 2, skipped: { ...NONE_SKIPPED, no_position: 1 } });
    expect(loadPostcodeTable(table)?.find('AB10', '1AB')).toEqual({ lat: 57.149606, lng: -2.096916 });
    expect(loadPostcodeTable(table)?.find('EN77', '1AN')).toBeUndefined();
  });

  it('reads ONSPD including terminated postcodes and Northern Ireland', async () => {
    const result = await importPostcodeTable([file('onspd.csv', ONSPD)], table);
    expect(result).toEqual({ units: 3, skipped: { ...NONE_SKIPPED, no_position: 1 } });
    expect(loadPostcodeTable(table)?.find('AB1', '0AA')).toEqual({ lat: 57.101474, lng: -2.242851 });
    expect(loadPostcodeTable(table)?.find('BT1', '1AA')).toEqual({ lat: 54.602222, lng: -5.926105 });
  });

  it.each([
    ['the newer names', 'pcd7,pcd8,dointr,doterm,lat,long\n"M1 1AE ","M1   1AE",198001,,53.1,-2.1\n'],
    ['upper case', 'PCD,PCD2,LAT,LONG\nM1  1AE,M1   1AE,53.1,-2.1\n'],
    ['a byte order mark and CRLF', '\ufeffpcds,lat,long\r\nM1 1AE,53.1,-2.1\r\n'],
    ['another order and no last line end', 'long,lat,pcd8\n-2.1,53.1,M1   1AE'],
    ['quotes and padded values', '"pcds","lat","long"\n"M1 1AE"," 53.1 "," -2.1 "\n'],
  ])('reads a directory with %s', async (_, text) => {
    expect(await importPostcodeTable([file('nspl.csv', text)], table)).toEqual({
      units: 1,
      skipped: NONE_SKIPPED,
    });
    expect(loadPostcodeTable(table)?.find('M1', '1AE')).toEqual({ lat: 53.1, lng: -2.1 });
  });

  it('reads gzip, whatever the file is called', async () => {
    expect((await importPostcodeTable([file('onspd.csv', gzipSync(ONSPD))], table)).units).toBe(3);
  });

  it('imports files of both kinds into one table; later files win', async () => {
    const later = file('later.csv', 'pcds,lat,long\nAB10 1AB,57.2,-2.2\n');
    const result = await importPostcodeTable(
      [file('cpo.csv', CODE_POINT), file('o.csv', ONSPD), later],
      table,
    );
    expect(result).toEqual({ units: 5, skipped: { ...NONE_SKIPPED, no_position: 2, repeated: 1 } });
    expect(loadPostcodeTable(table)?.find('AB10', '1AB')).toEqual({ lat: 57.2, lng: -2.2 });
  });

  it('replaces the whole table', async () => {
    await importPostcodeTable([file('onspd.csv', ONSPD)], table);
    await importPostcodeTable([file('cpo.csv', CODE_POINT)], table);
    expect(loadPostcodeTable(table)?.find('SW1A', '1AA')).toBeUndefined();
    expect(readdirSync(folder).sort()).toEqual(['cpo.csv', 'onspd.csv', 'units.bin']);
  });

  it('counts rows that yield no unit, by reason', async () => {
    const rows = [
      'M1 1AA,53.1,-2.1',
      'M1,53.1,-2.1',
      'NPT 0AA,53.1,-2.1',
      ',53.1,-2.1',
      'M1 1AB,,',
      'M1 1AD,99.999999,0',
      'M1 1AE,north,-2.1',
      'M1 1AF,NaN,-2.1',
      'M1 1AG,0.0,0.0',
      'M1 1AH,-2.1,53.1',
      'M1 1AJ,5e1,-2.1',
    ];
    const result = await importPostcodeTable([file('o.csv', `pcds,lat,long\n${rows.join('\n')}\n`)], table);
    expect(result).toEqual({
      units: 1,
      skipped: { not_a_unit: 3, no_position: 2, bad_position: 5, repeated: 0 },
    });
  });

  it('counts positions outside the grid', async () => {
    const row = (postcode: string, easting: string, northing: string) =>
      `${postcode},10,${easting},${northing},a,b,c,d,e,f\n`;
    const text =
      row('AB101AB', '394235', '806529') +
      row('AB101AD', '0', '0') +
      row('AB101AE', '394235', '1300001') +
      row('AB101AF', '394235', '-5') +
      row('AB101AG', '', '');
    const result = await importPostcodeTable([file('cpo.csv', text)], table);
    expect(result).toEqual({ units: 1, skipped: { ...NONE_SKIPPED, bad_position: 4 } });
  });

  it('reports progress in bytes of the files as stored, up to the last', async () => {
    const many = Array.from({ length: 30_000 }, (_, n) => `M${n % 100} ${n % 10}AA,53.1,-2.1\n`).join('');
    const files = [file('a.csv', `pcds,lat,long\n${many}`), file('b.csv', gzipSync(ONSPD))];
    const total = files.reduce((sum, path) => sum + readFileSync(path).length, 0);
    const seen: number[] = [];
    await importPostcodeTable(files, table, (bytesRead, bytesTotal) => {
      expect(bytesTotal).toBe(total);
      seen.push(bytesRead);
    });
    expect(seen.length).toBeGreaterThan(4);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.at(-1)).toBe(total);
  });
});

describe('a file of another kind', () => {
  const bytes = gzipSync(ONSPD.repeat(100));
  it.each([
    ['an empty file', '', /it is empty/],
    ['an empty gzip file', gzipSync(''), /it holds no postcode/],
    ['a header alone', 'pcds,lat,long\n', /it holds no postcode/],
    [
      'other columns',
      'name,age\nKim,7\n',
      /its first line has 2 columns, 'name,age', so it is neither OS Code-Point/,
    ],
    ['no position columns', 'pcds,doterm\nM1 1AA,\n', /2 columns, 'pcds,doterm'/],
    ['no postcode column', 'postcode_area,lat,long\nM,53.1,-2.1\n', /3 columns, 'postcode_area,lat,long'/],
    ['ten columns, but no postcode', 'Manchester,10,394235,806529,a,b,c,d,e,f\n', /10 columns, 'Manchester,/],
    ['a page', '<!DOCTYPE html>\n<html lang="en">\n', /1 columns, '<!DOCTYPE html>'/],
    ['a page that begins with a quote', '<html lang="en">\n', /it is neither OS Code-Point Open/],
    ['noise', Buffer.from([0, 1, 2, 3, 0xff, 0xfe]), /it is neither/],
    ['a zip archive', 'PK\u0003\u0004rest', /it is a zip archive\. Unpack it/],
    ['a cut row', 'pcds,lat,long\nM1 1AA,53.1,-2.1\nM1 1AB,53', /line 3 does not have as many columns/],
    ['a row too long', 'pcds,lat,long\nM1 1AA,53.1,-2.1,7\n', /line 2 does not have as many columns/],
    ['an open quote', 'pcds,lat,long\n"M1 1AA,53.1,-2.1\n', /opens a quote that is never closed/],
    ['a stray quote', 'pcds,lat,long\n"M1"x 1AA,53.1,-2.1\n', /line 2 is not valid CSV/],
    ['an endless row', `pcds,lat,long\nM1 1AA,53.1,${'9'.repeat(70_000)}`, /is longer than 65536 bytes/],
    ['cut gzip', bytes.subarray(0, bytes.length - 20), /its gzip data is damaged or cut off/],
    ['damaged gzip', Buffer.concat([bytes.subarray(0, 30), Buffer.alloc(80, 7)]), /its gzip data is damaged/],
  ])('rejects %s and leaves the old table', async (_, content, finding) => {
    const good = file('good.csv', ONSPD);
    await importPostcodeTable([good], table);
    const before = readFileSync(table);
    const bad = file('bad.csv', content);
    const rejected = importPostcodeTable([good, bad], table);
    await expect(rejected).rejects.toThrow(finding);
    await expect(rejected).rejects.toMatchObject({ name: 'Problem', code: 'feed_unreadable' });
    await expect(rejected).rejects.toThrow(`'${bad}' cannot be read as postcodes: `);
    await expect(rejected).rejects.toThrow('The table of unit postcodes is unchanged.');
    expect(readFileSync(table).equals(before)).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(['bad.csv', 'good.csv', 'units.bin']);
  });

  it('is rejected if it does not exist', async () => {
    await expect(importPostcodeTable([join(folder, 'none.csv')], table)).rejects.toThrow(
      /there is no such file/,
    );
  });

  it('is rejected if it is a folder', async () => {
    await expect(importPostcodeTable([folder], table)).rejects.toThrow(
      /it is a folder\. Name the CSV files in it/,
    );
  });

  it('is rejected if none of its rows has a position', async () => {
    const only = file('only.csv', 'pcds,lat,long\nJE2 3AB,99.999999,0\n');
    await expect(importPostcodeTable([only], table)).rejects.toThrow(
      `No unit postcode with a position is in '${only}'.`,
    );
    expect(loadPostcodeTable(table)).toBeUndefined();
  });
});
