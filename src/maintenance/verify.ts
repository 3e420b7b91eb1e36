// Verifies a data folder: the stock's values, tables and index, the postcode table and the tokens. It reads one
// committed state beside servers and imports, and changes nothing.
import { listTokens } from '../auth/tokens-file.ts';
import { Random } from '../demo/random.ts';
import { loadPostcodeTable } from '../geo/postcode-table.ts';
import { inspectIndex, type IndexFileState } from '../index/build/index-file.ts';
import { Problem } from '../problem.ts';
import { Damage, Unusable } from '../store/store-problem.ts';
import { openStore } from '../store/store.ts';
import type { StoreReport } from '../store/verify-store.ts';
import { indexPath, postcodeTablePath } from '../store/paths.ts';
import { queryLike, ListingSample, verifyIndex } from './verify-index.ts';

/** The stock's report, and what else of the folder was read. The findings are of both. */
export interface VerifyReport extends Omit<StoreReport, 'sequence'> {
  readonly folder: string;
  /** Number of the stock's last change; undefined if the stock could not be opened. */
  readonly sequence: number | undefined;
  /** The version of the program that last wrote the stock; undefined if it could not be read. */
  readonly writtenBy: string | undefined;
  readonly indexFile: IndexFileState | 'unchecked';
  /** Number of queries to which the index and a plain scan gave the same result; 0 if none were compared. */
  readonly searches: number;
  /** Number of tokens; undefined if the list is damaged. */
  readonly tokens: number | undefined;
}

export interface VerifyFolderOptions {
  /** Whether to compare searches, which builds the index if there is none. */
  readonly searches: boolean;
  readonly onProgress?: (phase: string, done: number) => void;
}

const SEARCHES = 300;
const SEED = 20_240_229;

/** A report on the folder, damage included. Throws a Problem `data_unusable` or `data_version`. */
export async function verifyFolder(folder: string, options: VerifyFolderOptions): Promise<VerifyReport> {
  const { onProgress } = options;
  const findings: string[] = [];
  const attempt = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      findings.push(findingOf(error));
      return undefined;
    }
  };
  const chance = new Random(SEED);
  const random = (): number => chance.fraction();
  const sample = new ListingSample(SEARCHES, random);
  const store = attempt(() => openStore(folder, { mode: 'read' }));
  let report: StoreReport | undefined;
  let writtenBy: string | undefined;
  let indexFile: VerifyReport['indexFile'] = 'unchecked';
  let searches = 0;
  try {
    report = attempt(() => {
      const report = store?.verify({
        onListing: (listing) => sample.add(listing),
        onProgress: (entries) => onProgress?.('Reading the stock', entries),
      });
      if (report === undefined && store !== undefined) throw new Unusable(folder, 'it holds no stock yet');
      return report;
    });
    findings.push(...(report?.findings ?? []));
    writtenBy = attempt(() => store?.programVersion);
    attempt(() => loadPostcodeTable(postcodeTablePath(folder)));
    if (store !== undefined && report !== undefined && findings.length === 0) {
      indexFile = await inspectIndex(indexPath(folder), store.storeId ?? '');
      if (indexFile === 'damaged') {
        findings.push('index.seg is damaged: remove it, and the next server start rebuilds it');
      } else if (typeof indexFile === 'number' && indexFile > store.sequence) {
        findings.push(
          `the stock ends with change ${store.sequence}, but index.seg was built from change ${indexFile}`,
        );
      }
    }
    if (store !== undefined && report !== undefined && findings.length === 0 && options.searches) {
      const { listings } = sample;
      const count = listings.length === 0 ? 0 : SEARCHES;
      const queries = Array.from({ length: count }, (_, i) =>
        queryLike(listings[i % listings.length], random),
      );
      const compared = await verifyIndex(store, queries, (done) => onProgress?.('Comparing searches', done));
      ({ searches } = compared);
      findings.push(...compared.findings);
    }
  } catch (error) {
    findings.push(findingOf(error));
  } finally {
    await store?.close();
  }
  const tokens = attempt(() => listTokens(folder).length);
  return {
    folder,
    findings,
    dealers: report?.dealers ?? [],
    sequence: report?.sequence,
    writtenBy,
    entries: report?.entries ?? {},
    indexFile,
    searches,
    tokens,
  };
}

/** The finding for an error of damage; other errors are thrown. */
function findingOf(error: unknown): string {
  if (error instanceof Damage) return error.finding;
  if (error instanceof Problem && error.code === 'data_damaged') return error.message.replace(/\.$/, '');
  throw error;
}
