// `forecourt token`: creating, listing and revoking the tokens of a data folder. A token is printed once, when it is
// created, and taken from nobody: what stands on a command line is seen by all who use the machine.
import type { Command } from 'commander';
import { PERMISSIONS, type Permission } from '../auth/caller.ts';
import { EXPIRY_RULE, tryParseExpiry } from './expiry.ts';
import { formatRateLimit, tryParseRateLimit, RATE_LIMIT_RULE } from '../auth/rate-limit.ts';
import { createToken, listTokens, revokeToken, type NewTokenOptions } from '../auth/tokens-file.ts';
import { isTokenId, isTokenName, NAME_RULE, stateOf, type StoredToken } from '../auth/stored-token.ts';
import type { Config } from '../config/config.ts';
import { Problem, quoted } from '../problem.ts';
import type { Output } from './output.ts';
import { tableLines, type TableColumn } from './table.ts';

export interface TokenCommandParts {
  readonly output: Output;
  /** Adds the flags of settings to a command. */
  readonly settings: (command: Command, names: readonly (keyof Config)[]) => Command;
  readonly configOf: (command: Command) => Config;
}

interface CreateFlags {
  readonly permissions: string;
  readonly expires?: string;
  readonly rate?: string;
}

const COLUMNS: readonly TableColumn[] = [
  'ID',
  'NAME',
  'PERMISSIONS',
  'RATE',
  'CREATED',
  'EXPIRES',
  'STATE',
].map((title) => ({ title, align: 'left', maxWidth: 64 }));

/** Adds `create`, `list` and `revoke` to the command `token`. */
export function addTokenCommands(token: Command, { output, settings, configOf }: TokenCommandParts): void {
  const creating = token
    .command('create')
    .description('create a token, and print it: this once')
    .argument('<name>', 'who or what it is for')
    .option('--permissions <list>', `what it may do: ${PERMISSIONS.join(', ')}`, 'search')
    .option('--expires <when>', 'its end: 12h, 90d, or the last day, such as 2027-01-31 (default: none)')
    .option('--rate <rate>', 'how often it may ask, such as 600/min (default: as the server is set)')
    .addHelpText(
      'after',
      `
search is to ask the API, MCP and the search page; operate is to see metrics and the dashboard. Only a hash of the token is
kept. It goes to standard output alone, so that it can be piped to where it is kept. Running servers take it within a second.

Examples:
  $ forecourt token create 'Price comparison' --expires 90d
  $ forecourt token create Monitoring --permissions operate --data /var/lib/forecourt
  $ forecourt token create Partner --rate 600/min --expires 2027-01-31 > partner.token`,
    )
    .action((name: string, flags: CreateFlags) => create(name, flags, configOf(creating), output));
  settings(creating, ['data', 'json']);

  const listing = token
    .command('list')
    .description('list the tokens, without what is secret in them')
    .addHelpText(
      'after',
      `
Examples:
  $ forecourt token list
  $ forecourt token list --data /var/lib/forecourt --json`,
    )
    .action(() => list(configOf(listing), output));
  settings(listing, ['data', 'json']);

  const revoking = token
    .command('revoke')
    .description('end a token: running servers refuse it within a second')
    .argument('<id>', 'its id, as the list shows it: the part of the token after fc_')
    .addHelpText('after', '\nExample:\n  $ forecourt token revoke 3f9a0c417d2e')
    .action((id: string) => revoke(id, configOf(revoking), output));
  settings(revoking, ['data', 'json']);
}

async function create(name: string, flags: CreateFlags, config: Config, output: Output): Promise<void> {
  const { token, record } = await createToken(config.data, newTokenOptions(name, flags));
  if (config.json) return output.line(JSON.stringify({ token, ...tokenJson(record) }));
  const { permissions, rate, expires } = tableCells(record);
  output.warn(
    `Token ${record.id} for ${quoted(record.name)}. Permissions: ${permissions}; rate: ${rate}; expires: ${expires}. ` +
      'It is shown this once: keep it as you keep a password.',
  );
  output.line(token);
}

function list(config: Config, output: Output): void {
  const tokens = listTokens(config.data);
  if (config.json) return output.line(JSON.stringify({ tokens: tokens.map(tokenJson) }));
  if (tokens.length === 0)
    return output.line(
      `There are no tokens in ${config.data}. Create one: forecourt token create NAME --data ${config.data}`,
    );
  const rows = tokens.map((record) => {
    const { permissions, rate, expires } = tableCells(record);
    return [
      record.id,
      record.name,
      permissions,
      rate,
      record.createdAt,
      expires,
      stateOf(record, Date.now()),
    ];
  });
  for (const line of tableLines(COLUMNS, rows)) output.line(line);
}

async function revoke(id: string, config: Config, output: Output): Promise<void> {
  // It may be a whole token, which must not be repeated.
  if (!isTokenId(id))
    throw new Problem(
      'invalid_configuration',
      'The id must be twelve of 0 to 9 and a to f, as forecourt token list shows them: the part of the token after fc_.',
    );
  const record = await revokeToken(config.data, id);
  if (record === undefined)
    throw new Problem('invalid_configuration', `There is no token with the id ${id} in ${config.data}.`);
  if (config.json) return output.line(JSON.stringify(tokenJson(record)));
  output.line(`Token ${id} for ${quoted(record.name)} is revoked.`);
}

/** Throws a Problem `invalid_configuration` that names every bad flag. */
function newTokenOptions(name: string, flags: CreateFlags): NewTokenOptions {
  const faults: string[] = [];
  const permissions = tryParsePermissions(flags.permissions);
  const expiresAt = flags.expires === undefined ? null : tryParseExpiry(flags.expires, Date.now());
  const rate = flags.rate === undefined ? null : tryParseRateLimit(flags.rate);
  if (!isTokenName(name)) faults.push(`the name must be ${NAME_RULE} (got ${quoted(name)})`);
  if (permissions === undefined)
    faults.push(
      `--permissions must be a list of ${PERMISSIONS.join(', ')} (got ${quoted(flags.permissions)})`,
    );
  if (expiresAt === undefined)
    faults.push(`--expires must be ${EXPIRY_RULE} (got ${quoted(flags.expires ?? '')})`);
  if (rate === undefined) faults.push(`--rate must be ${RATE_LIMIT_RULE} (got ${quoted(flags.rate ?? '')})`);
  if (permissions === undefined || expiresAt === undefined || rate === undefined || faults.length > 0)
    throw new Problem('invalid_configuration', `${faults.join('; ')}.`);
  return { name, permissions, expiresAt, rate };
}

function tryParsePermissions(text: string): Permission[] | undefined {
  const words = text.split(',').map((word) => word.trim());
  const isKnown = (word: string): boolean => PERMISSIONS.some((permission) => permission === word);
  return words.every(isKnown) ? PERMISSIONS.filter((permission) => words.includes(permission)) : undefined;
}

/** A token for programs: all that is known of it, but the hash. */
function tokenJson(record: StoredToken): object {
  const { id, name, permissions, rate, createdAt, expiresAt, revokedAt } = record;
  const state = stateOf(record, Date.now());
  return {
    id,
    name,
    permissions,
    rate: rate && formatRateLimit(rate),
    createdAt,
    expiresAt,
    revokedAt,
    state,
  };
}

function tableCells({ permissions, rate, expiresAt }: StoredToken) {
  return {
    permissions: permissions.join(', '),
    rate: rate === null ? 'as set' : formatRateLimit(rate),
    expires: expiresAt ?? 'never',
  };
}
