// One node of a cluster as a process: its settings, ports and log. A killed node restarts with the same data on the same
// ports. It knows only the names of the other nodes; cluster.ts has their addresses.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface NodeOptions {
  /** Of all nodes, itself too: those that may found the cluster. */
  readonly names: readonly string[];
  readonly heapMegabytes: number;
  /** `short`: starts soonest. `long`: is fastest in the end. */
  readonly life: 'short' | 'long';
  /** What `java` is given to find the server. */
  readonly javaArguments: readonly string[];
}

/** A start takes 8 seconds of a processor, which may be shared by many. */
const START_TIMEOUT_MS = 180_000;

export class ClusterNode {
  readonly name: string;
  /** Where all is that the node writes. Its log is beside it. */
  readonly home: string;
  readonly #options: NodeOptions;
  #process: ChildProcess | undefined;
  #ports = { http: 0, transport: 0 };
  #isUp = false;

  /** Nothing runs yet. */
  constructor(folder: string, name: string, options: NodeOptions) {
    this.name = name;
    this.home = join(folder, name);
    this.#options = options;
    mkdirSync(join(this.home, 'config'), { recursive: true });
    mkdirSync(join(this.home, 'tmp'), { recursive: true });
  }

  /** Known once it was started; the same ever after. */
  get url(): string {
    return `http://127.0.0.1:${this.#ports.http}`;
  }

  /** Where other nodes reach it. */
  get transportAddress(): string {
    return `127.0.0.1:${this.#ports.transport}`;
  }

  /** Whether it was started, has answered since, and was not killed. */
  get isUp(): boolean {
    return this.#isUp;
  }

  /** Here when it answers, which it does before it has found the others. */
  async start(): Promise<void> {
    if (this.#process !== undefined) throw new Error(`${this.name} runs already`);
    writeFileSync(join(this.home, 'config/opensearch.yml'), this.#settings());
    rmSync(this.#portsFile('http'), { force: true });
    rmSync(this.#portsFile('transport'), { force: true });
    const log = openSync(this.#log, 'a');
    const child = spawn('java', [...this.#javaOptions(), ...this.#options.javaArguments, this.home], {
      stdio: ['pipe', log, log],
      // Ctrl+C is for all processes of a terminal's group. The tests end their nodes themselves.
      detached: true,
    });
    closeSync(log);
    this.#process = child;
    child.once('exit', () => {
      this.#process = undefined;
      this.#isUp = false;
    });
    await this.#untilUp(child);
    if (this.#process === undefined) throw new Error(`${this.name} did not start:\n${this.lastLines(20)}`);
    this.#ports = { http: this.#portIn('http'), transport: this.#portIn('transport') };
    this.#isUp = true;
  }

  /** As when the power goes: nothing is handed over or written. Here when the process is gone. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (child === undefined) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** It keeps its connections and says nothing any more, until it is let go on. */
  suspend(): void {
    this.#process?.kill('SIGSTOP');
  }

  resume(): void {
    this.#process?.kill('SIGCONT');
  }

  /** What the node said last, without where in its code. */
  lastLines(count: number): string {
    if (!existsSync(this.#log)) return '';
    const lines = readFileSync(this.#log, 'utf8').trimEnd().split('\n');
    return lines
      .filter((line) => !line.startsWith('\tat '))
      .slice(-count)
      .map((line) => line.slice(0, 300))
      .join('\n');
  }

  get #log(): string {
    return `${this.home}.log`;
  }

  /** The server writes its ports there when it has started. */
  #portsFile(of: 'http' | 'transport'): string {
    return join(this.home, `logs/${of}.ports`);
  }

  #portIn(of: 'http' | 'transport'): number {
    const [first] = readFileSync(this.#portsFile(of), 'utf8').split('\n');
    return Number(/:(\d+)$/.exec(first)?.[1]);
  }

  async #untilUp(child: ChildProcess): Promise<void> {
    const patience = AbortSignal.timeout(START_TIMEOUT_MS);
    while (!existsSync(this.#portsFile('http')) || !existsSync(this.#portsFile('transport'))) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      if (patience.aborted) return this.kill();
      await pause(50);
    }
  }

  #settings(): string {
    const { http, transport } = this.#ports;
    const settings = {
      'cluster.name': 'forecourt-tests',
      'node.name': this.name,
      // Nobody but this machine reaches it: there is no password.
      'network.host': '127.0.0.1',
      // 0 takes any free one, so that clusters do not meet.
      'http.port': http,
      'transport.port': transport,
      'node.portsfile': true,
      'cluster.initial_cluster_manager_nodes': this.#options.names,
      // A file, since the ports of the others are known only when they run. It is read again and again.
      'discovery.seed_providers': 'file',
      'discovery.find_peers_interval': '200ms',
      'discovery.initial_state_timeout': '0s',
      // The disk of whoever runs tests may be as full as it likes.
      'cluster.routing.allocation.disk.threshold_enabled': false,
    };
    // JSON is YAML.
    return JSON.stringify(settings);
  }

  #javaOptions(): string[] {
    const { heapMegabytes, life } = this.#options;
    return [
      `-Xms${heapMegabytes}m`,
      `-Xmx${heapMegabytes}m`,
      ...(life === 'short' ? ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'] : ['-XX:+UseG1GC']),
      '-XX:+ExitOnOutOfMemoryError',
      '-XX:-UsePerfData',
      `-Djava.io.tmpdir=${join(this.home, 'tmp')}`,
      // As the server's own start script has it.
      '-Dio.netty.noUnsafe=true',
      '-Dio.netty.noKeySetOptimization=true',
      '-Dio.netty.recycler.maxCapacityPerThread=0',
      '-Dlog4j.shutdownHookEnabled=false',
      '-Dlog4j2.disable.jmx=true',
    ];
  }
}
