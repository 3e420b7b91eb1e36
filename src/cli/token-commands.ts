// `forecourt token`: creates, lists and revokes the tokens of a data folder. A token is printed once, when it is created. It is
// never an argument, because all users of the machine can see command lines.
import { PERMISSIONS, type Permission } from '../auth/caller.ts';
import { formatRateLimit, tryParseRateLimit, RATE_LIMIT_RULE } from '../auth/rate-limit.ts';
import { createToken, listTokens, revokeToken, type NewTokenOptions } from '../auth/tokens-file.ts';
import { isTokenId, isTokenName, NAME_RULE, stateOf, type StoredToken } from '../auth/stored-token.ts';
import type { Config } from '../config/config.ts';
import { DAY_MS, HOUR_MS } from '../durations.ts';
import { invalidConfiguration } from '../problem.ts';
import { quoted, shellWord } from '../quoted-text.ts';
import type { CliCommand, CommandContext } from './command-context.ts';
import { checkNamedFolder } from './path-problems.ts';
import { left, tableLines } from './table-lines.ts';
import type { Output } from '../log/log.ts';

interface CreateFlags {
  readonly permissions: string;
  readonly expires?: string;
  readonly rate?: string;
}

const TITLES = ['ID', 'NAME', 'PERMISSIONS', 'RATE', 'CREATED', 'EXPIRES', 'STATE'];
const COLUMNS = TITLES.map((title) => left(title, 64));

/** Maximum lifetime, about ten years: a longer one is probably mistyped. */
const MAX_LIFETIME_MS = 3660 * DAY_MS;

/** Ends the sentence "… must be". */
const EXPIRY_RULE =
  'a duration such as 12h or 90d, or the last day in UTC, such as 2027-01-31; at most ten years';

export function addTokenCommands(token: CliCommand, { output }: CommandContext): void {
  token
    .command('create')
    .description('create a token, and print it once')
    .argument('<name>', 'its holder, or its purpose')
    .option('--permissions <list>', `its permissions: ${PERMISSIONS.join(', ')}`, 'search')
    .option(
      '--expires <when>',
      'its lifetime, such as 12h or 90d, or its last day, such as 2027-01-31 (default: unlimited)',
    )
    .option('--rate <rate>', 'its rate limit, such as 600/min (default: the token-rate-limit of the server)')
    .helpAfter(
      `
search gives access to the API, MCP and the search page; operate to metrics and the dashboard. Only a hash of the token is
stored. Standard output has nothing but the token, so it can be piped. Running servers accept it within a second.

Examples:
  $ forecourt token create 'Price comparison' --expires 90d
  $ forecourt token create Monitoring --permissions operate --data /var/lib/forecourt
  $ forecourt token create Partner --rate 600/min --expires 2027-01-31 > partner.token`,
    )
    .settings(['data', 'json'])
    .run((config, name: string, flags: CreateFlags) => create(name, flags, config, output));
  token
    .command('list')
    .description('list the tokens, without secrets')
    .helpAfter(
      `
Examples:
  $ forecourt token list
  $ forecourt token list --data /var/lib/forecourt --json`,
    )
    .settings(['data', 'json'])
    .run((config) => list(config, output));
  token
    .command('revoke')
    .description('revoke a token; running servers reject it within a second')
    .argument('<id>', 'its id, as the list shows it: the part of the token after fc_')
    .helpAfter('\nExample:\n  $ forecourt token revoke 3f9a0c417d2e')
    .settings(['data', 'json'])
    .run((config, id: string) => revoke(id, config, output));
}

async function create(name: string, flags: CreateFlags, config: Config, output: Output): Promise<void> {
  const { token, record } = await createToken(config.data, newTokenOptions(name, flags));
  if (config.json) return output.line(JSON.stringify({ token, ...tokenJson(record) }));
  const { permissions, rate, expires } = tableCells(record);
  output.warn(
    `Token ${record.id} for ${quoted(record.name)}. Permissions: ${permissions}; rate: ${rate}; expires: ${expires}. ` +
      'It is not shown again: store it like a password.',
  );
  output.line(token);
}

