// Authentication, authorisation and rate limiting, in this order: the token, the permission that the route declares, the rate
// limit of the token or else of the client's IP address. Rejected requests count for the rate limit too. Probes and preflights
// are exempt.
//
// It runs before a body is read, and after the Origin rules of /mcp, so that allowed origins can read its problems.
import type { Authenticator } from '../auth/authenticator.ts';
import { type Caller, type Permission } from '../auth/caller.ts';
import { insufficientScope, AuthProblem, missingToken } from '../auth/auth-problem.ts';
import { formatRateLimit } from '../auth/rate-limit.ts';
import type { RateLimitStatus } from '../auth/rate-limiter.ts';
import { Problem } from '../problem.ts';
import type { Exchange, RouteConfig } from './exchange.ts';
import type { HttpContext } from './http-context.ts';

/** A function that throws, or rejects with, a Problem if a request is refused. Undefined without tokens and rate limits. */
export function authentication({
  authenticator,
  rateLimiter,
  ipOf,
}: HttpContext): ((exchange: Exchange) => Promise<void> | undefined) | undefined {
  if (authenticator === undefined && rateLimiter?.limitsAddresses !== true) return undefined;

  function checkPublic(exchange: Exchange): Promise<void> | undefined {
    const problem = needsToken(authenticator, exchange.route?.config) ? missingToken() : undefined;
    const status = rateLimiter?.countAddress(ipOf(exchange.request));
    return andThen(status, (known) => enforceLimit(exchange, known, problem));
  }

  function checkCaller(caller: Caller, exchange: Exchange): Promise<void> | undefined {
    exchange.caller = caller;
    const lacking = lackingPermission(caller, exchange);
    const problem = lacking === undefined ? undefined : insufficientScope(lacking);
    return andThen(rateLimiter?.countCaller(caller), (status) => enforceLimit(exchange, status, problem));
  }

  /** Invalid credentials count as a guess; other errors, such as an unreachable issuer, count as a request. */
  function reject(error: unknown, exchange: Exchange): Promise<void> | undefined {
    const ip = ipOf(exchange.request);
    const isGuess = error instanceof AuthProblem;
    const status = isGuess ? rateLimiter?.countInvalidCredentials(ip) : rateLimiter?.countAddress(ip);
    return andThen(status, (known) => {
      // The limit is enforced first: a client beyond it must not learn whether its guess was right.
      enforceLimit(exchange, known, undefined);
      throw error;
    });
  }

  return (exchange) => {
    const { request } = exchange;
    const { authorization } = request.headers;
    if (authenticator === undefined || authorization === undefined) return checkPublic(exchange);
    // Before the token is verified, so that brute force cannot spot a valid one.
    const blocked = rateLimiter?.findBlocked(ipOf(request));
    if (blocked !== undefined) return void enforceLimit(exchange, blocked, undefined);
    let caller: Caller | undefined | Promise<Caller>;
    try {
      caller = authenticator.authenticate(credentialsOf(request));
    } catch (error) {
      return reject(error, exchange);
    }
    if (caller === undefined) return checkPublic(exchange);
    if (!(caller instanceof Promise)) return checkCaller(caller, exchange);
    return caller.then(
      (known) => checkCaller(known, exchange),
      (error: unknown) => reject(error, exchange),
    );
  };
}

/**
 * A function that tells, without counting a request, whether the credentials of one that was admitted are still valid and
 * sufficient. Undefined without credentials.
 */
export function permitOf({ authenticator }: HttpContext, exchange: Exchange): Permit | undefined {
  const { request, route } = exchange;
  if (authenticator === undefined || request.headers.authorization === undefined) return undefined;
  const isPermitted = (caller: Caller | undefined): boolean =>
    caller === undefined
      ? !needsToken(authenticator, route?.config)
      : lackingPermission(caller, exchange) === undefined;
  return () => {
    try {
      const caller = authenticator.authenticate(credentialsOf(request));
      return caller instanceof Promise ? caller.then(isPermitted, () => false) : isPermitted(caller);
    } catch {
      return false;
    }
  };
}

export type Permit = () => boolean | Promise<boolean>;

