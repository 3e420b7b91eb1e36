import { describe, expect, it } from 'vitest';
import { readPrice } from '../../../src/ingest/values/price.ts';
import { NO_NUMBER, NO_VALUE, valueOf } from './number-cases.ts';

describe('a price', () => {
  it.each([
    ...NO_VALUE,
    ...NO_NUMBER,
    [9995, 9995],
    ['9995', 9995],
    ['9995.5', 9995.5],
    ['£9,995', 9995],
    ['£ 9,995.00', 9995],
    ['9995.00 GBP', 9995],
    ['GBP 9,995', 9995],
    ['gbp9995', 9995],
    ['9,995£', 9995],
    ['9995 pounds', 9995],
    ['\u00a39,995\u00a0', 9995],
    ['1,250,000', 1_250_000],
    ['£1,234,568', 1_234_568],
    ['12k', 12000],
    ['£8¼k', 8250],
    ['9½', 9.5],
    ['£2,995 px to clear', 2995],
    ['From £9,995', 9995],
    ['£9,995 + £199 admin', 9995],
    ['£9,995 plus £199 admin fee', 9995],
    ['£7,995 or £160 a month', 7995],
    ['£7,995 or £160 pcm', 7995],
    ['£160 per month', 'unreadable'],
    ['£9,295 deposit £500', 'unreadable'],
    ['£9,295 Deposit: £500', 'unreadable'],
    ['£12,995 (deposit £99)', 'unreadable'],
    ['£12,995, deposit from £99', 'unreadable'],
    ['£9,295 or £999 deposit, £150 per month', 9295],
    ['£4,150 incl. 6 months warranty', 4150],
    ['£4,150 with 12 mths MOT', 4150],
    ['£4,150 part exchange welcome', 4150],
    ['£4,150, part exchange 500', 4150],
    ['Part exchange 500', 'unreadable'],
    ['Cost new £21,995', 'unreadable'],
    ['c. £4,150 px considered', 4150],
    ['Eight thousand two hundred and fifty', 8250],
    ['Twenty-one thousand pounds ono', 21_000],
    ['Nine hundred and ninety five', 995],
    ['Fourteen ninety five', 'unreadable'],
    ['Nine thousand five', 'unreadable'],
    ['Nine thousand and five pounds', 9005],
    ['Thousand', 'unreadable'],
    ['Two or three thousand', 'unreadable'],
    ['£12.5K', 12500],
    ['9995.0000', 9995],
    [9995.999, 9996],
    [1.01, 1.01],
    [99_999_998.99, 99_999_998.99],
    [0, 'out_of_range'],
    ['0.00', 'out_of_range'],
    [0.004, 'out_of_range'],
    [-5, 'out_of_range'],
    ['-£5', 'out_of_range'],
    ['£-5', 'out_of_range'],
    ['-£-5', 'out_of_range'],
    [100_000_000, 'out_of_range'],
    [99_999_999.999, 'out_of_range'],
    [1e308, 'out_of_range'],
    [Infinity, 'out_of_range'],
    ['€9995', 'not_gbp'],
    ['9995 EUR', 'not_gbp'],
    ['EUR9995', 'not_gbp'],
    ['9995 euros', 'not_gbp'],
    ['189500 SEK', 'not_gbp'],
    ['NOK 65,000', 'not_gbp'],
    ['$9,995', 'not_gbp'],
    ['US$9995', 'not_gbp'],
    ['9995 usd', 'not_gbp'],
    ['¥9995', 'not_gbp'],
    // Pounds have no third decimal, but a database may write 995 as `995.000`.
    ['9.995', 9995],
    ['£9.995', 9995],
    ['9.000', 'unreadable'],
    ['0.995', 'unreadable'],
    ['12,500.50', 12_500.5],
    ['12.500,50', 12_500.5],
    ['5299,00', 5299],
    ['from 9995', 9995],
    ['1e4', 'unreadable'],
  ])('%j is read as %j', (value, expected) => {
    expect(valueOf(readPrice(value))).toBe(expected);
  });
});

