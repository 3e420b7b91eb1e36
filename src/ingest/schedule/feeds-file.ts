// `feeds.json`: the configured feeds. Parsing is strict and lists all faults: a misspelt setting could cost a dealer's stock.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import {
  parseMapping,
  readChoices,
  withAdvertUrl,
  type FeedMapping,
  type FeedSettings,
} from '../settings/feed-mapping.ts';
import { templateFault } from '../settings/templates.ts';
import { pathFault } from '../../files/path-fault.ts';
import { errorMessage, invalidConfiguration, Problem } from '../../problem.ts';
import { quotedPath } from '../../quoted-text.ts';
import type { FeedScope } from '../dealers/feed-rights.ts';
import { readCredentials, type EnvironmentVariables } from './credentials.ts';
import type { SecretHeader } from '../fetch/fetch-url.ts';
import {
  checkDealersApart,
  listedDealers,
  readNamedDealers,
  scopeParts,
  type NamedDealers,
} from './feed-dealers.ts';
import {
  JsonObjectReader,
  nonBlankText,
  parseSettingsJson,
  textLike,
} from '../settings/json-object-reader.ts';
import { isLoopbackHost } from '../fetch/network.ts';
import type { FetchLimits } from '../fetch/fetch-error.ts';
import { tryParseDuration, tryParseTimes, type Schedule } from './schedule.ts';

export interface FeedConfig {
  /** Letters, digits, dots, hyphens and underscores: safe as a file name. */
  readonly name: string;
  readonly location: FeedLocation;
  readonly settings: FeedSettings;
  readonly scope: FeedScope;
  /** The feed contains only new and changed listings: nothing is withdrawn. */
  readonly merge: boolean;
  readonly schedule: Schedule;
  readonly limits: FetchLimits;
  /** Hash of all settings that affect what the feed imports. */
  readonly fingerprint: string;
}

export type FeedLocation =
  | {
      readonly kind: 'address';
      readonly url: URL;
      readonly secret: SecretHeader | undefined;
      /** Whether it may resolve to loopback, private, link-local and reserved addresses. */
      readonly allowPrivate: boolean;
    }
  | { readonly kind: 'file'; readonly path: string };

const DEFAULT_LIMITS: FetchLimits = { maxBytes: 2 ** 30, timeoutMs: 10 * 60_000 };
const MAX_FAULTS = 20;
/** Node's timers are limited to 24.8 days. */
const MAX_DURATION_MS = 24 * 24 * 60 * 60_000;

/** The feeds in a file. Throws a Problem `invalid_configuration` that lists the faults. */
export function loadFeedsFile(path: string, environment: EnvironmentVariables): FeedConfig[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const fault = pathFault(error) ?? errorMessage(error);
    throw invalidConfiguration(`The feeds cannot be read from ${quotedPath(path)}: ${fault}.`);
  }
  return parseFeeds(text, path, environment);
}

/** The feeds in a file's text. Relative paths in it are relative to the folder of `path`. */
export function parseFeeds(text: string, path: string, environment: EnvironmentVariables): FeedConfig[] {
  const faults: string[] = [];
  const root = new JsonObjectReader(parseSettingsJson(text, path), path, faults);
  const list = root.get('feeds');
  root.rejectUnknownKeys();
  if (!Array.isArray(list))
    throw invalidConfiguration(`${path} must hold {"feeds": [ … ]}, a list of feeds.`);
  const from = { folder: dirname(resolve(path)), environment, faults };
  const feeds = list.map((entry, index) => readFeedConfig(entry, index, from));
  checkNames(feeds, faults);
  checkDealersApart(feeds, faults);
  if (faults.length > 0) {
    const more = faults.length > MAX_FAULTS ? `\n- and ${faults.length - MAX_FAULTS} more` : '';
    throw invalidConfiguration(
      `${path} cannot be used:\n- ${faults.slice(0, MAX_FAULTS).join('\n- ')}${more}`,
    );
  }
  const listed = listedDealers(feeds);
  return feeds.map(({ dealers, parts, ...feed }) => ({
    ...feed,
    scope: { isOpen: dealers.isOpen, hosts: dealers.hosts, list: listed },
    fingerprint: createHash('sha256')
      .update(JSON.stringify([parts, scopeParts({ ...feed, dealers }, listed)]))
      .digest('base64url')
      .slice(0, 22),
  }));
}

/** A feed before its dealers are checked against those of the other feeds. */
interface UnscopedFeed extends Omit<FeedConfig, 'scope' | 'fingerprint'> {
  readonly dealers: NamedDealers;
  /** Settings that affect how the feed is read, for the fingerprint. */
  readonly parts: unknown;
}

interface ListContext {
  /** The folder of relative paths. */
  readonly folder: string;
  readonly environment: EnvironmentVariables;
  readonly faults: string[];
}

