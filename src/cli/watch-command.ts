// `forecourt watch`: prints the changes of a search of a service, or posts them to a webhook. Like any client it uses only the
// public API, and stores its state in a file of its own.
import { realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { WatchedFile } from '../auth/watched-file.ts';
import { ForecourtClient, type SearchParameters, type Change } from '../client/index.ts';
import type { Config } from '../config/config.ts';
import { errorMessage, invalidConfiguration, Problem } from '../problem.ts';
import { quoted, quotedPath, withoutControls } from '../quoted-text.ts';
import { LockFile } from '../files/lock-file.ts';
import { watch } from '../watch/watch.ts';
import type { Attempts } from '../watch/delivery.ts';
import { Outbox } from '../watch/outbox.ts';
import { postMessage, parseSecrets } from '../watch/post-message.ts';
import { asPathProblem, checkOutputFile } from './path-problems.ts';
import type { Output } from '../log/log.ts';
import { queryStringOf } from '../query/query-string.ts';
import { formatPounds, pluralize } from '../format.ts';

export interface WatchFlags {
  readonly url: string;
  readonly sentences?: boolean;
  readonly state?: string;
  readonly since?: string;
  readonly wait: string;
  readonly webhook?: string;
  readonly webhookSecretFile?: string;
}

/** Runs until a signal ends it. Throws a Problem `invalid_configuration` for invalid flags. */
export async function watchCommand(
  sent: string,
  flags: WatchFlags,
  config: Config,
  output: Output,
): Promise<void> {
  const search = queryStringOf(sent);
  const attempts = attemptsOf(flags, config, output);
  const wait = /^[0-9]{1,2}$/.test(flags.wait) ? Number(flags.wait) : Infinity;
  if (wait > 60)
    throw invalidConfiguration(`--wait must be a whole number from 0 to 60 (got ${quoted(flags.wait)}).`);
  const client = clientOf(flags.url, config.token);
  const lock = flags.state === undefined ? undefined : lockState(flags.state);
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, abort);
  try {
    const outbox = new Outbox(flags.state, { url: flags.url, search });
    const end = await watch({
      ...attempts,
      client,
      parameters: parametersOf(search),
      outbox,
      since: flags.since,
      wait,
      signal: stop.signal,
    });
    if (end === 'gone' && flags.webhook !== undefined)
      output.warn('The webhook responded 410: it wants no more messages. Stopped.');
    if (end === 'gave_up') throw new Problem('not_ready', failedMessage(flags.state));
  } finally {
    lock?.release();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeListener(signal, abort);
  }
}

/** What happens to a message that could not be delivered, as an error. */
export function failedMessage(state: string | undefined): string {
  const rest =
    state === undefined
      ? 'Without --state it is not kept, nor are the changes behind it.'
      : 'It stays in the state file, and is tried again at the next start.';
  return `A message has failed for three days. ${rest}`;
}

function clientOf(baseUrl: string, token: string | undefined): ForecourtClient {
  try {
    // Without retries: the loop retries and reports them.
    return new ForecourtClient({ baseUrl, retries: 0, ...(token !== undefined && { token }) });
  } catch (error) {
    throw invalidConfiguration(errorMessage(error).replace('baseUrl', '--url'));
  }
}

/** The parameters of a query string; repeated names become lists. The service validates them. */
function parametersOf(search: string): SearchParameters {
  const query = new URLSearchParams(search);
  return Object.fromEntries(Array.from(query.keys(), (name) => [name, query.getAll(name)]));
}

/** Two watchers of one file would each deliver the other's changes too. */
function lockState(path: string): LockFile {
  checkOutputFile(path);
  try {
    return LockFile.acquire(
      realpathSync(dirname(path)),
      `${basename(path)}.lock`,
      `the state file ${quotedPath(path)}`,
    );
  } catch (error) {
    throw asPathProblem(error, path);
  }
}

function attemptsOf(flags: WatchFlags, config: Config, output: Output): Attempts {
  const warn = (text: string): void => output.warn(text);
  if (flags.webhook === undefined) {
    if (flags.webhookSecretFile !== undefined)
      throw invalidConfiguration(
        '--webhook-secret-file has no effect without --webhook. Leave it out, or set --webhook.',
      );
    const asLine = flags.sentences === true ? changeSentence : JSON.stringify;
    return { warn, post: async ({ change }) => printLine(asLine(change)) };
  }
  if (flags.sentences === true)
    throw invalidConfiguration('--sentences has no effect with --webhook, which posts JSON. Leave it out.');
  const url = checkedWebhook(flags.webhook);
  const secrets = secretsOf(flags.webhookSecretFile, config.webhookSecret, warn);
  return { warn, post: (message, signal) => postMessage(message, { url, secrets }, signal) };
}

/** Resolves once the line was accepted, or nothing more can be written. */
function printLine(line: string): Promise<{ readonly kind: 'delivered' | 'gone' }> {
  return new Promise((resolve) => {
    process.stdout.write(`${line}\n`, (error) =>
      resolve({ kind: error instanceof Error ? 'gone' : 'delivered' }),
    );
  });
}

function checkedWebhook(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !['http:', 'https:'].includes(parsed.protocol))
    throw invalidConfiguration(
      '--webhook must be an http or https URL, such as https://crm.example/hooks/cars.',
    );
  if (parsed.username !== '' || parsed.password !== '')
    throw invalidConfiguration('--webhook must have no user or password: messages are signed instead.');
  return parsed.href;
}

function secretsOf(
  file: string | undefined,
  variable: string | undefined,
  warn: (text: string) => void,
): () => readonly Buffer[] {
  if (file === undefined) {
    const secrets = parseSecrets(variable ?? '');
    return () => secrets;
  }
  const watched = new WatchedFile(file, parseSecrets, { warn, now: Date.now });
  if (watched.value === undefined)
    throw invalidConfiguration(`The file ${quotedPath(file)} with webhook secrets does not exist.`);
  return () => watched.value ?? [];
}

/** A sentence such as `Cheaper: 2018 Ford Fiesta, £8,995 → £7,995, 31,000 miles, Leeds`. */
export function changeSentence(change: Change): string {
  return withoutControls(`${title(change)}: ${facts(change).join(', ')} – ${change.advert}`);
}

function title({ change, vehicle, was }: Change): string {
  if (change === 'left') return 'Gone';
  if (change === 'entered') return 'New';
  const [before, after] = [was?.price ?? null, vehicle?.price ?? null];
  if (before === null || after === null || before === after) return 'Changed';
  return after < before ? 'Cheaper' : 'Dearer';
}

function facts({ vehicle, was, dealer }: Change): string[] {
  if (vehicle === null) return [dealer];
  const { year, make, model, loc } = vehicle;
  const name = [year, make, model].filter((part) => part !== null && part !== '').join(' ');
  return [
    name === '' ? 'vehicle' : name,
    beforeAndAfter(was?.price, vehicle.price, formatPounds, 'price unknown'),
    beforeAndAfter(was?.mileage, vehicle.mileage, (miles) => pluralize(miles, 'mile'), 'mileage unknown'),
    ...(loc === null || loc === '' ? [] : [loc]),
  ];
}

/** `before` is undefined if the value is not known to have changed. */
function beforeAndAfter(
  before: number | null | undefined,
  after: number | null,
  format: (value: number) => string,
  unknown: string,
): string {
  const text = (value: number | null): string => (value === null ? unknown : format(value));
  return before === undefined || before === after ? text(after) : `${text(before)} → ${text(after)}`;
}