describe('a price as dealers write it', () => {
  it.each([
    ['£8,495 ono', 8495],
    ['£8,495 o.n.o.', 8495],
    ['£8,495 OVNO', 8495],
    ['8,495 or nearest offer', 8495],
    ['OIRO £8,495', 8495],
    ['£24 995', 24_995],
    ['24\u00a0995 GBP', 24_995],
    ['£1 250 000', 1_250_000],
    ['Was £9,995 Now £8,995', 8995],
    ['£9,295 or £150 per month, £999 deposit', 9295],
    ['£999 deposit', 'unreadable'],
    ['£9,295 £500 deposit paid', 'unreadable'],
    ['WAS £9,995, NOW ONLY £8,995!', 8995],
    ['Now £8,995 was £9,995', 8995],
    ['£8,995 (was £9,995)', 8995],
    ['Reduced from £9,995 to £8,995', 8995],
    ['RRP £12,000 Our price £9,995', 9995],
    ['£9,995 now £8,995 save £1,000', 'unreadable'],
    ['Was £9,995 Now £8,995 Save £1,000', 8995],
    ['£1,000 off, now £8,995', 8995],
    ['£8,995 £9,995', 'unreadable'],
    ['£7,995 inc VAT', 7995],
    ['£7,995 (incl. VAT)', 7995],
    ['£7,995 including VAT', 7995],
    ['£7,995 VAT included', 7995],
    ['£7,995 No VAT', 7995],
    ['£7,995 VAT qualifying', 7995],
    ['Only £7,995', 7995],
    ['Price: £7,995', 7995],
    ['GBP 8,495', 8495],
    ['8,495 GBP', 8495],
    ['8495.00', 8495],
    ['£8,495 fixed price', 8495],
    ['£8,495 OTR', 8495],
    ['£24.995,00', 24_995],
    ['24.995 ono', 24_995],
    ['£8,49', 'unreadable'],
    ['from £8,495', 8495],
    ['£199 per month', 'unreadable'],
    ['£199pm', 'unreadable'],
    ['£500 deposit', 'unreadable'],
    ['£8,495 or swap', 'unreadable'],
    ['Price on application', 'not_given'],
    ['€8.495 ono', 'not_gbp'],
  ])('%j is read as %j', (value, expected) => {
    expect(valueOf(readPrice(value))).toBe(expected);
  });

  it.each([1, '1', '£1', '£1.00', 0.01, 1_111_111, '£999,999', 9_999_999, 99_999_999.99, '1,234,567'])(
    '%j stands for none',
    (value) => {
      expect(valueOf(readPrice(value))).toBe('placeholder');
    },
  );

  it.each([
    [250, 250],
    ['£12,345', 12_345],
    [11_111, 11_111],
    [99_999, 99_999],
    [123_456, 123_456],
    [999_995, 999_995],
  ])('%j is a price', (value, expected) => {
    expect(valueOf(readPrice(value))).toBe(expected);
  });
});

describe('a price without VAT', () => {
  it.each([
    ['£9,500 + VAT', 11_400],
    ['£9,500+VAT', 11_400],
    ['£9,500 plus VAT', 11_400],
    ['9500 ex VAT', 11_400],
    ['£9,500 (excl. VAT)', 11_400],
    ['£9,500 ono + VAT', 11_400],
    ['+VAT £9,500', 11_400],
    ['£9,500 VAT extra', 11_400],
    ['£8,495.99 plus VAT', 10_195.19],
    ['£0.01 + VAT', 'placeholder'],
  ])('%j is unknown, or %j with the VAT added', (value, withVat) => {
    const isUnread = typeof withVat === 'string';
    expect(valueOf(readPrice(value))).toBe(isUnread ? withVat : 'without_vat');
    expect(valueOf(readPrice(value, { vat: 'unknown' }))).toBe(isUnread ? withVat : 'without_vat');
    expect(valueOf(readPrice(value, { vat: 'add' }))).toBe(withVat);
  });

  it('is known from another column, unless its own text says otherwise', () => {
    expect(valueOf(readPrice(9500, { isWithoutVat: true }))).toBe('without_vat');
    expect(valueOf(readPrice('£9,500', { isWithoutVat: true }))).toBe('without_vat');
    expect(valueOf(readPrice(9500, { isWithoutVat: true, vat: 'add' }))).toBe(11_400);
    expect(valueOf(readPrice('£9,500 inc VAT', { isWithoutVat: true }))).toBe(9500);
    expect(valueOf(readPrice(null, { isWithoutVat: true }))).toBe(null);
    expect(valueOf(readPrice('POA', { isWithoutVat: true, vat: 'add' }))).toBe('not_given');
  });
});
