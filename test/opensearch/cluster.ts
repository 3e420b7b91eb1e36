// A cluster of OpenSearch nodes on the loopback address, each a process that tests can kill and restart. Its processes
// and folder never outlive their owner.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClusterNode, type NodeOptions } from './cluster-node.ts';
import { buildServer } from './server-build.ts';

export interface ClusterOptions extends Partial<Pick<NodeOptions, 'heapMegabytes' | 'life'>> {
  readonly nodes: number;
  /** Where the cluster makes a folder for its data and its logs. */
  readonly parent?: string;
}

export interface Cluster {
  /** Of every node, in order, also of those that do not run. */
  readonly urls: readonly string[];
  /** Kills the node with SIGKILL. Here when its process is gone; the others may not know yet. */
  stopNode(index: number): Promise<void>;
  /**
   * Starts a stopped node with its data, on its port. Here when it has joined the others that run; where they are too
   * few to agree on anything, as soon as it answers.
   */
  startNode(index: number): Promise<void>;
  /** Lets a node hang: it takes connections and answers nothing. */
  suspendNode(index: number): void;
  resumeNode(index: number): void;
  /** Here when every copy of every shard is where it should be. */
  untilGreen(): Promise<void>;
  /** What each node said last, for whoever looks into a failure. */
  lastLines(count: number): string;
  /** Kills what runs and removes all data. */
  close(): Promise<void>;
}

/** Three nodes take 25 seconds of processor time and 0.8 GB of memory. The very first time Maven has to fetch the server. */
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

/** Every node reads this file whenever it looks for the others. */
function introduce(nodes: readonly ClusterNode[]): void {
  const addresses = nodes.map(({ transportAddress }) => `${transportAddress}\n`).join('');
  for (const { home } of nodes) writeFileSync(join(home, 'config/unicast_hosts.txt'), addresses);
}

async function untilJoined(node: ClusterNode, nodes: readonly ClusterNode[]): Promise<void> {
  const up = nodes.filter(({ isUp }) => isUp).length;
  if (up * 2 > nodes.length) await untilHealthy(node, `wait_for_nodes=ge(${up})`);
}

const TIMEOUT_SECONDS = 90;

/** The server itself waits. A node that has only just come up has nobody to ask yet. */
async function untilHealthy({ name, url }: ClusterNode, condition: string): Promise<void> {
  const limits = `timeout=${TIMEOUT_SECONDS}s&cluster_manager_timeout=${TIMEOUT_SECONDS}s`;
  const response = await fetch(`${url}/_cluster/health?${condition}&${limits}`);
  const said = await response.text();
  if (!response.ok) throw new Error(`${name} waited in vain for ${condition}: ${said}`);
}
