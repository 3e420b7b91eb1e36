// What there is to compare with: a `node:http` server that sends one constant body, in a process of its own. No server
// in this runtime that is asked over HTTP does less. bare-server-process.ts is the other side.
import { Child } from '../child.ts';

export class BareServer {
  readonly port: number;
  readonly #child: Child<number, number>;

  private constructor(child: Child<number, number>, port: number) {
    this.#child = child;
    this.port = port;
  }

  static async start(bodyBytes: number): Promise<BareServer> {
    const child = new Child<number, number>(new URL('./bare-server-process.ts', import.meta.url));
    return new BareServer(child, await child.ask(bodyBytes));
  }

  get pid(): number {
    return this.#child.pid;
  }

  close(): Promise<void> {
    return this.#child.close();
  }
}
