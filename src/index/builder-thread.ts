// A thread beside the one that answers: it reads the store and the postcode tables for itself, builds and merges
// segments, and writes the index file. Started by threaded-builder.ts.
import { parentPort, workerData } from 'node:worker_threads';
import { mergeSegments } from '../engine/segment/merge-segments.ts';
import type { Gazetteer } from '../geo/gazetteer.ts';
import { ReloadingGazetteer } from '../geo/reloading-gazetteer.ts';
import { Problem } from '../problem.ts';
import { decodeIndexedRecord } from '../store/listing-record.ts';
import { openStore, type Store } from '../store/store.ts';
import { buildStock, StockBuilder } from './build-stock.ts';
import { saveInTurn } from './index-claim.ts';
import { saveIndex } from './index-file.ts';
import type { RecordBatch } from './index-writer.ts';
import { buildInParallel, type BuiltHalf } from './parallel-build.ts';
import { findChange } from './stock-change.ts';
import { STOCK_SCHEMA } from './stock-schema.ts';
import { buildHalf } from './threaded-builder.ts';
import type { BuilderData, BuilderReply, BuilderRequest } from './threaded-builder.ts';

const port = parentPort;
if (port === null) throw new Error('builder-thread.ts runs as a worker only');

const data = workerData as BuilderData;
const { folder, postcodeTablePath, indexPath } = data;

// A thread that only merges opens nothing: so it can be stopped at any time.
let opened: { readonly store: Store; readonly gazetteer: ReloadingGazetteer } | undefined;

/** What was imported so far, where an import is accompanied. */
let imported: StockBuilder | undefined;

port.on('message', (request: BuilderRequest) => {
  if (request.task === 'close') {
    void Promise.resolve(opened?.store.close()).then(() => port.close());
    return;
  }
  void answer(request).then((reply) => port.postMessage(reply));
});

async function answer(request: BuilderRequest): Promise<BuilderReply> {
  try {
    return { result: await resultOf(request) };
  } catch (error) {
    return {
      error: error instanceof Error ? error : new Error(String(error)),
      ...(error instanceof Problem && { problem: error.code }),
    };
  }
}

function resultOf(request: BuilderRequest): unknown {
  switch (request.task) {
    case 'merge':
      return mergeSegments(STOCK_SCHEMA, request.parts);
    case 'save':
      return saveInTurn(folder, indexPath, request.index, request.known);
    case 'half': {
      const { store, gazetteer } = open();
      const parts = buildStock(store.indexedFields({ start: request.from }), gazetteer.current);
      return { gazetteerVersion: gazetteer.current.version, parts } satisfies BuiltHalf;
    }
    case 'build': {
      const { store, gazetteer } = open();
      return findChange(store, gazetteer.current, request.since, indexPath, (...stock) =>
        buildInParallel(...stock, (from) => buildHalf(data, from)),
      );
    }
    case 'take':
      imported ??= new StockBuilder(freshGazetteer());
      return takeRecords(imported, request.batch);
    case 'prepare': {
      if (imported === undefined) return false;
      const { identity, sequence, path } = request;
      const { gazetteerVersion } = imported;
      return saveIndex(path, { identity, sequence, gazetteerVersion, parts: imported.finish() });
    }
    case 'close':
      return undefined;
  }
}

function open() {
  opened ??= {
    store: openStore(folder, { mode: 'read' }),
    gazetteer: new ReloadingGazetteer(postcodeTablePath),
  };
  opened.gazetteer.refresh();
  return opened;
}

function freshGazetteer(): Gazetteer {
  const live = new ReloadingGazetteer(postcodeTablePath);
  live.refresh();
  return live.current;
}

function takeRecords(builder: StockBuilder, { keys, records }: RecordBatch): number {
  records.forEach((record, i) => {
    const listing = decodeIndexedRecord(keys[i], record);
    if (listing === undefined) throw new Error(`the record of '${keys[i]}' is none`);
    builder.add(listing);
  });
  return records.length;
}