/** Node returns the first of several headers; a proxy in front may have checked another. */
function credentialsOf({ headers, headersDistinct }: Exchange['request']): string | undefined {
  return headersDistinct['authorization']?.join(', ') ?? headers.authorization;
}

function lackingPermission({ permissions }: Caller, { route }: Exchange): Permission | undefined {
  const needed = route?.config.permission;
  return needed === undefined || permissions.has(needed) ? undefined : needed;
}

function needsToken(
  authenticator: Authenticator | undefined,
  { permission, isTokenOptional }: Partial<RouteConfig> = {},
): boolean {
  if (authenticator?.isConfigured !== true) return false;
  if (permission === 'operate') return true;
  return authenticator.isRequired && permission === 'search' && isTokenOptional !== true;
}

/** Counts further requests for a caller whose first request was already counted. */
export type Charge = (exchange: Exchange, requests: number) => Promise<void> | undefined;

/**
 * A function that counts `requests` for the token or IP address of the request, all or nothing. It throws, or rejects with, a
 * Problem `too_many_requests` if they exceed the limit.
 */
export function chargeSource({ rateLimiter, ipOf }: HttpContext): Charge {
  return (exchange, requests) => {
    const { caller, request } = exchange;
    const status =
      caller === undefined
        ? rateLimiter?.countAddress(ipOf(request), requests)
        : rateLimiter?.countCaller(caller, requests);
    return andThen(status, (known) => {
      if (known === undefined) return;
      setRateLimitHeaders(exchange, known);
      if (!known.allowed) throwWithRetryAfter(exchange, known, batchLimitProblem(known, requests + 1));
    });
  };
}

/** Sets the rate-limit headers, and throws `problem` if there is one, or else a Problem `too_many_requests` beyond the limit. */
function enforceLimit(
  exchange: Exchange,
  status: RateLimitStatus | undefined,
  problem: AuthProblem | undefined,
): void {
  if (status !== undefined) setRateLimitHeaders(exchange, status);
  if (problem !== undefined) throw problem;
  if (status?.allowed === false) throwWithRetryAfter(exchange, status, rateLimitProblem(status));
}

function setRateLimitHeaders(
  { headers }: Exchange,
  { scope, rate, remaining, endsInSeconds }: RateLimitStatus,
): void {
  const name = POLICY_NAMES[scope];
  headers['ratelimit-policy'] = `"${name}";q=${rate.requests};w=${rate.seconds}`;
  headers['ratelimit'] = `"${name}";r=${remaining};t=${endsInSeconds}`;
}

function throwWithRetryAfter(
  { headers }: Exchange,
  { endsInSeconds }: RateLimitStatus,
  problem: Problem,
): never {
  headers['retry-after'] = String(endsInSeconds);
  throw problem;
}

/** The policies' names in the headers (draft-ietf-httpapi-ratelimit-headers). */
const POLICY_NAMES = { address: 'default', token: 'token' } as const;

function rateLimitProblem({ scope, rate, endsInSeconds }: RateLimitStatus): Problem {
  const whose = scope === 'address' ? 'one address' : 'this token';
  const limit = `Rate limit exceeded: ${formatRateLimit(rate)} for ${whose}.`;
  return new Problem('too_many_requests', `${limit} Try again in ${endsInSeconds} s.`);
}

/** `requests` is the number of messages in the batch. The first one was counted before. */
function batchLimitProblem({ rate, remaining, endsInSeconds }: RateLimitStatus, requests: number): Problem {
  const counts = `The batch counts as ${requests} requests, one for each message.`;
  const limit = `Of ${formatRateLimit(rate)}, ${remaining + 1} were left.`;
  const advice =
    requests > rate.requests
      ? 'Send fewer messages at once.'
      : `Send fewer messages, or try again in ${endsInSeconds} s.`;
  return new Problem('too_many_requests', `${counts} ${limit} ${advice}`);
}

/** Calls `next` at once unless the value is a promise, so in-memory counters add no tick. */
function andThen<T>(value: T | Promise<T>, next: (value: T) => void): Promise<void> | undefined {
  if (value instanceof Promise) return value.then(next);
  next(value);
  return undefined;
}