/** The feed; meaningless if there were faults. */
function readFeedConfig(entry: unknown, index: number, from: ListContext): UnscopedFeed {
  const given = nonBlankText((entry as { readonly name?: unknown } | null)?.name);
  const label = given === undefined ? `feed ${index + 1}` : `feed '${given.slice(0, 64)}'`;
  const object = new JsonObjectReader(entry, label, from.faults);
  const name = object.read('name', nameOf, 'up to 64 letters, digits, dots, hyphens and underscores');
  if (!object.has('name')) object.fault('name must be given');
  const mapping = readMapping(object.get('mapping'), `${label}, mapping`, from);
  const dealers = readNamedDealers(object);
  const advertUrl = object.read(
    'advertUrl',
    (value) => (templateFault(value) === undefined ? String(value) : undefined),
    'a text with a column in braces, such as https://northgate-cars.example/stock/{VehicleID}',
  );
  const settings = {
    ...readChoices((setting, words) => object.oneOf(setting, words)),
    dealer: dealers.dealer,
    mapping: withAdvertUrl(mapping?.parsed, advertUrl),
  };
  const merge = object.read('merge', booleanOf, 'true or false') ?? false;
  const feed: UnscopedFeed = {
    name: name ?? '',
    location: readLocation(object, label, from),
    settings,
    dealers,
    merge,
    schedule: {
      everyMs: object.read('every', durationOf, 'a number and a unit, such as 30s, 15m, 6h or 1d'),
      at: object.read('at', tryParseTimes, 'a time of day in UTC, such as 03:30, or a list of them') ?? [],
    },
    limits: {
      maxBytes:
        object.read('maxBytes', sizeOf, 'a whole number of bytes, at least 1') ?? DEFAULT_LIMITS.maxBytes,
      timeoutMs:
        object.read('timeout', durationOf, 'a number and a unit, such as 90s or 10m') ??
        DEFAULT_LIMITS.timeoutMs,
    },
    parts: [
      object.get('address'),
      object.get('path'),
      { ...settings, mapping: mapping?.json, advertUrl, merge },
    ],
  };
  object.rejectUnknownKeys();
  return feed;
}

function readLocation(object: JsonObjectReader, label: string, from: ListContext): FeedLocation {
  const url = object.readSecret('address', urlOf, ADDRESS_RULE);
  const path = object.read('path', nonBlankText, 'a text');
  const secret = readCredentials(
    object.get('credentials'),
    `${label}, credentials`,
    from.environment,
    from.faults,
  );
  if (object.has('address') === object.has('path')) object.fault('either address or path must be given');
  const allowPrivate = object.read('allowPrivate', booleanOf, 'true or false') ?? false;
  if (object.has('credentials') && url?.protocol === 'http:' && !isLoopbackHost(url.hostname))
    object.fault('credentials are sent over https only, except to loopback addresses');
  if (path === undefined)
    return { kind: 'address', url: url ?? new URL('http://none.invalid/'), secret, allowPrivate };
  for (const key of ['credentials', 'allowPrivate'])
    if (object.has(key)) object.fault(`a path takes no ${key}`);
  return { kind: 'file', path: resolve(from.folder, path) };
}

function readMapping(
  value: unknown,
  label: string,
  { folder, faults }: ListContext,
): { json: unknown; parsed: FeedMapping } | undefined {
  if (value === undefined) return undefined;
  try {
    const path = nonBlankText(value);
    const json =
      path === undefined ? value : parseSettingsJson(readFileSync(resolve(folder, path), 'utf8'), path);
    return { json, parsed: parseMapping(json, label) };
  } catch (error) {
    if (error instanceof Problem) faults.push(error.message);
    else faults.push(`${label}: the file cannot be read (${(error as NodeJS.ErrnoException).code})`);
    return undefined;
  }
}

const ADDRESS_RULE = 'an http or https address without user and password (those belong to credentials)';

function urlOf(value: unknown): URL | undefined {
  const text = nonBlankText(value);
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
  return url.username === '' && url.password === '' ? url : undefined;
}

const nameOf = textLike(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/);

function booleanOf(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

function sizeOf(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : undefined;
}

function durationOf(value: unknown): number | undefined {
  const ms = tryParseDuration(value);
  return ms === undefined || ms > MAX_DURATION_MS ? undefined : ms;
}

/** Adds a fault for each name used twice, since feeds' states and files go by name. */
function checkNames(feeds: readonly UnscopedFeed[], faults: string[]): void {
  const names = new Set<string>();
  for (const { name } of feeds) {
    const folded = name.toLowerCase();
    if (name !== '' && names.has(folded)) faults.push(`feed '${name}': another feed has this name`);
    names.add(folded);
  }
}
