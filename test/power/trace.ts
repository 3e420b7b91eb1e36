// Traces of what processes did to files below a folder, recorded by record-writes.c, which is compiled at its first use.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Says why, behind a test's name, if writes cannot be recorded. */
export const CANNOT_RECORD =
  process.platform !== 'linux'
    ? ' (skipped: writes are recorded on Linux only)'
    : spawnSync('cc', ['--version']).status === 0
      ? ''
      : ' (skipped: there is no C compiler, cc)';

const KINDS = [
  'none',
  'create',
  'truncate',
  'write',
  'sync',
  'rename',
  'link',
  'unlink',
  'mkdir',
  'rmdir',
  'unsupported',
] as const;

/** One call, in the order in which they were made. */
export interface TraceRecord {
  readonly kind: (typeof KINDS)[number];
  /** Of a write that is on the disk when the call returns. */
  readonly isDurable: boolean;
  readonly inode: number;
  /** Of a write; the new length where a file is truncated. */
  readonly offset: number;
  readonly bytes: Buffer;
  /** Relative to the folder: one, or from and to. */
  readonly paths: readonly string[];
}

const HEAD_BYTES = 40;

/** Compiles the recorder into `place`; the environment with which processes are recorded into `trace`. */
export function recording(place: string, root: string, trace: string): Readonly<Record<string, string>> {
  const library = join(place, 'record-writes.so');
  const source = join(import.meta.dirname, 'record-writes.c');
  const { status, stderr } = spawnSync(
    'cc',
    ['-O2', '-Wall', '-Werror', '-shared', '-fPIC', '-o', library, source, '-ldl', '-lpthread'],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`record-writes.c cannot be compiled:\n${stderr}`);
  return {
    LD_PRELOAD: library,
    FORECOURT_TRACE_ROOT: root,
    FORECOURT_TRACE: trace,
    // Its writes are no calls of the C library.
    UV_USE_IO_URING: '0',
  };
}

/** Throws where there is a call that was noticed, but not recorded. */
export function readTrace(path: string): TraceRecord[] {
  const bytes = readFileSync(path);
  const records: TraceRecord[] = [];
  for (let at = 0; at < bytes.length;) {
    const [kind, flags, length, inode, offset] = [0, 8, 16, 24, 32].map((field) =>
      Number(bytes.readBigUInt64LE(at + field)),
    );
    const payload = bytes.subarray(at + HEAD_BYTES, at + HEAD_BYTES + length);
    at += HEAD_BYTES + length;
    const record = {
      kind: KINDS[kind],
      isDurable: flags === 1,
      inode,
      offset,
      bytes: payload,
      paths: KINDS[kind] === 'write' ? [] : payload.toString().split('\0'),
    };
    if (record.kind === 'unsupported') throw new Error(`${record.paths[0]} is not recorded`);
    records.push(record);
  }
  return records;
}
