// A client of the cluster that divides errors into retryable ones (a node is gone, the cluster is busy) and others (a
// wrong password, an invalid request). It knows nothing of listings.
import { Client, errors, type ClientOptions } from '@opensearch-project/opensearch';

export interface ClusterOptions {
  /** Any nodes of the cluster. */
  readonly urls: readonly string[];
  /** Prefix of the names of all our indices. */
  readonly prefix: string;
  /** Certificates to trust besides the system's, as PEM. */
  readonly ca?: string;
  readonly username?: string;
  readonly password?: string;
  /** A token, which overrides user name and password. */
  readonly token?: string;
}

export interface ClusterRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: object;
  /** Lines of JSON, for bulk requests. */
  readonly lines?: string;
  readonly timeoutMs?: number;
  /** Maximum other nodes tried if one does not respond. */
  readonly retries?: number;
}

/** A request that failed. */
export class ClusterError extends Error {
  /** HTTP status; 0 if there was no response. */
  readonly status: number;
  /** Whether a retry may succeed. */
  readonly isRetryable: boolean;

  constructor(message: string, status: number, isRetryable: boolean, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ClusterError';
    this.status = status;
    this.isRetryable = isRetryable;
  }

  /** Whether the cluster refused the credentials: the operator's concern, while other rejected requests are bugs. */
  get isUnauthorized(): boolean {
    return this.status === 401 || this.status === 403;
  }

  /** The reason in words, without a full stop. */
  get reason(): string {
    return this.isUnauthorized ? 'it refused the credentials' : this.message;
  }
}

const TIMEOUT_MS = 10_000;

export class ClusterClient {
  readonly prefix: string;
  readonly #client: Client;
  #closing: Promise<void> | undefined;

  constructor(options: ClusterOptions) {
    this.prefix = options.prefix;
    this.#client = new Client(clientOptions(options));
  }

  /** The body of the response. Throws a ClusterError. */
  async request<Body>(request: ClusterRequest): Promise<Body> {
    const { method, path, query, body, lines, timeoutMs = TIMEOUT_MS, retries = 2 } = request;
    try {
      const response = await this.#client.transport.request(
        {
          method,
          path,
          ...(query !== undefined && { querystring: query }),
          ...(body !== undefined && { body }),
          ...(lines !== undefined && { bulkBody: lines }),
        },
        { requestTimeout: timeoutMs, maxRetries: retries },
      );
      return response.body as Body;
    } catch (error) {
      throw errorOf(error, request);
    }
  }

  /** The body of the response; undefined if the path does not exist. Throws a ClusterError. */
  async requestOptional<Body>(request: ClusterRequest): Promise<Body | undefined> {
    try {
      return await this.request<Body>(request);
    } catch (error) {
      if (error instanceof ClusterError && error.status === 404) return undefined;
      throw error;
    }
  }

  /** Idempotent. */
  close(): Promise<void> {
    return (this.#closing ??= this.#client.close());
  }
}

function clientOptions({ urls, ca, username, password, token }: ClusterOptions): ClientOptions {
  return {
    nodes: [...urls],
    ...(ca !== undefined && { ssl: { ca } }),
    ...(token !== undefined
      ? { headers: { authorization: `Bearer ${token}` } }
      : username !== undefined && { auth: { username, password: password ?? '' } }),
  };
}

/** Statuses after which a retry may succeed. */
const RETRYABLE_STATUSES = new Set([429, 500, 502, 503, 504]);

/** Errors about indices and search contexts that were replaced: a retry finds the new ones. */
const GONE = new Set(['index_not_found_exception', 'search_context_missing_exception']);

/** Errors about the request itself, which some clusters report with a status of their own failures. */
const REFUSED = new Set(['too_many_clauses', 'too_many_nested_clauses']);

interface ErrorBody {
  readonly error?: {
    readonly type?: string;
    readonly reason?: string;
    readonly root_cause?: readonly Cause[];
  };
}

interface Cause {
  readonly type?: string;
  readonly reason?: string;
}

function errorOf(error: unknown, { method, path }: ClusterRequest): unknown {
  const what = `${method} ${path.split('?')[0]}`;
  if (error instanceof errors.ResponseError) {
    const status = error.statusCode;
    const { error: reported } = (error.body ?? {}) as ErrorBody;
    const causes: readonly Cause[] =
      typeof reported === 'object' ? [reported, ...(reported.root_cause ?? [])] : [];
    const isOneOf = (types: ReadonlySet<string>): boolean =>
      causes.some(({ type }) => type !== undefined && types.has(type));
    const isRetryable = !isOneOf(REFUSED) && (RETRYABLE_STATUSES.has(status) || isOneOf(GONE));
    const reason = causes.map(({ type, reason }) => `${type}: ${reason}`).join('; ') || error.message;
    return new ClusterError(
      `the cluster responded to ${what} with ${status}: ${reason}`,
      status,
      isRetryable,
      {
        cause: error,
      },
    );
  }
  if (error instanceof errors.OpenSearchClientError) {
    // These are broken connections, timeouts and truncated responses.
    const isRetryable = !(error instanceof errors.ConfigurationError);
    return new ClusterError(`the cluster did not respond to ${what}: ${error.message}`, 0, isRetryable, {
      cause: error,
    });
  }
  return error;
}
