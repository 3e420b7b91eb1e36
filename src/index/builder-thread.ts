// The thread beside the one that answers: it reads the store and the postcode tables for itself, builds segments, and
// hands their arrays over without a copy. Started by threaded-builder.ts.
import { parentPort, workerData } from 'node:worker_threads';
import { LiveGazetteer } from '../geo/live-gazetteer.ts';
import { Problem } from '../problem.ts';
import { openStore } from '../store/store.ts';
import { buildChange, restoreStock } from './stock-change.ts';
import { arraysOf } from './threaded-builder.ts';
import type { BuilderData, BuilderReply, BuilderRequest } from './threaded-builder.ts';

const port = parentPort;
if (port === null) throw new Error('builder-thread.ts runs as a worker only');

const { folder, unitTablePath, indexPath } = workerData as BuilderData;
const store = openStore(folder, { mode: 'read' });
const gazetteer = new LiveGazetteer(unitTablePath);

port.on('message', (request: BuilderRequest) => {
  if (request === 'close') {
    void store.close().then(() => port.close());
    return;
  }
  let reply: BuilderReply;
  try {
    gazetteer.refresh();
    reply =
      request === 'restore'
        ? { change: restoreStock(store, gazetteer.current, indexPath) }
        : { change: buildChange(store, gazetteer.current, request.since, indexPath) };
  } catch (error) {
    reply = {
      error: error instanceof Error ? error : new Error(String(error)),
      ...(error instanceof Problem && { problem: error.code }),
    };
  }
  port.postMessage(reply, arraysOf(reply));
});
