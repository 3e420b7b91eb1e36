import { describe, expect, it } from 'vitest';
import {
  readCondition,
  readFlag,
  readSaleStatus,
  statusInRemark,
} from '../../../src/ingest/values/sale-status.ts';

describe('a status', () => {
  it.each([
    [
      'listed',
      [
        'Available',
        'AVAILABLE',
        'in stock',
        'in_stock',
        'InStock',
        'For Sale',
        'publish',
        'Published',
        'PUBLISHED',
      ],
    ],
    [
      'listed',
      [
        'active',
        'Live',
        'FORECOURT',
        'DUE_IN',
        'preorder',
        'Coming soon',
        'In preparation',
        'New arrival',
        'Unsold',
      ],
    ],
    [
      'listed',
      [
        'https://schema.org/InStock',
        'http://schema.org/LimitedAvailability',
        'schema.org/PreOrder',
        'Not sold',
      ],
    ],
    ['listed', ['Available from Monday', 'In stock (two keys)']],
    ['listed', ['Previously under offer', 'Previously on hold', 'Not currently reserved', 'Never reserved']],
    ['sold', ['No - sold']],
    ['listed', ['Not yet sold', 'No longer reserved', 'Deposit refunded - available', 'Reservation expired']],
    [
      'listed',
      ['Cancelled sale - back on forecourt', 'Sale cancelled', 'Order pending arrival', 'No deposit taken'],
    ],
    ['sold', ['Previously reserved, now sold']],
    [
      'sold',
      [
        'Sold',
        'SOLD',
        'sold!',
        '*** SOLD ***',
        'Sold - awaiting collection',
        'Vehicle sold',
        'https://schema.org/SoldOut',
      ],
    ],
    ['sold', ['Sale agreed', 'SSTC', 'Now SOLD', 'Sold 12/03/2024', 'available (sold)']],
    [
      'reserved',
      [
        'reserved',
        'Reserved',
        'Deposit taken',
        'deposit_taken',
        'Under Offer',
        'SALE_IN_PROGRESS',
        'On hold',
      ],
    ],
    ['reserved', ['Reserved until Friday', 'Deposit taken (£500)']],
    ['pending', ['pending', 'PENDING', 'Pending review']],
    [
      'not_published',
      [
        'draft',
        'DRAFT',
        'auto-draft',
        'private',
        'unpublished',
        'NOT_PUBLISHED',
        'CAPPED',
        'hidden',
        'Inactive',
        'Off-line',
      ],
    ],
    [
      'not_available',
      [
        'NOT_AVAILABLE',
        'Out of stock',
        'out_of_stock',
        'OutOfStock',
        'unavailable',
        'https://schema.org/OutOfStock',
      ],
    ],
    ['not_available', ['https://schema.org/Discontinued', 'No longer available', 'Not for sale']],
    ['withdrawn', ['trash', 'Trashed', 'deleted', 'DELETED', 'WASTEBIN', 'Archived', 'withdrawn', 'Expired']],
    ['trade_only', ['Trade only', 'Trade', 'wholesale', 'To auction']],
    [undefined, ['', 'zorb', 'Cheshire', '1', 'a private seller', 'Sold'.padEnd(101, '.')]],
    [undefined, [null, 1, true, {}, ['Sold']]],
  ] as const)('is read as %s: %j', (expected, values) => {
    expect(values.map((value) => [value, readSaleStatus(value)])).toEqual(
      values.map((value) => [value, expected]),
    );
  });
});

describe('a yes or no', () => {
  it.each([
    [
      true,
      [
        true,
        'true',
        'TRUE',
        'Yes',
        'y',
        '1',
        1,
        '-1',
        -1,
        3,
        'on',
        ' x ',
        '12',
        '2024-03-01',
        '01/03/2024 10:00',
        '2024-03-01T10:00:00Z',
      ],
    ],
    [false, [false, 'false', 'No', 'N', '0', 0, 'off', '-2', '0.0', '0000-00-00', '0000-00-00 00:00:00']],
    [
      false,
      ['0001-01-01T00:00:00', '01/01/0001 00:00:00', '1900-01-01', '1899-12-30', '1970-01-01T00:00:00Z'],
    ],
    [false, ['9999-12-31', '31/12/9999 23:59']],
    [true, ['2024-03-01T10:00:00+0100', '2024-03-01T10:00:00.1900', '31-12-1999']],
    [undefined, ['', 'sold', 'maybe', null, undefined, {}, 'yes please']],
  ] as const)('is %s: %j', (expected, values) => {
    expect(values.map((value) => [value, readFlag(value)])).toEqual(values.map((value) => [value, expected]));
  });
});

describe('a condition', () => {
  it.each([
    ['new', ['new', 'New', 'NEW', 'Brand New', 'https://schema.org/NewCondition', 'NewCondition']],
    [
      'used',
      [
        'used',
        'Used',
        'UsedCondition',
        'https://schema.org/UsedCondition',
        'Pre-owned',
        'CPO',
        'Nearly new',
        'Ex-demo',
        'Pre-Registered',
      ],
    ],
    [undefined, ['', 'Excellent', 'as new', 1, null]],
  ] as const)('is %s: %j', (expected, values) => {
    expect(values.map((value) => [value, readCondition(value)])).toEqual(
      values.map((value) => [value, expected]),
    );
  });
});

describe('a reservation', () => {
  it.each([
    ['Reserved, stays on website', 'listed'],
    ['UNDER_OFFER_STILL_LISTED', 'listed'],
    ['Provisional hold until close of day, still for sale', 'listed'],
    ['On hold - keep online', 'listed'],
    ['Sold, still on website', 'sold'],
    ['Reserved, second viewing welcome', 'listed'],
    ['Deposit taken, off website', 'reserved'],
  ])('of a vehicle that stays on sale does not count: %s', (status, expected) => {
    expect(readSaleStatus(status)).toBe(expected);
  });
});

it('a remark against a sale may name a day before a dash', () => {
  expect(statusInRemark("SOLD Tues – leave on sheet for Mum's VAT")).toEqual(['SOLD']);
});

it.each([
  ['SOLD 24/2 Mr P.', ['SOLD']],
  ['Deposit taken 3/11 by Bob', ['Deposit taken']],
  ['GONE – back to auction', ['back to auction']],
  ['Sold 3/2015 by us, serviced since', []],
  ['MOT 24/2, never sold on', []],
  ['Deposit 3/11 - Mr P.', ['Deposit']],
])('a remark may name a day behind a status, but no year: %s', (remark, expected) => {
  expect(statusInRemark(remark).map((said) => said.trim())).toEqual(expected);
});

it.each([
  ['Deposit: £99, 48 months', []],
  ['Deposit - £99 holds any', []],
  ['Deposit (from £500)', []],
  ['Deposit - Mr P.', ['Deposit']],
  ['SOLD - deposit: £500', ['SOLD']],
  ['Deposit: £500 paid 3/11 by Bob', ['Deposit']],
  ['Deposit (£250 taken)', ['Deposit']],
  ['Deposit: £250 (paid)', ['Deposit']],
  ['Deposit - £1,000.00 received', ['Deposit']],
])('what a deposit costs says nothing of the sale: %s', (remark, expected) => {
  expect(statusInRemark(remark)).toEqual(expected);
});
