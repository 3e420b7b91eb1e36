// Authentication, authorisation and rate limiting, in this order: the token, the permission that the route declares, the rate limit of
// the token or else of the client's IP address. Rejected requests count for the rate limit too. Probes and preflights are exempt.
//
// It runs before a body is read, and after the Origin rules of /mcp, so that allowed origins can read its problems.
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from '../auth/authenticator.ts';
import type { Caller } from '../auth/caller.ts';
import { formatRateLimit } from '../auth/rate-limit.ts';
import { insufficientScope, AuthProblem, missingToken } from '../auth/auth-problem.ts';
import type { RateLimiter, RateLimitStatus } from '../auth/rate-limiter.ts';
import { Problem } from '../problem.ts';
import { clientIpSource } from './client-ip.ts';
import type { HttpContext } from './http-context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The token's holder, once it is verified. */
    caller: Caller | undefined;
  }
}

/** Adds no hook if neither tokens nor rate limits are configured. */
export function addAuthentication(
  app: FastifyInstance,
  { authenticator, rateLimiter, trustedProxies = [] }: HttpContext,
): void {
  app.decorateRequest('caller', undefined);
  if (authenticator === undefined && rateLimiter?.limitsAddresses !== true) return;
  const hook = new AuthenticationHook(authenticator, rateLimiter, clientIpSource(trustedProxies));
  app.addHook('preParsing', (request, reply, _payload, done) => {
    if (isExempt(request)) return done();
    try {
      const pending = hook.check(request, reply);
      if (pending === undefined) done();
      else pending.then(() => done(), done);
    } catch (error) {
      done(error as Error);
    }
  });
}

function isExempt({ method, routeOptions }: FastifyRequest): boolean {
  return method === 'OPTIONS' || routeOptions.config.cost === 'probe';
}

/** True if no request without credentials is refused or counted here. */
export function isOpen(
  { authenticator, rateLimiter }: Pick<HttpContext, 'authenticator' | 'rateLimiter'>,
  config: FastifyContextConfig,
): boolean {
  return rateLimiter?.limitsAddresses !== true && !needsToken(authenticator, config);
}

function needsToken(
  authenticator: Authenticator | undefined,
  { permission, isTokenOptional }: FastifyContextConfig,
): boolean {
  if (authenticator?.isConfigured !== true) return false;
  if (permission === 'operate') return true;
  return authenticator.isRequired && permission === 'search' && isTokenOptional !== true;
}

class AuthenticationHook {
  readonly #authenticator: Authenticator | undefined;
  readonly #rateLimiter: RateLimiter | undefined;
  readonly #ipOf: ReturnType<typeof clientIpSource>;

  constructor(
    authenticator: Authenticator | undefined,
    rateLimiter: RateLimiter | undefined,
    ipOf: ReturnType<typeof clientIpSource>,
  ) {
    this.#authenticator = authenticator;
    this.#rateLimiter = rateLimiter;
    this.#ipOf = ipOf;
  }

  /** Throws, or rejects with, a Problem if the request is refused. Undefined: it is allowed. */
  check(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
    const { authorization } = request.headers;
    if (this.#authenticator === undefined || authorization === undefined)
      return this.#checkPublic(request, reply);

    // Before the token is verified, so that brute force cannot spot a valid one.
    const blocked = this.#rateLimiter?.findBlocked(this.#ipOf(request.raw));
    if (blocked !== undefined) return void enforceLimit(reply, blocked, undefined);
    let caller: Caller | undefined | Promise<Caller>;
    try {
      // Node shows the first of several headers; a proxy in front may have checked another.
      const { authorization: all = [authorization] } = request.raw.headersDistinct;
      caller = this.#authenticator.authenticate(all.join(', '));
    } catch (error) {
      return this.#reject(error, request, reply);
    }
    if (caller === undefined) return this.#checkPublic(request, reply);
    if (!(caller instanceof Promise)) return this.#checkCaller(caller, request, reply);
    return caller.then(
      (known) => this.#checkCaller(known, request, reply),
      (error: unknown) => this.#reject(error, request, reply),
    );
  }

  #checkPublic(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
    const problem = needsToken(this.#authenticator, request.routeOptions.config) ? missingToken() : undefined;
    const status = this.#rateLimiter?.countAddress(this.#ipOf(request.raw));
    return andThen(status, (known) => enforceLimit(reply, known, problem));
  }

  #checkCaller(caller: Caller, request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
    request.caller = caller;
    const { permission: needed } = request.routeOptions.config;
    const isPermitted = needed === undefined || caller.permissions.has(needed);
    const problem = isPermitted ? undefined : insufficientScope(needed);
    return andThen(this.#rateLimiter?.countCaller(caller), (status) => enforceLimit(reply, status, problem));
  }

  /** Invalid credentials count as a guess; other errors, such as an unreachable issuer, count as a request. */
  #reject(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
    const ip = this.#ipOf(request.raw);
    const isGuess = error instanceof AuthProblem;
    const status = isGuess
      ? this.#rateLimiter?.countInvalidCredentials(ip)
      : this.#rateLimiter?.countAddress(ip);
    return andThen(status, (known) => {
      // The limit first: beyond it, a client learns nothing about its guess.
      enforceLimit(reply, known, undefined);
      throw error;
    });
  }
}

