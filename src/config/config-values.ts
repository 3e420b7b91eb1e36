// The values of all settings: settings.ts has a row for each.
import type { RateLimit } from '../auth/rate-limit-store.ts';

export interface Config {
  readonly data: string;
  readonly host: string;
  readonly port: number;
  /** Without a trailing slash; undefined: made from host and port. */
  readonly baseUrl: string | undefined;
  readonly trustProxy: boolean;
  /** In lower case, with a port unless it is that of http or https. */
  readonly allowedHosts: readonly string[];
  readonly demo: boolean;
  readonly merge: boolean;
  readonly format: 'ndjson' | 'json' | 'csv' | 'xml' | undefined;
  readonly json: boolean;
  /** Processes that serve requests. */
  readonly workers: number;
  /** Path of the list of feeds. */
  readonly feeds: string | undefined;
  /** Path of the operator's terms. */
  readonly termsFile: string | undefined;
  /** Web origins that may call the MCP endpoint, or `*` for all. */
  readonly mcpOrigins: readonly string[];
  /** Origins of dealers' pictures, as a content security policy names them. */
  readonly pictureOrigins: readonly string[];
  /** Whether the API needs a token. */
  readonly requireToken: boolean;
  readonly jwtIssuer: string | undefined;
  readonly jwtAudience: string | undefined;
  /** A URL or a path. */
  readonly jwtKeys: string | undefined;
  readonly jwtAlgorithms: readonly string[];
  /** For one IP address. */
  readonly rateLimit: RateLimit | undefined;
  /** For tokens without their own rate. */
  readonly tokenRateLimit: RateLimit | undefined;
  readonly redis: string | undefined;
  readonly redisPassword: string | undefined;
  /** IP addresses, and blocks such as `10.0.0.0/8`. */
  readonly trustedProxies: readonly string[];
  readonly log: 'text' | 'json';
  /** Undefined: only in a JSON log. */
  readonly logRequests: boolean | undefined;
  readonly compression: 'on' | 'off';
  /** Requests per process, beyond those in flight. */
  readonly maxQueue: number;
  /** Per process; undefined: as many as it may open. */
  readonly maxConnections: number | undefined;
  /** Requests per process that wait for changes. */
  readonly maxWaiting: number;
  readonly maxWaitingPerAddress: number;
  /** Undefined: operators use the main port. */
  readonly operatorPort: number | undefined;
  readonly operatorHost: string;
  /** The search backend. */
  readonly index: 'embedded' | 'opensearch';
  /** URLs of the cluster's nodes. */
  readonly opensearchUrl: readonly string[];
  /** Prefix of all index names. */
  readonly opensearchIndex: string;
  /** Path of a PEM file. */
  readonly opensearchCa: string | undefined;
  readonly opensearchUsername: string | undefined;
  readonly opensearchPassword: string | undefined;
  readonly opensearchToken: string | undefined;
  /** For new indices. */
  readonly opensearchShards: number;
  readonly opensearchReplicas: number;
  /** For calls of a service. */
  readonly token: string | undefined;
  /** Separated by white space. */
  readonly webhookSecret: string | undefined;
}
