// A client of an event stream of changes.
import { expect } from 'vitest';
import { afterTest } from '../../support/after-test.ts';

export const ACCEPT = { accept: 'text/event-stream' };

interface Event {
  readonly id: string;
  /** Undefined: an id alone. */
  readonly data: string | undefined;
}

/** `next` resolves with the events of a stream, one after the other; undefined once it has ended. */
export async function listen(address: string, headers: Record<string, string> = {}) {
  const leaving = new AbortController();
  afterTest(() => leaving.abort());
  const response = await fetch(address, { headers: { ...ACCEPT, ...headers }, signal: leaving.signal });
  const reader = (response.body ?? expect.fail('no body')).getReader();
  const decoder = new TextDecoder();
  let rest = '';
  const next = async (): Promise<Event | undefined> => {
    for (;;) {
      const end = rest.indexOf('\n\n');
      if (end === -1) {
        const { done, value } = (await reader.read()) as { done: boolean; value?: Uint8Array };
        if (done) return undefined;
        rest += decoder.decode(value, { stream: true });
        continue;
      }
      const lines = rest.slice(0, end).split('\n');
      rest = rest.slice(end + 2);
      const member = (name: string): string | undefined =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const id = member('id');
      if (id !== undefined) return { id, data: member('data') };
    }
  };
  return { response, next, leave: () => leaving.abort() };
}
