// Turns command line flags into parse options: checks names and reads the mapping file.
import { readFileSync } from 'node:fs';
import { pathFault } from '../files/path-fault.ts';
import { parseMapping, readChoices, withAdvertUrl } from '../ingest/settings/feed-mapping.ts';
import { parseSettingsJson } from '../ingest/settings/json-object-reader.ts';
import { templateFault } from '../ingest/settings/templates.ts';
import { suggestNearest } from '../vehicle/name-key.ts';
import { invalidConfiguration } from '../problem.ts';
import { quoted, quotedPath } from '../quoted-text.ts';
import type { FeedSettings } from '../ingest/settings/feed-mapping.ts';
import type { GivenFlags } from '../ingest/settings/next-step.ts';

export interface ParseFlags {
  readonly layout?: string;
  readonly mapping?: string;
  readonly dealer?: string;
  readonly encoding?: string;
  readonly advertUrl?: string;
  readonly columns?: string;
  readonly new?: string;
  readonly vat?: string;
  /** All flags of the command line, to be repeated in messages. Default: those above. */
  readonly given?: GivenFlags;
}

export interface MappingFile {
  readonly columns?: Readonly<Record<string, unknown>>;
  readonly units?: Readonly<Record<string, string>>;
}

const FLAGS = ['layout', 'mapping', 'encoding', 'columns', 'advertUrl', 'new', 'vat'] as const;

/** The options. Throws a Problem `invalid_configuration` for an unknown name or an unreadable mapping. */
export function parseOptionsOf(flags: ParseFlags): FeedSettings {
  const { mapping: path, dealer, columns } = flags;
  const { layout, encoding, new: newVehicles, vat } = flags;
  const words = new Map(Object.entries({ layout, encoding, new: newVehicles, vat }));
  const mapping = withAdvertUrl(
    path === undefined ? undefined : parseMapping(readJson(path), path),
    advertUrlOf(flags.advertUrl),
  );
  const given = flags.given ?? FLAGS.flatMap((name) => flagOf(name, flags[name]));
  return {
    ...(given.length > 0 && { flags: given }),
    ...readChoices((setting, known) => oneOf(`--${setting}`, words.get(setting), known)),
    ...(mapping !== undefined && { mapping }),
    ...(dealer !== undefined && { dealer }),
    ...(columns !== undefined && { columns: columnsOf(columns) }),
  };
}

function flagOf(name: string, value: string | undefined): GivenFlags {
  const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  return value === undefined ? [] : [[flag, value]];
}

function advertUrlOf(template: string | undefined): string | undefined {
  const fault = template === undefined ? undefined : templateFault(template);
  if (fault !== undefined) throw invalidConfiguration(`--advert-url ${fault}.`);
  return template;
}

function columnsOf(list: string): string[] {
  const names = list.split(',').map((name) => name.trim());
  if (names.some((name) => name !== '')) return names;
  throw invalidConfiguration('--columns must name columns, such as id,make,model,price.');
}

function oneOf(flag: string, value: unknown, names: readonly string[]): string | undefined {
  if (typeof value !== 'string') return undefined;
  const found = names.find((name) => name === value.trim().toLowerCase());
  if (found !== undefined) return found;
  const suggestion = value.length > 40 ? undefined : suggestNearest(value, names);
  const hint = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`;
  const rule = `${flag} must be one of ${names.join(', ')} (got ${quoted(value)}).`;
  throw invalidConfiguration(rule + hint);
}

/** A mapping file as it is written. Problem `invalid_configuration` if it is not a valid mapping. */
export function readMappingFile(path: string): MappingFile {
  const json = readJson(path);
  parseMapping(json, path);
  // Safe: parseMapping throws for anything else.
  return json as MappingFile;
}

function readJson(path: string): unknown {
  const what = `The mapping ${quotedPath(path)}`;
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const fault = pathFault(error) ?? 'it cannot be read';
    throw invalidConfiguration(`${what} cannot be used: ${fault}.`, error);
  }
  return parseSettingsJson(text, what);
}
