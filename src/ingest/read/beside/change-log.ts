// Reads a log of changes as the stock that it leaves: the last event of each vehicle counts, and a deletion means that it is
// gone. An event may have only what changed, such as a new price. One that may be the whole vehicle or a part of it is refused,
// because what it leaves is not certain.
import { isObject } from '../../../json.ts';
import { domainName } from '../../../listing/domain-name.ts';
import { holdsNothing } from '../../tables/column-path.ts';
import { vehicleFields } from '../../tables/feed-fields.ts';
import { isNamedAs, partWords, wordsFor } from '../../tables/feed-tables.ts';
import { readSaleStatus } from '../../values/sale-status.ts';
import { isEmptyValue } from '../../values/text.ts';
import { readRegistration, readVin } from '../../values/url.ts';
import { noticeOf, unreadable, type FeedItem, type FieldOf, type RawRecord } from '../feed-record.ts';
import { flatten, isNested } from '../flatten.ts';

/** Maximum length of the held events, in UTF-16 code units of JSON: the last one of each vehicle is held until the log ends. */
const MAX_LENGTH = 128 * 1024 * 1024;
const OF_STOCK = 'Ask for a file that has each vehicle once, as it is now.';
const ADVERT_KEYS: ReadonlySet<string> = new Set(['id', 'advert_url']);
/** For events that have neither or another one, because the vehicle has another number or address. */
const VEHICLE_KEYS = new Map([
  ['registration', readRegistration],
  ['vin', readVin],
]);
const NAMES: ReadonlySet<string> = new Set(['make', 'model', 'make_model', 'title']);
/** Share of a vehicle's values that a later event may lack, because systems leave out blank ones. */
const MAX_LACKING = 0.25;
/** Minimum number of known columns in an event that has a vehicle. */
const MIN_FIELDS = 4;
/** Maximum number of records at the beginning that may be about the log itself. */
const MAX_MARKERS = 20;
const TIME = /^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}/;

const EVENT = /^[a-z]+(?:[._:/][a-z]+){1,3}$/i;

type Members = Readonly<Record<string, unknown>>;

interface Event {
  readonly item: RawRecord;
  readonly sent: Members;
  /** What happened: `vehicle.updated`. */
  readonly said: string;
  readonly isChange: boolean;
  /** Whether it takes the vehicle off sale. */
  readonly isGone: boolean;
  /** The vehicle, beside what the event says of itself. */
  readonly record: Members;
  readonly names: readonly string[];
  /** Columns of ids and addresses, then of registrations and VINs, with their values. */
  readonly keys: readonly (readonly [name: string, value: string])[];
  /** Whose vehicle it is, if the event says so: ids are unique within a dealer. */
  readonly dealer: string | undefined;
}

export class ChangeLog {
  readonly #feed: string;
  readonly #fieldOf: FieldOf;
  /** Undefined until the first record that is more than the beginning of a log. */
  #isLog: boolean | undefined;
  readonly #held: FeedItem[] = [];
  /** The last event of each vehicle, with its length. */
  readonly #last = new Map<Event, number>();
  /** By a column of an id or address and its value, the last event of each dealer's vehicle. */
  readonly #byKey = new Map<string, Event[]>();
  /** Columns of ids that are those of the events. */
  readonly #eventIds = new Set<string>();
  #areNamed = false;
  /** The object of the events that has the vehicle: `data`. */
  #within: string | undefined;
  #length = 0;

  constructor(feed: string, fieldOf: FieldOf) {
    this.#feed = feed;
    this.#fieldOf = fieldOf;
  }

  /** Whether all further items are left as they are. */
  get isIdle(): boolean {
    return this.#isLog === false;
  }

  push(items: readonly FeedItem[]): readonly FeedItem[] {
    return this.#isLog === false ? items : items.flatMap((item) => this.#take(item));
  }