function list(config: Config, output: Output): void {
  checkNamedFolder(config.data);
  const tokens = listTokens(config.data);
  if (config.json) return output.line(JSON.stringify({ tokens: tokens.map(tokenJson) }));
  if (tokens.length === 0)
    return output.line(
      `There are no tokens in ${config.data}. Create one: forecourt token create NAME --data ${shellWord(config.data)}`,
    );
  const rows = tokens.map((record) => {
    const { permissions, rate, expires } = tableCells(record);
    const state = stateOf(record, Date.now());
    return [record.id, record.name, permissions, rate, record.createdAt, expires, state];
  });
  for (const line of tableLines(COLUMNS, rows)) output.line(line);
}

async function revoke(id: string, config: Config, output: Output): Promise<void> {
  // The message does not quote the id, which may be a whole token.
  if (!isTokenId(id))
    throw invalidConfiguration(
      'The id must be twelve of 0 to 9 and a to f, as forecourt token list shows them: the part of the token after fc_.',
    );
  checkNamedFolder(config.data);
  const record = await revokeToken(config.data, id);
  if (record === undefined)
    throw invalidConfiguration(`There is no token with the id ${id} in ${config.data}.`);
  if (config.json) return output.line(JSON.stringify(tokenJson(record)));
  output.line(`Token ${id} for ${quoted(record.name)} is revoked.`);
}

/** Throws a Problem `invalid_configuration` that lists every invalid flag. */
function newTokenOptions(name: string, flags: CreateFlags): NewTokenOptions {
  const issues: string[] = [];
  const permissions = tryParsePermissions(flags.permissions);
  const expiresAt = flags.expires === undefined ? null : tryParseExpiry(flags.expires, Date.now());
  const rate = flags.rate === undefined ? null : tryParseRateLimit(flags.rate);
  if (!isTokenName(name)) issues.push(`the name must be ${NAME_RULE} (got ${quoted(name)})`);
  if (permissions === undefined)
    issues.push(
      `--permissions must be a list of ${PERMISSIONS.join(', ')} (got ${quoted(flags.permissions)})`,
    );
  if (expiresAt === undefined)
    issues.push(`--expires must be ${EXPIRY_RULE} (got ${quoted(flags.expires ?? '')})`);
  if (rate === undefined) issues.push(`--rate must be ${RATE_LIMIT_RULE} (got ${quoted(flags.rate ?? '')})`);
  if (permissions === undefined || expiresAt === undefined || rate === undefined || issues.length > 0)
    throw invalidConfiguration(`${issues.join('; ')}.`);
  return { name, permissions, expiresAt, rate };
}

function tryParsePermissions(text: string): Permission[] | undefined {
  const words = text.split(',').map((word) => word.trim());
  const isKnown = (word: string): boolean => PERMISSIONS.some((permission) => permission === word);
  return words.every(isKnown) ? PERMISSIONS.filter((permission) => words.includes(permission)) : undefined;
}

/** The token's record as JSON, without the hash. */
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

/** The expiry time, exclusive; undefined if the text is not a time or not in the future. */
export function tryParseExpiry(text: string, now: number): Date | undefined {
  const end = expiryOf(text.trim(), now);
  return end > now && end <= now + MAX_LIFETIME_MS ? new Date(end) : undefined;
}

/** The time in milliseconds since 1970; NaN for a text that is neither a duration nor a day. */
function expiryOf(text: string, now: number): number {
  const [, count, unit] = /^([0-9]{1,6})([hd])$/.exec(text) ?? [];
  if (count !== undefined) return now + Number(count) * (unit === 'h' ? HOUR_MS : DAY_MS);
  const midnight = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00.000Z`) : NaN;
  // Date.parse reads 31 June as 1 July.
  const isDay = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(text);
  return isDay ? midnight + DAY_MS : NaN;
}
