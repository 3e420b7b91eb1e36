// Calls between two processes of a cluster: each side offers methods, and has those of the other side as an object of
// promises. Calls and answers arrive in the order in which they were sent. Other messages may use the same way.
import type { Worker } from 'node:cluster';

/** An interface whose methods can be called from another process. */
type Callable<T> = { readonly [Name in keyof T]: (...args: never[]) => Promise<unknown> };

/** Everything that is asked is answered in a moment, or the other process is stuck. */
const LONGEST_WAIT_MS = 5000;

interface Letter {
  readonly forecourt: 'call' | 'answer' | 'fault';
  readonly id: number;
  readonly name?: string;
  readonly content: unknown;
}

/**
 * The methods of the other side. `here` is what this side offers. A call is rejected when the other process fails it, is
 * gone, or is silent for too long.
 */
export function openChannel<There extends Callable<There>, Here extends Callable<Here>>(
  worker: Pick<Worker, 'send' | 'on'>,
  names: readonly (keyof There & string)[],
  here: Here,
): There {
  const waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>();
  let lastId = 0;

  const send = (letter: Letter): Promise<void> =>
    new Promise((resolve, reject) => {
      worker.send(letter, undefined, (error) => (error === null ? resolve() : reject(error)));
    });

  const call = async (name: string, args: readonly unknown[]): Promise<unknown> => {
    const id = ++lastId;
    const answered = new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
    const silence = new Error(`the other process did not answer '${name}'`);
    const timer = setTimeout(() => waiting.get(id)?.reject(silence), LONGEST_WAIT_MS);
    try {
      await Promise.race([send({ forecourt: 'call', id, name, content: args }), answered]);
      return await answered;
    } finally {
      clearTimeout(timer);
      waiting.delete(id);
    }
  };

  const answer = async ({ id, name = '', content }: Letter): Promise<void> => {
    let letter: Letter;
    try {
      if (!Object.hasOwn(here, name)) throw new Error(`there is nothing to call by the name of '${name}'`);
      const method: (...args: never[]) => Promise<unknown> = here[name as keyof Here];
      letter = { forecourt: 'answer', id, content: await method(...(content as never[])) };
    } catch (error) {
      letter = { forecourt: 'fault', id, content: error instanceof Error ? error.message : String(error) };
    }
    // Whoever is gone needs no answer.
    await send(letter).catch(() => undefined);
  };

  worker.on('message', (message: unknown) => {
    if (!isLetter(message)) return;
    if (message.forecourt === 'call') return void answer(message);
    const caller = waiting.get(message.id);
    if (message.forecourt === 'answer') caller?.resolve(message.content);
    else caller?.reject(new Error(String(message.content)));
  });
  worker.on('disconnect', () => {
    for (const caller of waiting.values()) caller.reject(new Error('the other process is gone'));
  });

  const methods = names.map((name) => [name, (...args: unknown[]) => call(name, args)] as const);
  return Object.fromEntries(methods) as unknown as There;
}

function isLetter(message: unknown): message is Letter {
  return typeof message === 'object' && message !== null && 'forecourt' in message;
}
