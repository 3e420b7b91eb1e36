// Reads whether a vehicle is for sale from the statuses of dealers' systems, advert platforms, shops and schema.org, from yes-or-no
// columns, and whether it is new.
// Sources: schema.org, ItemAvailability and OfferItemCondition; post statuses of WordPress, availability and condition of Meta and
// Google, by their public documentation; Auto Trader's states as public clients read them.
import type { OmissionReason } from '../record-result.ts';

export type SaleStatus = 'listed' | OmissionReason;

const MAX_LENGTH = 100;

/** Found anywhere in a status: `Sold - awaiting collection`. */
const PHRASES = readPhrases({
  listed: 'not sold, unsold, not reserved, unreserved, no deposit, not archived, not deleted, not withdrawn',
  sold: 'sold, sold out, sale agreed, sale complete, sale completed, sstc, handed over, awaiting collection, awaiting delivery',
  reserved: `reserved, deposit, deposit taken, deposit paid, deposit received, dep taken, dep paid, under offer, on hold, put on hold,
    sale in progress, order taken, in negotiation`,
  pending: 'pending, awaiting approval, awaiting review, pending review, pending approval',
  not_published: `not published, unpublished, draft, auto draft, not advertised, not live, not for advertising,
    do not advertise, not visible, not listed, unlisted, not approved, not active, not online, capped`,
  not_available: `not available, unavailable, out of stock, not in stock, no stock, no longer available, not for sale,
    no longer for sale, off sale, discontinued`,
  withdrawn: `withdrawn, deleted, trash, trashed, wastebin, recycle bin, archived, expired, cancelled, canceled, scrapped,
    delisted, removed, removed from sale`,
  trade_only:
    'trade only, trade sale, wholesale, for auction, at auction, to auction, sent to auction, auction only',
});

/** Only as the whole status, because these words mean other things among others. */
const WHOLE_TEXTS = readPhrases({
  listed: `available, in stock, instock, stock, for sale, on sale, published, publish, live, active, advertised, online,
    listed, forecourt, on forecourt, showroom, in showroom, on display, display, retail, retail ready, ready, ready for sale,
    ready to retail, open, visible, enabled, public, approved, current, new arrival, new in, just arrived, arriving soon,
    coming soon, due in, in transit, on order, incoming, awaiting preparation, in preparation, being prepared, preparation,
    prep, in prep, in workshop, limited availability, low stock, in store only, instoreonly, online only, onlineonly,
    pre order, preorder, pre sale, presale, back order, backorder, made to order, reduced, price reduced, special offer,
    featured, used, yes, true, y`,
  sold: 's, soldout, issold, completed, invoiced, delivered',
  reserved: 'hold, held, booked, allocated, reserve',
  pending: '',
  not_published: `private, hidden, inactive, disabled, suspended, paused, offline, rejected, future, inherit, incomplete,
    invisible, off, off line, not displayed`,
  not_available: 'outofstock, none, on loan, loan car, courtesy car, company car, in use',
  withdrawn: 'bin, archive, closed, ended, returned',
  trade_only: 'trade, auction',
});

/** Whether a status means that the vehicle is listed, or why not; undefined if the status is not known. */
export function readSaleStatus(value: unknown): SaleStatus | undefined {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return undefined;
  const words = wordsOf(value);
  const whole = words.join('');
  const found = WHOLE_TEXTS.get(whole) ?? PHRASES.get(whole);
  if (found !== undefined) return found;
  let status: SaleStatus | undefined;
  for (let at = 0; at < words.length; at++) {
    for (let length = Math.min(4, words.length - at); length > 0; length--) {
      const meaning = PHRASES.get(words.slice(at, at + length).join(''));
      if (meaning === undefined) continue;
      if (status === undefined || status === 'listed') status = meaning;
      at += length - 1;
      break;
    }
  }
  // `Available from Monday`, `In stock (due in)`.
  return (
    status ??
    [2, 1]
      .map((length) => WHOLE_TEXTS.get(words.slice(0, length).join('')))
      .find((known) => known === 'listed')
  );
}

/** Yes or no; a number above zero and a date are yes. Undefined if the value is neither. */
export function readFlag(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value > 0;
  if (typeof value !== 'string') return undefined;
  const text = value.trim().toLowerCase();
  if (/^(?:true|yes|y|t|on|x|checked)$/.test(text)) return true;
  if (/^(?:false|no|n|f|off|unchecked|none)$/.test(text)) return false;
  if (/^[+-]?[0-9]{1,9}(?:\.0+)?$/.test(text)) return Number(text) > 0;
  const isDate =
    /^(?:[0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}|[0-9]{1,2}[-/.][0-9]{1,2}[-/.][0-9]{2,4})(?:[t ].*)?$/.test(
      text,
    );
  return isDate ? !/^0+[-/.]0+/.test(text) : undefined;
}

const NEW: ReadonlySet<string> = new Set(
  'new brandnew newcondition newvehicle newcar newcars factorynew unregistered'.split(' '),
);
const USED: ReadonlySet<string> = new Set(
  (
    'used usedcondition secondhand preowned preownedvehicle usedvehicle usedcar usedcars approvedused certified cpo ' +
    'certifiedpreowned refurbished refurbishedcondition preregistered prereg preregistration demonstrator demo exdemo ' +
    'exdemonstrator nearlynew damagedcondition'
  ).split(' '),
);

/** Whether a condition is new or used; undefined if it is not known. Pre-registered cars and demonstrators are used. */
export function readCondition(value: unknown): 'new' | 'used' | undefined {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return undefined;
  const condition = wordsOf(value).join('');
  if (NEW.has(condition)) return 'new';
  return USED.has(condition) ? 'used' : undefined;
}

/** The words in lower case, of the last part of an address (`https://schema.org/SoldOut`). */
function wordsOf(text: string): string[] {
  const name = /^(?:https?:\/\/)?(?:www\.)?schema\.org\/(.*)$/i.exec(text.trim())?.[1] ?? text;
  return (
    name
      .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  );
}

function readPhrases(
  lists: Readonly<Record<Exclude<SaleStatus, 'new'>, string>>,
): ReadonlyMap<string, SaleStatus> {
  const phrases = new Map<string, SaleStatus>();
  for (const status of Object.keys(lists) as Exclude<SaleStatus, 'new'>[])
    for (const phrase of lists[status].split(',')) {
      const key = phrase.replace(/\s/g, '');
      if (key !== '') phrases.set(key, status);
    }
  return phrases;
}
