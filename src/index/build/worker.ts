// The worker thread behind worker-queue.ts: opens the store and the postcode tables itself, builds and merges
// segments, and writes the index file.
import { closeSync, openSync, renameSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { mergeSegments } from '../../engine/segment/merge-segments.ts';
import { loadGazetteer, ReloadingGazetteer } from '../../geo/postcode-gazetteer.ts';
import { lowerThreadPriority } from '../../priority.ts';
import { asError, Problem } from '../../problem.ts';
import { addTerms } from '../../vehicle/trade-terms.ts';
import { openStore, type Store } from '../../store/store.ts';
import { buildIndex, IndexBuilder, buildPastSegment } from './index-builder.ts';
import { buildInParallel, type BuiltHalf } from './parallel-build.ts';
import { saveIfNewer } from './build-lock.ts';
import { IndexWriter, unfinishedIndexPath } from './index-file.ts';
import {
  buildHalf,
  type IndexWorkerData,
  type IndexWorkerReply,
  type IndexWorkerRequest,
  type ListingColumns,
} from './worker-queue.ts';
import { buildUpdate } from './index-update.ts';
import { listingsFromColumns } from './first-import-index.ts';
import { LISTING_SCHEMA, warmSchema } from '../shared/listing-schema.ts';

const port = parentPort;
if (port === null) throw new Error('worker.ts runs as a worker only');

lowerThreadPriority();
const { termAdditions, ...paths } = workerData as IndexWorkerData;
// Must precede the schema's reading of the terms.
addTerms(termAdditions);
warmSchema();
const { folder, postcodeTablePath, indexPath } = paths;

// Opened on demand: a thread that only merges can be terminated at any time.
let opened: { readonly store: Store; readonly gazetteer: ReloadingGazetteer } | undefined;

/**
 * The index of an import in progress; `failed` once it cannot be written. Segments are written as they end: those of ten million
 * listings would fill four gigabytes of memory.
 */
let imported: ImportedIndex | 'failed' | undefined;

interface ImportedIndex {
  readonly file: number;
  readonly writer: IndexWriter;
  readonly builder: IndexBuilder;
}

// From here on the thread can be terminated.
port.postMessage('loaded');
port.on('message', (request: IndexWorkerRequest) => {
  if (request.task === 'close') {
    void Promise.resolve(opened?.store.close()).then(() => port.close());
    return;
  }
  void handleRequest(request).then((reply) => port.postMessage(reply));
});

async function handleRequest(request: IndexWorkerRequest): Promise<IndexWorkerReply> {
  try {
    return { result: await resultOf(request) };
  } catch (error) {
    return {
      error: asError(error),
      ...(error instanceof Problem && { problem: error.code }),
    };
  }
}

function resultOf(request: IndexWorkerRequest): unknown {
  switch (request.task) {
    case 'merge':
      return mergeSegments(LISTING_SCHEMA, request.parts);
    case 'save':
      return saveIfNewer(folder, indexPath, request.index, request.known);
    case 'half': {
      const { store, gazetteer } = open();
      const parts = buildIndex(store.indexedFields({ start: request.from }), gazetteer.current);
      return { gazetteerVersion: gazetteer.current.version, parts } satisfies BuiltHalf;
    }
    case 'build': {
      const { store, gazetteer } = open();
      return buildUpdate(store, gazetteer.current, request, indexPath, (...stock) =>
        buildInParallel(...stock, (from) => buildHalf(paths, from)),
      );
    }
    case 'past': {
      const { store, gazetteer } = open();
      return buildPastSegment(store, gazetteer.current, request.since, request.to);
    }
    case 'take':
      return takeListings(request.listings);
    case 'prepare':
      return finishImported(request);
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

/** Throws once, if the index cannot be written; later listings are dropped. */
function takeListings(columns: ListingColumns): void {
  if (imported === 'failed') return;
  const earlier = imported;
  imported = 'failed';
  const index = earlier ?? startImported();
  for (const listing of listingsFromColumns(columns)) index.builder.add(listing);
  imported = index;
}

function startImported(): ImportedIndex {
  const gazetteer = loadGazetteer(postcodeTablePath);
  const file = openSync(unfinishedIndexPath(indexPath), 'w');
  const writer = new IndexWriter(file);
  return { file, writer, builder: new IndexBuilder(gazetteer, (segment) => writer.add(segment)) };
}

function finishImported({ path, identity, sequence }: Extract<IndexWorkerRequest, { task: 'prepare' }>) {
  if (imported === undefined || imported === 'failed') return false;
  const { file, writer, builder } = imported;
  builder.finish();
  writer.finish({ identity, sequence, gazetteerVersion: builder.gazetteerVersion });
  closeSync(file);
  renameSync(unfinishedIndexPath(indexPath), path);
  return true;
}
