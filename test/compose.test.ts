// compose.yaml describes three private nodes that find each other, and servers with valid settings. Docker itself is not
// run.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { SETTINGS, environmentVariableOf } from '../src/config/settings.ts';

interface Service {
  readonly image?: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly networks: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes: readonly string[];
  readonly ulimits?: unknown;
  readonly build?: { readonly dockerfile: string };
  readonly command?: readonly string[];
  readonly read_only?: boolean;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const readText = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const compose = parse(readText('compose.yaml'), { merge: true }) as Compose;
const { forecourt, publisher, ...nodes } = compose.services;
const NAMES = ['opensearch-1', 'opensearch-2', 'opensearch-3'];

describe('the cluster of compose.yaml', () => {
  it('is three nodes, each under its own name and with its own data', () => {
    expect(Object.keys(nodes)).toEqual(NAMES);
    for (const [name, { environment, volumes }] of Object.entries(nodes)) {
      expect(environment['node.name']).toBe(name);
      expect(volumes).toEqual([`${name}:/usr/share/opensearch/data`]);
    }
  });

  it('is founded by all of them, and each knows where the others are', () => {
    for (const { environment } of Object.values(nodes)) {
      expect(environment['discovery.seed_hosts'].split(',')).toEqual(NAMES);
      expect(environment['cluster.initial_cluster_manager_nodes'].split(',')).toEqual(NAMES);
    }
  });

  it('is reachable only by Forecourt, since it has no password', () => {
    expect(compose.networks['cluster']).toEqual({ internal: true });
    for (const { networks, ports } of Object.values(nodes)) {
      expect(networks).toEqual(['cluster']);
      expect(ports).toBeUndefined();
    }
  });

  it('has the release that the tests use', () => {
    const tested = /<opensearch\.runner\.version>(\d+\.\d+)\./.exec(
      readText('test/opensearch/server/pom.xml'),
    )?.[1];
    for (const { image } of Object.values(nodes)) {
      expect(image).toMatch(new RegExp(`^opensearchproject/opensearch:${tested}\\.\\d+$`));
    }
  });

  it('keeps its heap in memory', () => {
    for (const { environment, ulimits } of Object.values(nodes)) {
      expect(environment['bootstrap.memory_lock']).toBe('true');
      expect(ulimits).toMatchObject({ memlock: { soft: -1, hard: -1 } });
    }
  });
});

describe('Forecourt in compose.yaml', () => {
  const both = Object.entries({ forecourt, publisher });

  it.each(both)('%s has only existing variables', (_name, { environment }) => {
    const known = Object.values(SETTINGS).map((setting) => environmentVariableOf(setting));
    expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
  });

  it.each(both)('%s uses every node', (_name, { environment }) => {
    const urls = environment['FORECOURT_OPENSEARCH_URL'].split(',');
    expect(urls).toEqual(NAMES.map((name) => `http://${name}:9200`));
  });

  it.each(both)(
    '%s is the image that is described here, and writes to its volume alone',
    (_name, service) => {
      expect(readText(service.build?.dockerfile ?? '')).toMatch(/^ENTRYPOINT .*forecourt/m);
      expect(service.read_only).toBe(true);
    },
  );

  it('has one that writes and one that answers', () => {
    expect(publisher.command).toEqual(['publish', '--watch']);
    expect(publisher.volumes).toEqual(['stock:/data']);
    expect(forecourt.environment['FORECOURT_INDEX']).toBe('opensearch');
    expect(forecourt.volumes).toEqual(['stock:/data:ro']);
  });

  it('is reachable only from this machine', () => {
    expect(forecourt.ports).toEqual(['127.0.0.1:8080:8080']);
    expect(publisher.ports).toBeUndefined();
  });

  it('declares exactly the volumes that it uses', () => {
    const used = Object.values(compose.services).flatMap(({ volumes }) =>
      volumes.map((volume) => volume.split(':')[0]),
    );
    expect([...new Set(used)].sort()).toEqual(Object.keys(compose.volumes).sort());
  });
});