  end(): readonly FeedItem[] {
    const events = [...this.#last.keys()].sort((a, b) => a.item.line - b.item.line);
    this.#last.clear();
    return [...this.#held.splice(0), ...events.map((event) => this.#recordOf(event))];
  }

  #take(item: FeedItem): readonly FeedItem[] {
    if (this.#isLog === false || item.kind !== 'record') return [item];
    const event = this.#eventOf(item);
    if (this.#isLog === undefined) {
      const isOther =
        event === undefined ? !this.#hasFacts(item.value) : !event.isChange && !this.#namesVehicle(event);
      const isMarker = isOther && this.#held.length < MAX_MARKERS;
      if (isMarker) this.#held.push(item);
      if (isMarker) return [];
      this.#isLog = event?.isChange === true;
      const held = this.#held.splice(0);
      return [...(this.#isLog ? held.map((one) => this.#outside(one)) : held), ...this.#take(item)];
    }
    const isState = event !== undefined && (event.isChange || this.#namesVehicle(event));
    return isState ? this.#add(event) : [this.#outside(item)];
  }

  #add(event: Event): FeedItem[] {
    const { item, isGone } = event;
    // `lead.created`, which no vehicle's column names.
    if (!isGone && event.keys.length === 0 && this.#byKey.size > 0) return [this.#outside(item)];
    const earlier = this.#earlierOf(event);
    if (earlier !== undefined && isBefore(event, earlier)) return [this.#replaced(event)];
    const isPart = isGone || this.#isPartial(event, earlier);
    if (!isGone && isPart && !this.#isChangeOf(event, earlier))
      throw unreadable(
        this.#feed,
        `this is a log of changes, and line ${item.line} ('${event.said}') has only what changed, not the whole vehicle. ${OF_STOCK}`,
      );
    // A deletion rarely has more than the id.
    const kept = isPart && earlier !== undefined ? changed(earlier, event) : event;
    const { length } = JSON.stringify(kept.record);
    this.#last.set(kept, length);
    this.#length += length;
    for (const key of event.keys) {
      const others = (this.#byKey.get(key.join('\n')) ?? []).filter((one) => !mayShareDealer(one, kept));
      this.#byKey.set(key.join('\n'), [...others, kept]);
    }
    if (earlier === undefined) {
      if (this.#length > MAX_LENGTH)
        throw unreadable(this.#feed, `this log of changes has too many vehicles to hold. ${OF_STOCK}`);
      return [];
    }
    this.#length -= this.#last.get(earlier) ?? 0;
    this.#last.delete(earlier);
    const isSameAdvert = this.#shareAdvert(event, earlier);
    for (const [name, value] of earlier.keys) {
      const isOther = event.keys.some(([own, other]) => own === name && other !== value);
      if (isOther && isSameAdvert && this.#fieldOf(name) === 'id') this.#eventIds.add(name);
      const known = this.#byKey.get(`${name}\n${value}`);
      const at = known?.indexOf(earlier) ?? -1;
      if (known !== undefined && at >= 0) known[at] = kept;
    }
    return [this.#replaced(earlier)];
  }

  /** The last event of the same vehicle. Throws if that may be a vehicle of several dealers. */
  #earlierOf(event: Event): Event | undefined {
    for (const key of event.keys) {
      const known = this.#byKey.get(key.join('\n')) ?? [];
      const [first, another] = known.filter((one) => mayShareDealer(one, event));
      if (another !== undefined)
        throw unreadable(
          this.#feed,
          `this is a log of changes, and line ${event.item.line} ('${event.said}') does not say of which dealer it is. ${OF_STOCK}`,
        );
      if (first !== undefined) return first;
    }
    return undefined;
  }

  #shareAdvert({ keys }: Event, earlier: Event): boolean {
    return earlier.keys.some(
      ([name, value]) =>
        ADVERT_KEYS.has(this.#fieldOf(name) ?? '') &&
        keys.some(([own, other]) => own === name && other === value),
    );
  }

  #isPartial(event: Event, earlier: Event | undefined): boolean {
    const isNamed = this.#namesVehicle(event);
    this.#areNamed ||= isNamed;
    if (earlier === undefined) {
      // Vehicles of columns that only values identify are not named.
      const known = event.names.filter((name) => this.#fieldOf(name) !== undefined);
      return !isNamed && this.#areNamed && known.length < MIN_FIELDS;
    }
    const lacking = earlier.names.filter((name) => !event.names.includes(name));
    const lacksName = lacking.some((name) => {
      const field = this.#fieldOf(name) ?? '';
      return NAMES.has(field) || field === 'advert_url';
    });
    return lacksName || lacking.length > MAX_LACKING * earlier.names.length;
  }

  /** Whether an event changes columns that the earlier one has, and is not a vehicle by itself. */
  #isChangeOf(event: Event, earlier: Event | undefined): boolean {
    const known = event.names.filter(
      (name) => this.#fieldOf(name) !== undefined && !event.keys.some(([key]) => key === name),
    );
    const isKnown = known.length > 0 && known.every((name) => earlier?.names.includes(name));
    return isKnown && !this.#namesVehicle(event);
  }

  #namesVehicle({ names }: Event): boolean {
    return names.some((name) => NAMES.has(this.#fieldOf(name) ?? ''));
  }

  /** Whether a record that is not an event may be a vehicle. */
  #hasFacts(value: unknown): boolean {
    const names = isObject(value) ? [...flatten(value).keys()] : [];
    const hasAddress = names.some((name) => this.#fieldOf(name) === 'advert_url');
    return hasAddress || vehicleFields(names, this.#fieldOf).size > 0;
  }

  #eventOf(item: RawRecord): Event | undefined {
    if (!isObject(item.value)) return undefined;
    const sent: Members = item.value;
    const [what, said] = Object.entries(sent).find(namesEvent) ?? [];
    if (what === undefined || typeof said !== 'string') return undefined;
    const word = partWords(said).at(-1) ?? '';
    const status = readSaleStatus(word);
    const isChange = wordsFor('change').has(word);
    const record = this.#vehicleIn(sent, what);
    const values = [...flatten(record)].filter(([, value]) => value !== '' && value !== undefined);
    const advertKeys = values
      .filter(([name, value]) => ADVERT_KEYS.has(this.#fieldOf(name) ?? '') && !isEmptyValue(value))
      .map(([name, value]) => [name, String(value)] as const);
    const vehicleKeys = values.flatMap(([name, value]) => {
      const text = VEHICLE_KEYS.get(this.#fieldOf(name) ?? '')?.(value);
      return typeof text === 'string' ? [[name, text] as const] : [];
    });
    const keys = [...advertKeys, ...vehicleKeys];
    const isGone = status !== undefined && status !== 'listed';
    const [, site] = values.find(([name]) => this.#fieldOf(name) === 'dealer') ?? [];
    const dealer = typeof site === 'string' ? domainName(site) : undefined;
    return { item, sent, said, isChange, isGone, record, names: values.map(([name]) => name), keys, dealer };
  }

  /** The members of the only object that has a vehicle's columns, whatever its name, beside those of the event itself. */
  #vehicleIn(sent: Members, what: string): Members {
    const others = Object.entries(sent).filter(
      ([name, value]) => name !== what && !(isNested(value) && holdsNothing(name)),
    );
    const isVehicle = ([, value]: [string, unknown]): boolean =>
      isObject(value) && [...flatten(value).keys()].filter(this.#fieldOf).length > 1;
    const vehicles = others.filter(isVehicle);
    const isWithin = ([name, value]: [string, unknown]): boolean => name === this.#within && isObject(value);
    const [inner, more] = vehicles.length > 0 ? vehicles : others.filter(isWithin);
    if (inner === undefined || more !== undefined) return Object.fromEntries(others);
    this.#within = inner[0];
    const ofEvent = others.filter((member) => member !== inner);
    const vehicle = inner[1] as Members;
    const hasId = [...flatten(vehicle).keys()].some((name) => this.#fieldOf(name) === 'id');
    return Object.fromEntries([
      ...ofEvent.filter(([name]) => !hasId || this.#fieldOf(name) !== 'id'),
      ...Object.entries(vehicle),
    ]);
  }

  #recordOf({ item: { line }, record, said, isGone }: Event): RawRecord {
    const members = Object.entries(record).filter(([name]) => !this.#eventIds.has(name));
    const status = isGone ? partWords(said).at(-1) : undefined;
    const value = Object.fromEntries(members);
    return { kind: 'record', line, value, ...(status !== undefined && { status }) };
  }

  #replaced({ item, said, keys: [key] }: Event): FeedItem {
    return noticeOf('earlier_event', item.line, `${said} ${key?.[1] ?? ''}`);
  }

  #outside(item: FeedItem): FeedItem {
    return item.kind === 'record' ? noticeOf('outside_records', item.line, JSON.stringify(item.value)) : item;
  }
}

/** The earlier event with what a later one changes. */
function changed(earlier: Event, event: Event): Event {
  const others = earlier.keys.filter(([name]) => !event.keys.some(([own]) => own === name));
  return {
    ...event,
    record: withChanges(earlier.record, event.record),
    names: [...new Set([...earlier.names, ...event.names])],
    keys: [...event.keys, ...others],
    dealer: event.dealer ?? earlier.dealer,
  };
}

function mayShareDealer(one: Event, other: Event): boolean {
  return one.dealer === undefined || other.dealer === undefined || one.dealer === other.dealer;
}

function withChanges(before: Members, after: Members): Members {
  const members = Object.entries(after).map(([name, value]): [string, unknown] => {
    const earlier = before[name];
    return [name, isObject(value) && isObject(earlier) ? withChanges(earlier, value) : value];
  });
  return { ...before, ...Object.fromEntries(members) };
}

/** Whether a column says what happened: `eventType`, or a `type` that is `vehicle.updated`. */
function namesEvent([name, said]: [string, unknown]): boolean {
  if (typeof said !== 'string' || said === '') return false;
  return isNamedAs(name.replace(/[_ -]?type$/i, ''), 'event name') || (name === 'type' && EVENT.test(said));
}

/** Whether an event is older than one above it, as in logs that begin with the newest. */
function isBefore(event: Event, earlier: Event): boolean {
  const at = Object.keys(event.sent).find((name) => {
    const [own, other] = [event.sent[name], earlier.sent[name]];
    return own !== other && [own, other].every((time) => typeof time === 'string' && TIME.test(time));
  });
  return at !== undefined && String(event.sent[at]) < String(earlier.sent[at]);
}
