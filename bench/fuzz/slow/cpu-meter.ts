// The CPU time that a server takes for one request, from Linux's /proc, on all of its threads. It is counted until the server
// is idle again, so that work after the response counts too.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { RawConnection } from '../raw-http.ts';

const TIMEOUT_MS = 60_000;
const POLL_MS = 1;
/** Less than this between two looks: the server is idle. It looks for changes of the stock all the time. */
const IDLE_MS = 0.06;
const MAX_POLLS = 2000;

export class CpuMeter {
  readonly #pid: number;
  readonly #connection: RawConnection;

  constructor(pid: number, port: number) {
    this.#pid = pid;
    this.#connection = new RawConnection(port);
  }

  /** The milliseconds of CPU time and the status of one request. */
  async measure(bytes: string): Promise<{ readonly cpuMs: number; readonly status: number }> {
    const before = await this.#idle();
    const [response] = await this.#connection.send(bytes, [false], TIMEOUT_MS);
    const after = await this.#idle();
    return { cpuMs: after - before, status: response.status };
  }

  close(): void {
    this.#connection.close();
  }

  async #idle(): Promise<number> {
    let last = threadsCpuMs(this.#pid);
    for (let polls = 0; polls < MAX_POLLS; polls++) {
      await sleep(POLL_MS);
      const now = threadsCpuMs(this.#pid);
      if (now - last < IDLE_MS) return now;
      last = now;
    }
    throw new Error('the server does not become idle');
  }
}

/** The first figure of `schedstat` is in nanoseconds. */
function threadsCpuMs(pid: number): number {
  let nanoseconds = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`))
    nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
  return nanoseconds / 1e6;
}
