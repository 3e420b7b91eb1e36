// The gate: who may come in, in this order. A token is looked at, then whether it permits what is asked, then how often its
// holder, or else the address, has asked. Every request that gets so far is counted, also one that is refused. What may
// be asked is told by the route that was found, not by the path as it was spelt. Probes and preflights pass unseen.
//
// It stands before a body is read, and after the rules that /mcp has for pages of other origins, so that these can read
// the refusal too.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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
    /** Whose token was sent, once it was found good. */
    caller: Caller | undefined;
  }
}

/** Adds no hook where neither tokens nor limits are set up. */
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

  /** Throws, or rejects with, why the request is refused. Undefined: it may go on at once. */
  check(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
    const { authorization } = request.headers;
    if (this.#authenticator === undefined || authorization === undefined)
      return this.#checkPublic(request, reply);

    // Before the token is looked at, so that the right one among many wrong ones is not found out.
    const blocked = this.#rateLimiter?.findBlocked(this.#ipOf(request.raw));
    if (blocked !== undefined) return void enforceLimit(reply, blocked, undefined);
    let caller: Caller | undefined | Promise<Caller>;
    try {
      // Of several headers Node shows the first, and a proxy in front may have looked at another.
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
    const problem = this.#needsToken(request) ? missingToken() : undefined;
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

  /** What is wrong beside the credentials, such as an issuer that cannot be reached, is not a guess, but counts too. */
  #reject(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
    const ip = this.#ipOf(request.raw);
    const isGuess = error instanceof AuthProblem;
    const status = isGuess
      ? this.#rateLimiter?.countInvalidCredentials(ip)
      : this.#rateLimiter?.countAddress(ip);
    return andThen(status, (known) => {
      // First how often, then why: somebody who guesses is told nothing more.
      enforceLimit(reply, known, undefined);
      throw error;
    });
  }

  #needsToken({ routeOptions: { config } }: FastifyRequest): boolean {
    if (this.#authenticator?.isConfigured !== true) return false;
    if (config.permission === 'operate') return true;
    return (
      this.#authenticator.isRequired && config.permission === 'search' && config.isTokenOptional !== true
    );
  }
}

/** Counts what a request costs beyond the one that the gate counted for it. */
export type Charge = (
  request: FastifyRequest,
  reply: FastifyReply,
  requests: number,
) => Promise<void> | undefined;

/**
 * Charges whoever the gate counted the request for, all or nothing. The charge throws, or rejects with, a Problem
 * `too_many_requests` if `requests` do not fit.
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

/** Tells where the caller stands, and throws if they are refused or stand too high. */
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
  { scope: of, rate, remaining: left, endsInSeconds }: RateLimitStatus,
): void {
  const name = POLICY_NAMES[of];
  void reply.header('ratelimit-policy', `"${name}";q=${rate.requests};w=${rate.seconds}`);
  void reply.header('ratelimit', `"${name}";r=${left};t=${endsInSeconds}`);
}

function throwWithRetryAfter(
  reply: FastifyReply,
  { endsInSeconds }: RateLimitStatus,
  problem: Problem,
): never {
  void reply.header('retry-after', String(endsInSeconds));
  throw problem;
}

/** As clients see them in the headers (draft-ietf-httpapi-ratelimit-headers). */
const POLICY_NAMES = { address: 'default', token: 'token' } as const;

function rateLimitProblem({ scope: of, rate, endsInSeconds }: RateLimitStatus): Problem {
  const whose = of === 'address' ? 'one address' : 'this token';
  const limit = `The limit for ${whose} is ${formatRateLimit(rate)}, and it is reached.`;
  return new Problem('too_many_requests', `${limit} Try again in ${endsInSeconds} s.`);
}

/** `requests` is what the whole request costs. One of them has been counted. */
function batchLimitProblem(
  { rate, remaining: left, endsInSeconds }: RateLimitStatus,
  requests: number,
): Problem {
  const counts = `The batch counts as ${requests} requests, one for each message.`;
  const limit = `Of ${formatRateLimit(rate)}, ${left + 1} were left.`;
  const advice =
    requests > rate.requests
      ? 'Send fewer messages at once.'
      : `Send fewer messages, or try again in ${endsInSeconds} s.`;
  return new Problem('too_many_requests', `${counts} ${limit} ${advice}`);
}

/** At once where the value is there: with counters in memory an answer waits for nothing. */
function andThen<T>(value: T | Promise<T>, next: (value: T) => void): Promise<void> | undefined {
  if (value instanceof Promise) return value.then(next);
  next(value);
  return undefined;
}
