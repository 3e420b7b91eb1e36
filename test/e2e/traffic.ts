// Clients that search continuously, on kept and on new connections, and check every response.
import { Agent, get } from 'node:http';
import type { Body } from './server.ts';

export interface Traffic {
  /** Answers so far. */
  readonly answered: number;
  /** Here when so many more were answered. */
  more(responses: number): Promise<void>;
  /** No client asks again. What went wrong, each in a sentence; a connection that was refused is none. */
  stop(): Promise<readonly string[]>;
}

export interface TrafficOptions {
  /** Clients that keep their connection. */
  readonly persistent: number;
  /** Clients that take a new connection for every request. */
  readonly fresh: number;
  readonly query: string;
  /** Clients whose connection the server ends go elsewhere, as behind a load balancer, and do not come back. */
  readonly leave?: boolean;
  /** How many vehicles it finds. */
  readonly total: number;
}

/** Clients go on until they are stopped, or refused. */
export function startTraffic(
  url: string,
  { persistent, fresh, query, total, leave = false }: TrafficOptions,
): Traffic {
  const address = `${url}/api/v1/vehicles/?${query}`;
  const faults: string[] = [];
  let answered = 0;
  let isStopped = false;

  async function client(name: string, agent: Agent): Promise<void> {
    while (!isStopped) {
      try {
        const { status, body, isLast } = await sendRequest(address, agent);
        const found = status === 200 ? (JSON.parse(body) as Body).results.total_vehicles : undefined;
        if (found !== total) faults.push(`${name} was answered with ${status}: ${body.slice(0, 200)}`);
        answered++;
        if (isLast && leave) break;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') break;
        faults.push(`${name} got no whole answer: ${String(error)}`);
      }
    }
    agent.destroy();
  }

  const clients = [
    ...Array.from({ length: persistent }, () =>
      client('a kept connection', new Agent({ keepAlive: true, maxSockets: 1 })),
    ),
    ...Array.from({ length: fresh }, () => client('a new connection', new Agent({ keepAlive: false }))),
  ];
  return {
    get answered() {
      return answered;
    },
    async more(responses) {
      const enough = answered + responses;
      while (answered < enough) await new Promise((resolve) => setTimeout(resolve, 10));
    },
    async stop() {
      isStopped = true;
      await Promise.all(clients);
      return faults;
    },
  };
}

interface ReceivedResponse {
  readonly status: number | undefined;
  readonly body: string;
  /** The server ends the connection with it. */
  readonly isLast: boolean;
}

function sendRequest(address: string, agent: Agent): Promise<ReceivedResponse> {
  return new Promise((resolve, reject) => {
    get(address, { agent }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => (body += text));
      response.once('end', () => {
        if (response.complete)
          resolve({ status: response.statusCode, body, isLast: response.headers.connection === 'close' });
        else reject(new Error('the answer was cut off'));
      });
      response.once('error', reject);
    }).once('error', reject);
  });
}
