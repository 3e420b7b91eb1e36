// Validates an operator's settings of the cluster, and reads the certificates.
import { readFileSync } from 'node:fs';
import { pathFault } from '../files/path-fault.ts';
import type { ClusterOptions } from './cluster-client.ts';
import type { Sharding } from './cluster-mapping.ts';
import { errorMessage, invalidConfiguration } from '../problem.ts';
import { quotedPath } from '../quoted-text.ts';

/** The settings of the cluster, parsed but not validated. */
export interface ClusterSettings {
  readonly opensearchUrl: readonly string[];
  readonly opensearchIndex: string;
  /** Path of the certificate file. */
  readonly opensearchCa: string | undefined;
  readonly opensearchUsername: string | undefined;
  readonly opensearchPassword: string | undefined;
  readonly opensearchToken: string | undefined;
  readonly opensearchShards: number;
  readonly opensearchReplicas: number;
}

/** The options of the client. Throws a Problem `invalid_configuration`. */
export function clusterOptions(settings: ClusterSettings): ClusterOptions {
  const { opensearchUrl: urls, opensearchIndex: prefix, opensearchCa } = settings;
  const { opensearchUsername: username, opensearchPassword: password, opensearchToken: token } = settings;
  if (urls.length === 0) {
    throw invalidConfiguration('A cluster needs --opensearch-url: the URL of at least one of its nodes.');
  }
  if (password !== undefined && username === undefined) {
    throw invalidConfiguration('FORECOURT_OPENSEARCH_PASSWORD needs FORECOURT_OPENSEARCH_USERNAME.');
  }
  const ca = opensearchCa === undefined ? undefined : readCertificates(opensearchCa);
  return {
    urls,
    prefix,
    ...(ca !== undefined && { ca }),
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(token !== undefined && { token }),
  };
}

export function sharding({ opensearchShards, opensearchReplicas }: ClusterSettings): Sharding {
  return { shards: opensearchShards, replicas: opensearchReplicas };
}

function readCertificates(path: string): string {
  try {
    const text = readFileSync(path, 'utf8');
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  } catch (error) {
    throw invalidConfiguration(
      `The certificates cannot be read from ${quotedPath(path)}: ${pathFault(error) ?? errorMessage(error)}.`,
      error,
    );
  }
  throw invalidConfiguration(`${path}: it contains no PEM certificate.`);
}
