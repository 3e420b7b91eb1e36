// Turns command line flags into parse options: checks names and reads the mapping file.
import { readFileSync } from 'node:fs';
import { pathFault } from '../../files/path-fault.ts';
import { FEED_ENCODINGS, type FeedEncoding } from '../read/decode.ts';
import { layoutNames, type LayoutName } from '../columns/column-table.ts';
import { parseMapping, withAdvertUrl } from '../columns/feed-mapping.ts';
import { templateFault } from '../columns/templates.ts';
import { NEW_CHOICES } from '../values/sale-status.ts';
import { VAT_CHOICES } from '../values/price.ts';
import { suggestNearest } from '../../listing/suggestions.ts';
import { Problem, quoted, quotedPath } from '../../problem.ts';
import type { FeedSettings } from '../columns/feed-mapping.ts';
import type { GivenFlags } from './next-step.ts';

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

const GIVEN_FLAGS: readonly (readonly [flag: string, name: Exclude<keyof ParseFlags, 'given'>])[] = [
  ['--layout', 'layout'],
  ['--mapping', 'mapping'],
  ['--encoding', 'encoding'],
  ['--columns', 'columns'],
  ['--advert-url', 'advertUrl'],
  ['--new', 'new'],
  ['--vat', 'vat'],
];

/** The options. Throws a Problem `invalid_configuration` for an unknown name or an unreadable mapping. */
export function parseOptionsOf(flags: ParseFlags): FeedSettings {
  const layout: LayoutName | undefined = oneOf('--layout', flags.layout, layoutNames());
  const encoding: FeedEncoding | undefined = oneOf('--encoding', flags.encoding, FEED_ENCODINGS);
  const mapping = withAdvertUrl(
    flags.mapping === undefined ? undefined : parseMapping(readJson(flags.mapping), flags.mapping),
    advertUrlOf(flags.advertUrl),
  );
  const newVehicles = oneOf('--new', flags.new, NEW_CHOICES);
  const vat = oneOf('--vat', flags.vat, VAT_CHOICES);
  const given =
    flags.given ??
    GIVEN_FLAGS.flatMap(([flag, name]) => {
      const value = flags[name];
      return value === undefined ? [] : [[flag, value] as const];
    });
  return {
    ...(given.length > 0 && { flags: given }),
    ...(newVehicles !== undefined && { newVehicles }),
    ...(vat !== undefined && { vat }),
    ...(layout !== undefined && { layout }),
    ...(encoding !== undefined && { encoding }),
    ...(mapping !== undefined && { mapping }),
    ...(flags.dealer !== undefined && { dealer: flags.dealer }),
    ...(flags.columns !== undefined && { columns: columnsOf(flags.columns) }),
  };
}

function advertUrlOf(template: string | undefined): string | undefined {
  const fault = template === undefined ? undefined : templateFault(template);
  if (fault !== undefined) throw new Problem('invalid_configuration', `--advert-url ${fault}.`);
  return template;
}

function columnsOf(list: string): string[] {
  const names = list.split(',').map((name) => name.trim());
  if (names.some((name) => name !== '')) return names;
  throw new Problem('invalid_configuration', '--columns must name columns, such as id,make,model,price.');
}

function oneOf<Name extends string>(
  flag: string,
  value: string | undefined,
  names: readonly Name[],
): Name | undefined {
  if (value === undefined) return undefined;
  const found = names.find((name) => name === value.trim().toLowerCase());
  if (found !== undefined) return found;
  const suggestion = value.length > 40 ? undefined : suggestNearest(value, names);
  const hint = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`;
  const rule = `${flag} must be one of ${names.join(', ')} (got ${quoted(value)}).`;
  throw new Problem('invalid_configuration', rule + hint);
}

/** A mapping file as it is written. Problem `invalid_configuration` if it is not a valid mapping. */
export function readMappingFile(path: string): MappingFile {
  const json = readJson(path);
  parseMapping(json, path);
  // Safe: parseMapping throws for anything else.
  return json as MappingFile;
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8').replace(/^\ufeff/, ''));
  } catch (error) {
    const reason =
      error instanceof SyntaxError ? 'it is not valid JSON' : (pathFault(error) ?? 'it cannot be read');
    throw new Problem(
      'invalid_configuration',
      `The mapping ${quotedPath(path)} cannot be used: ${reason}.`,
      [],
      { cause: error },
    );
  }
}
