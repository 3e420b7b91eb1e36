// Reads the credentials for a feed's server: the values of environment variables, as a SecretHeader.
import { SecretHeader } from '../fetch/fetch-url.ts';
import { JsonObjectReader, textLike } from '../settings/json-object-reader.ts';

export type EnvironmentVariables = Readonly<Record<string, unknown>>;

/** The header for `basic`, `bearer` or `header` credentials; undefined if there are none or, with a fault, for invalid ones. */
export function readCredentials(
  value: unknown,
  label: string,
  environment: EnvironmentVariables,
  faults: string[],
): SecretHeader | undefined {
  if (value === undefined) return undefined;
  const object = new JsonObjectReader(value, label, faults);
  const kinds = ['basic', 'bearer', 'header'].filter((kind) => object.has(kind));
  if (kinds.length !== 1) object.fault('exactly one of basic, bearer and header must be given');
  const secret = (owner: JsonObjectReader, key: string): string | undefined => {
    const name = owner.readSecret(
      key,
      variableName,
      'the name of an environment variable, such as NORTH_TOKEN',
    );
    if (name === undefined) return undefined;
    const found = environment[name];
    if (typeof found === 'string' && /^[\x21-\x7e][\x20-\x7e]*$/.test(found)) return found;
    // Never print the value: it may be a mistyped secret.
    owner.fault(
      `the environment variable ${name} ${typeof found === 'string' ? 'is blank or cannot be sent' : 'is not set'}`,
    );
    return undefined;
  };
  const within = (key: string): JsonObjectReader =>
    new JsonObjectReader(object.get(key), `${label}, ${key}`, faults);
  const header = [
    object.has('basic') ? basic(within('basic'), secret) : undefined,
    object.has('bearer') ? bearer(secret(object, 'bearer')) : undefined,
    object.has('header') ? customHeader(within('header'), secret) : undefined,
  ].find((found) => found !== undefined);
  for (const kind of ['basic', 'bearer', 'header']) object.get(kind);
  object.rejectUnknownKeys();
  return header;
}

type FindSecret = (owner: JsonObjectReader, key: string) => string | undefined;

function basic(object: JsonObjectReader, secret: FindSecret): SecretHeader | undefined {
  const user = secret(object, 'user');
  const password = secret(object, 'password');
  object.rejectUnknownKeys();
  if (!object.has('user') || !object.has('password'))
    object.fault('user and password must be given, the names of two environment variables');
  if (user === undefined || password === undefined) return undefined;
  return new SecretHeader('authorization', `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`);
}

function bearer(token: string | undefined): SecretHeader | undefined {
  return token === undefined ? undefined : new SecretHeader('authorization', `Bearer ${token}`);
}

function customHeader(object: JsonObjectReader, secret: FindSecret): SecretHeader | undefined {
  const name = object.read('name', headerName, "a header's name, such as X-Api-Key");
  const text = secret(object, 'value');
  object.rejectUnknownKeys();
  if (!object.has('name') || !object.has('value')) object.fault('name and value must be given');
  return name === undefined || text === undefined ? undefined : new SecretHeader(name, text);
}

const variableName = textLike(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/);

/** Headers that the HTTP client sets itself. */
const OWN_HEADERS =
  /^(?:host|connection|content-.*|transfer-encoding|accept-encoding|if-.*|range|upgrade|te|expect|trailer)$/i;
const HEADER = textLike(/^[A-Za-z0-9-]{1,100}$/);

function headerName(value: unknown): string | undefined {
  const text = HEADER(value);
  return text === undefined || OWN_HEADERS.test(text) ? undefined : text.toLowerCase();
}