/** Counts further requests for the caller of one that was counted. */
export type Charge = (
  request: FastifyRequest,
  reply: FastifyReply,
  requests: number,
) => Promise<void> | undefined;

/**
 * A function that counts `requests` for the token or IP address of the request, all or nothing. It throws, or rejects with, a
 * Problem `too_many_requests` if they exceed the limit.
 */
export function chargeSource({ rateLimiter, trustedProxies = [] }: HttpContext): Charge {
  const ipOf = clientIpSource(trustedProxies);
  return ({ caller, raw }, reply, requests) => {
    const status =
      caller === undefined
        ? rateLimiter?.countAddress(ipOf(raw), requests)
        : rateLimiter?.countCaller(caller, requests);
    return andThen(status, (known) => {
      if (known === undefined) return;
      setRateLimitHeaders(reply, known);
      if (!known.allowed) throwWithRetryAfter(reply, known, batchLimitProblem(known, requests + 1));
    });
  };
}

/** Sets the rate-limit headers, and throws `problem` if there is one, or else a Problem `too_many_requests` beyond the limit. */
function enforceLimit(
  reply: FastifyReply,
  status: RateLimitStatus | undefined,
  problem: AuthProblem | undefined,
): void {
  if (status !== undefined) setRateLimitHeaders(reply, status);
  if (problem !== undefined) throw problem;
  if (status?.allowed === false) throwWithRetryAfter(reply, status, rateLimitProblem(status));
}

function setRateLimitHeaders(
  reply: FastifyReply,
  { scope, rate, remaining, endsInSeconds }: RateLimitStatus,
): void {
  const name = POLICY_NAMES[scope];
  void reply.header('ratelimit-policy', `"${name}";q=${rate.requests};w=${rate.seconds}`);
  void reply.header('ratelimit', `"${name}";r=${remaining};t=${endsInSeconds}`);
}

function throwWithRetryAfter(
  reply: FastifyReply,
  { endsInSeconds }: RateLimitStatus,
  problem: Problem,
): never {
  void reply.header('retry-after', String(endsInSeconds));
  throw problem;
}

/** The policies' names in the headers (draft-ietf-httpapi-ratelimit-headers). */
const POLICY_NAMES = { address: 'default', token: 'token' } as const;

function rateLimitProblem({ scope, rate, endsInSeconds }: RateLimitStatus): Problem {
  const whose = scope === 'address' ? 'one address' : 'this token';
  const limit = `Rate limit exceeded: ${formatRateLimit(rate)} for ${whose}.`;
  return new Problem('too_many_requests', `${limit} Try again in ${endsInSeconds} s.`);
}

/** `requests` is the number of the batch's messages, one of which was counted before. */
function batchLimitProblem({ rate, remaining, endsInSeconds }: RateLimitStatus, requests: number): Problem {
  const counts = `The batch counts as ${requests} requests, one for each message.`;
  const limit = `Of ${formatRateLimit(rate)}, ${remaining + 1} were left.`;
  const advice =
    requests > rate.requests
      ? 'Send fewer messages at once.'
      : `Send fewer messages, or try again in ${endsInSeconds} s.`;
  return new Problem('too_many_requests', `${counts} ${limit} ${advice}`);
}

/** Calls `next` at once unless the value is a promise: counters in memory add no tick. */
function andThen<T>(value: T | Promise<T>, next: (value: T) => void): Promise<void> | undefined {
  if (value instanceof Promise) return value.then(next);
  next(value);
  return undefined;
}
