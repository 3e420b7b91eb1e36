// A cluster of OpenSearch nodes on the loopback interface, each a process that can be killed and restarted. Neither
// its processes nor its folder outlive the process that started it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClusterNode, type NodeOptions } from './cluster-node.ts';
import { buildServer } from './server-build.ts';

export interface ClusterOptions extends Partial<Pick<NodeOptions, 'heapMegabytes' | 'life'>> {
  readonly nodes: number;
  /** The folder in which it creates one for data and logs. */
  readonly parent?: string;
}

export interface Cluster {
  /** The URLs of all nodes in order, running or not. */
  readonly urls: readonly string[];
  /** Kills the node with SIGKILL. Resolves when its process has exited; the others may not have noticed. */
  stopNode(index: number): Promise<void>;
  /**
   * Starts a stopped node with its data, on its port. Here when it has joined the others that run; where they are too
   * few to agree on anything, as soon as it answers.
   */
  startNode(index: number): Promise<void>;
  /** Suspends a node: it accepts connections and does not respond. */
  suspendNode(index: number): void;
  resumeNode(index: number): void;
  /** Resolves when all copies of all shards are allocated. */
  untilGreen(): Promise<void>;
  /** The end of each node's log, to diagnose failures. */
  lastLines(count: number): string;
  /** Kills all nodes and removes all data. */
  close(): Promise<void>;
}

/** Three nodes take 25 seconds of CPU time and 0.8 GB of memory to start. The first time, Maven fetches the server. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { nodes: count, heapMegabytes = 256, life = 'short', parent = tmpdir() } = options;
  const javaArguments = await buildServer();
  const folder = mkdtempSync(join(parent, 'forecourt-cluster-'));
  const names = Array.from({ length: count }, (_, index) => `node-${index + 1}`);
  const nodes = names.map(
    (name) => new ClusterNode(folder, name, { names, heapMegabytes, life, javaArguments }),
  );

  async function close(): Promise<void> {
    await Promise.all(nodes.map((node) => node.kill()));
    rmSync(folder, { recursive: true, force: true });
  }

  const lastLines = (lines: number): string =>
    nodes.map((node) => `--- ${node.name} at ${node.url}\n${node.lastLines(lines)}`).join('\n');

  try {
    await Promise.all(nodes.map((node) => node.start()));
    introduce(nodes);
    await Promise.all(nodes.map((node) => untilJoined(node, nodes)));
  } catch (error) {
    const said = lastLines(30);
    await close();
    throw new Error(`the cluster did not come together:\n${said}`, { cause: error });
  }

  return {
    urls: nodes.map(({ url }) => url),
    stopNode: (index) => nodes[index].kill(),
    async startNode(index) {
      await nodes[index].start();
      await untilJoined(nodes[index], nodes);
    },
    suspendNode: (index) => nodes[index].suspend(),
    resumeNode: (index) => nodes[index].resume(),
    async untilGreen() {
      const whole = 'wait_for_status=green&wait_for_no_relocating_shards=true';
      await Promise.all(nodes.filter(({ isUp }) => isUp).map((node) => untilHealthy(node, whole)));
    },
    lastLines,
    close,
  };
}

/** Nodes read this file to find the others. */
function introduce(nodes: readonly ClusterNode[]): void {
  const addresses = nodes.map(({ transportAddress }) => `${transportAddress}\n`).join('');
  for (const { home } of nodes) writeFileSync(join(home, 'config/unicast_hosts.txt'), addresses);
}

async function untilJoined(node: ClusterNode, nodes: readonly ClusterNode[]): Promise<void> {
  const up = nodes.filter(({ isUp }) => isUp).length;
  if (up * 2 > nodes.length) await untilHealthy(node, `wait_for_nodes=ge(${up})`);
}

const TIMEOUT_SECONDS = 90;

/** The server waits. A node that has just started has not joined the others yet. */
async function untilHealthy({ name, url }: ClusterNode, condition: string): Promise<void> {
  const limits = `timeout=${TIMEOUT_SECONDS}s&cluster_manager_timeout=${TIMEOUT_SECONDS}s`;
  const response = await fetch(`${url}/_cluster/health?${condition}&${limits}`);
  const said = await response.text();
  if (!response.ok) throw new Error(`${name} waited in vain for ${condition}: ${said}`);
}
