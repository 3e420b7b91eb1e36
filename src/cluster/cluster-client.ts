// The way to a cluster: one client, and its faults sorted into those that pass (a node is gone, the cluster is busy) and
// those that do not (a wrong password, a request that it cannot read). It knows no listings.
import { Client, errors, type ClientOptions } from '@opensearch-project/opensearch';

export interface ClusterOptions {
  /** Nodes, any of them. */
  readonly urls: readonly string[];
  /** Names of all indices in the cluster that are ours begin with it. */
  readonly prefix: string;
  /** Certificates to trust beside those of the system, as PEM. */
  readonly ca?: string;
  readonly username?: string;
  readonly password?: string;
  /** Goes before name and password. */
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
  /** How many other nodes are asked where one does not answer. */
  readonly retries?: number;
}

/** What the cluster did not do. */
export class ClusterError extends Error {
  /** HTTP's; 0 where no answer came. */
  readonly status: number;
  /** Whether the same request may be answered later. */
  readonly isRetryable: boolean;

  constructor(message: string, status: number, isRetryable: boolean, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ClusterError';
    this.status = status;
    this.isRetryable = isRetryable;
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

  /** The body of the answer. Throws a ClusterError. */
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

  /** The same; undefined where there is nothing at the path. */
  async requestOptional<Body>(request: ClusterRequest): Promise<Body | undefined> {
    try {
      return await this.request<Body>(request);
    } catch (error) {
      if (error instanceof ClusterError && error.status === 404) return undefined;
      throw error;
    }
  }

  /** May be called again. */
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

/** Answers that the same request may not get once more. */
const RETRYABLE_STATUSES = new Set([429, 500, 502, 503, 504]);

/** Indices, and states of indices that are held, go when others take their place. */
const GONE = new Set(['index_not_found_exception', 'search_context_missing_exception']);

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
    const isRetryable =
      RETRYABLE_STATUSES.has(status) || causes.some(({ type }) => type !== undefined && GONE.has(type));
    const reason = causes.map(({ type, reason }) => `${type}: ${reason}`).join('; ') || error.message;
    return new ClusterError(`the cluster answered ${what} with ${status}: ${reason}`, status, isRetryable, {
      cause: error,
    });
  }
  if (error instanceof errors.OpenSearchClientError) {
    // Broken connections, answers that did not come in time or were cut off.
    const isRetryable = !(error instanceof errors.ConfigurationError);
    return new ClusterError(`the cluster did not answer ${what}: ${error.message}`, 0, isRetryable, {
      cause: error,
    });
  }
  return error;
}
