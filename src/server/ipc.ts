// Remote procedure calls between two processes over Node's IPC channel. Each side offers methods, and gets the other side's as
// an object of promises. Calls and results arrive in the order in which they are sent. server-methods.ts declares a server's
// methods.
import type { Worker } from 'node:cluster';
import { errorMessage } from '../problem.ts';

/** An interface whose methods can be called from another process. */
type Callable<T> = { readonly [Name in keyof T]: (...args: never[]) => Promise<unknown> };

/** Timeout of a call. All methods are fast, so a process that exceeds it is stuck. */
const CALL_TIMEOUT_MS = 5000;

interface IpcMessage {
  readonly forecourt: 'call' | 'result' | 'error';
  readonly id: number;
  readonly name?: string;
  readonly content: unknown;
}

/**
 * The methods of the other side; `local` are this side's. A call rejects if the method rejects, if the other process has exited,
 * or if it does not respond within five seconds. Messages of other kinds are ignored.
 */
export function openIpcChannel<Remote extends Callable<Remote>, Local extends Callable<Local>>(
  worker: Pick<Worker, 'send' | 'on'>,
  names: readonly (keyof Remote & string)[],
  local: Local,
): Remote {
  const pending = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  let lastId = 0;

  const send = (message: IpcMessage): Promise<void> =>
    new Promise((resolve, reject) => {
      worker.send(message, undefined, (error) => (error === null ? resolve() : reject(error)));
    });

  const callRemote = async (name: string, args: readonly unknown[]): Promise<unknown> => {
    const id = ++lastId;
    const response = new Promise((resolve, reject) => pending.set(id, { resolve, reject }));
    const timeoutError = new Error(`the other process did not respond to '${name}'`);
    const timer = setTimeout(() => pending.get(id)?.reject(timeoutError), CALL_TIMEOUT_MS);
    try {
      await Promise.race([send({ forecourt: 'call', id, name, content: args }), response]);
      return await response;
    } finally {
      clearTimeout(timer);
      pending.delete(id);
    }
  };

  const respond = async ({ id, name = '', content }: IpcMessage): Promise<void> => {
    let reply: IpcMessage;
    try {
      if (!Object.hasOwn(local, name)) throw new Error(`there is no method '${name}'`);
      const method: (...args: never[]) => Promise<unknown> = local[name as keyof Local];
      reply = { forecourt: 'result', id, content: await method(...(content as never[])) };
    } catch (error) {
      reply = { forecourt: 'error', id, content: errorMessage(error) };
    }
    // The caller may have exited.
    await send(reply).catch(() => undefined);
  };

  worker.on('message', (message: unknown) => {
    if (!isIpcMessage(message)) return;
    if (message.forecourt === 'call') return void respond(message);
    const call = pending.get(message.id);
    if (message.forecourt === 'result') call?.resolve(message.content);
    else call?.reject(new Error(String(message.content)));
  });
  worker.on('disconnect', () => {
    for (const call of pending.values()) call.reject(new Error('the other process has exited'));
  });

  const methods = names.map((name) => [name, (...args: unknown[]) => callRemote(name, args)] as const);
  return Object.fromEntries(methods) as unknown as Remote;
}

function isIpcMessage(message: unknown): message is IpcMessage {
  return typeof message === 'object' && message !== null && 'forecourt' in message;
}
