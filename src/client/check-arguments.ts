// Checks the arguments of the client before anything is sent. Compilers check most of it too; programs in JavaScript, and values
// from elsewhere, get a sentence with the value and what to pass instead.

/** What the caller passed is wrong. Other TypeErrors are bugs. */
export class ArgumentError extends TypeError {}

/** The base URL without a final slash. Empty, or a path: on the origin of the page that the client runs in. */
export function checkedBaseUrl(baseUrl: unknown, hasOwnFetch: boolean): string {
  if (typeof baseUrl !== 'string')
    throw new ArgumentError(
      `baseUrl must be a string such as 'https://cars.example' (got ${shown(baseUrl)}).`,
    );
  const trimmed = baseUrl.replace(/\/$/, '');
  if (trimmed === '' || /^\/[^/\\]/.test(trimmed)) {
    if (hasOwnFetch || 'location' in globalThis) return trimmed;
    throw new ArgumentError(
      `baseUrl is ${shown(baseUrl)}, which means the server of a page: outside browsers, pass the whole URL, such as 'https://cars.example'.`,
    );
  }
  if (!/^https?:\/\/[^/]/i.test(trimmed) || !URL.canParse(trimmed))
    throw new ArgumentError(
      `baseUrl must begin with http:// or https:// and a host (got ${shown(baseUrl)}). Pass a URL such as 'https://cars.example'.`,
    );
  const { username, password, search, hash, href } = new URL(trimmed);
  if (username !== '' || password !== '')
    throw new ArgumentError('baseUrl must have no user or password. Pass a token as `token`.');
  if (search !== '' || hash !== '' || /[?#]/.test(trimmed))
    throw new ArgumentError(`baseUrl must have no query and no fragment (got ${shown(baseUrl)}).`);
  return href.replace(/\/$/, '');
}

export function checkToken(token: unknown): void {
  if (token !== undefined && (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)))
    throw new ArgumentError(
      'token must be a string of visible ASCII characters, without white space. Leave it out if there is none.',
    );
}

export function checkNumber(name: string, value: unknown, isWhole: boolean): void {
  if (typeof value !== 'number' || !(value >= 0) || (isWhole && !Number.isInteger(value)))
    throw new ArgumentError(
      `${name} must be ${isWhole ? 'an integer' : 'a number'}, at least 0 (got ${shown(value)}).`,
    );
}

/** Whether the time to wait for changes is one that services accept. */
export function checkWait(wait: unknown): void {
  checkNumber('wait', wait, true);
  if (Number(wait) > 60) throw new ArgumentError(`wait must be at most 60 seconds (got ${shown(wait)}).`);
}

export function checkParameters(call: string, parameters: unknown): void {
  if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters))
    throw new ArgumentError(
      `${call} takes an object of parameters, such as { make: 'Ford' } (got ${shown(parameters)}).`,
    );
  for (const [name, value] of Object.entries(parameters)) {
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value])
      if (each !== undefined && each !== null && typeof each !== 'string' && !Number.isFinite(each))
        throw new ArgumentError(`${name} must be a string or a finite number (got ${shown(each)}).`);
  }
}

export function checkedAdverts(adverts: unknown): readonly string[] {
  const list: unknown = typeof adverts === 'string' ? [adverts] : adverts;
  if (!Array.isArray(list))
    throw new ArgumentError(`lookup takes an array of up to 20 URLs of adverts (got ${shown(adverts)}).`);
  for (const each of list as readonly unknown[])
    if (typeof each !== 'string')
      throw new ArgumentError(`An advert must be a URL as a string (got ${shown(each)}).`);
  return list as readonly string[];
}

export function checkText(text: unknown): void {
  if (typeof text !== 'string')
    throw new ArgumentError(
      `interpret takes a phrase as a string, such as 'diesel estate' (got ${shown(text)}).`,
    );
}

export function checkOptions(options: unknown): void {
  if (typeof options !== 'object' || options === null)
    throw new ArgumentError(`Options must be an object, such as { signal } (got ${shown(options)}).`);
  if ('aborted' in options) throw new ArgumentError('Pass an AbortSignal as { signal }.');
  const { signal } = options as { readonly signal?: unknown };
  if (signal === undefined) return;
  if (
    typeof signal !== 'object' ||
    signal === null ||
    !('aborted' in signal) ||
    !('addEventListener' in signal)
  )
    throw new ArgumentError(
      `signal must be an AbortSignal, such as AbortSignal.timeout(5000) or the signal of an AbortController (got ${shown(signal)}).`,
    );
}

function shown(value: unknown): string {
  if (typeof value === 'string') return `'${value.length > 64 ? `${value.slice(0, 64)}…` : value}'`;
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'function' || typeof value === 'symbol' ? `a ${typeof value}` : String(value);
}
