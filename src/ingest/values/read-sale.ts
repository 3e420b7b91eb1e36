// Whether a record's vehicle is to be listed. What speaks against it counts, whatever else is said; of several channels one is enough.
import type { OmissionReason, RecordField } from '../run/record-result.ts';
import { sample, type ValueIssues } from './text.ts';
import { readCondition, readFlag, readSaleStatus, statusInRemark, type SaleStatus } from './sale-status.ts';

export const NEW_CHOICES = ['keep', 'leave-out'] as const;
export type NewChoice = (typeof NEW_CHOICES)[number];

export interface NotListed {
  readonly reason: OmissionReason;
  readonly message: string;
}

type Values = Readonly<Partial<Record<RecordField, unknown>>>;

/** What yes and no mean in columns that take them. Their other values are read as statuses. */
const FLAGS: readonly (readonly [field: RecordField, yes: SaleStatus, no: SaleStatus])[] = [
  ['is_sold', 'sold', 'listed'],
  ['is_reserved', 'reserved', 'listed'],
  ['is_withdrawn', 'withdrawn', 'listed'],
  ['is_hidden', 'not_published', 'listed'],
  ['is_trade_only', 'trade_only', 'listed'],
  ['is_available', 'listed', 'not_available'],
  ['is_published', 'listed', 'not_published'],
];

/** Fields that say whether a vehicle is listed; a record may have several values of each. */
export const SALE_FIELDS: readonly RecordField[] = [
  'status',
  ...FLAGS.map(([field]) => field),
  'channel_status',
];

/** Why the record's vehicle is not listed; undefined if it is. Values that nobody knows have no effect and are reported. */
export function whyNotListed(
  values: Values,
  newVehicles: NewChoice | undefined,
  valueIssues: ValueIssues,
): NotListed | undefined {
  if (!saysAnything(values)) return undefined;
  const found: NotListed[] = [];
  const add = (field: RecordField, value: unknown, status: SaleStatus | undefined): void => {
    if (status === undefined) valueIssues.add(field, 'without_effect', value);
    else if (status !== 'listed') found.push(notListed(status, field, value));
  };
  for (const value of valuesOf(values.status)) add('status', value, readSaleStatus(value));
  const instead = statusInPrice(values.price);
  if (instead !== undefined) add('price', values.price, instead);
  for (const [field, yes, no] of FLAGS) {
    for (const value of valuesOf(values[field])) {
      const flag = readFlag(value);
      add(field, value, flag === undefined ? readSaleStatus(value) : flag ? yes : no);
    }
  }
  const channels = valuesOf(values.channel_status);
  const statuses = channels.map(readSaleStatus);
  const isOnAny = statuses.includes('listed');
  for (const [n, value] of channels.entries())
    if (!isOnAny || statuses[n] === undefined) add('channel_status', value, statuses[n]);
  if (found.length > 0 || newVehicles !== 'leave-out') return found[0];
  for (const field of ['condition', 'is_new'] as const)
    for (const value of valuesOf(values[field])) if (isNew(value)) return notListed('new', field, value);
  return undefined;
}

/** Whether a value of `condition` or `is_new` says that the vehicle is new; undefined if it says neither that nor the contrary. */
export function isNew(value: unknown): boolean | undefined {
  const condition = readCondition(value);
  return condition === undefined ? readFlag(value) : condition === 'new';
}

/** Most records have none of these columns. */
function saysAnything(values: Values): boolean {
  for (const field of SALE_FIELDS) if (values[field] !== undefined) return true;
  return values.condition !== undefined || values.is_new !== undefined || hasWords(values.price);
}

function hasWords(price: unknown): price is string {
  return typeof price === 'string' && /[a-z]{3}/i.test(price);
}

/** What dealers write over a price, `SOLD`, or beside it: `£2,495 SOLD`. A deposit may be an amount, too. */
function statusInPrice(price: unknown): SaleStatus | undefined {
  if (!hasWords(price) || !/[0-9]/.test(price)) return hasWords(price) ? readSaleStatus(price) : undefined;
  const [said] = statusInRemark(price.replace(/£? ?[0-9][0-9.,]*(?: deposit)?/gi, ' '));
  return readSaleStatus(said);
}

function notListed(reason: OmissionReason, field: RecordField, value: unknown): NotListed {
  return { reason, message: `${field} is ${sample(value)}` };
}

const NONE: readonly unknown[] = [];

function valuesOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return NONE;
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter(
    (element) =>
      element !== null && element !== '' && !(typeof element === 'string' && element.trim() === ''),
  );
}
