// A model of a disk under a page cache: replays a trace, and makes images of what could be on the disk if the power fails
// now. A sync makes certain what its file or folder held; all else may or may not be there:
//
// - Of the writes to a file since its last sync, each sector holds what the first few of those that touch it left, as
//   many as chance will have. The length likewise; what lies beyond written sectors is zeros.
// - Of the names that were made, moved and removed, two models. "ordered", as journals of ext4 and XFS: those up to some
//   point in time, and a sync of anything makes certain all before it. "strict", as POSIX: any of them, each rename as a
//   whole, and only a sync of the folder makes certain its names.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../support/random.ts';
import type { TraceRecord } from './trace.ts';

interface FileNode {
  /** Certain to be on the disk. */
  durable: Buffer;
  /** Writes and truncations since. */
  pending: TraceRecord[];
}

/** By name; undefined in a change is a name that is removed. */
type FolderNode = Map<string, TreeNode>;
type TreeNode = FileNode | FolderNode;

interface NameChange {
  readonly names: readonly {
    readonly folder: FolderNode;
    readonly name: string;
    readonly node: TreeNode | undefined;
  }[];
  isDurable: boolean;
}

export type DiskModel = 'ordered' | 'strict';

export class Disk {
  readonly #root: FolderNode = new Map();
  /** What processes see. */
  readonly #live = new Map<FolderNode, Map<string, TreeNode>>([[this.#root, new Map()]]);
  readonly #byInode = new Map<number, TreeNode>();
  /** Since the start, the durable ones first made permanent in the folders. */
  readonly #changes: NameChange[] = [];
  /** Of "ordered": changes before this one are certain. */
  #journalled = 0;

  constructor(rootInode: number) {
    this.#byInode.set(rootInode, this.#root);
  }

  /** The call was made, and has returned. */
  apply(record: TraceRecord): void {
    const { kind, inode, paths } = record;
    const [path, to] = paths;
    switch (kind) {
      case 'create':
        return this.#name(path, this.#made(inode, { durable: Buffer.alloc(0), pending: [] }));
      case 'mkdir': {
        const folder: FolderNode = new Map();
        this.#live.set(folder, new Map());
        return this.#name(path, this.#made(inode, folder));
      }
      case 'link':
        return this.#name(to, this.#at(path));
      case 'rename':
        return this.#change([this.#slot(path, undefined), this.#slot(to, this.#at(path))]);
      case 'unlink':
      case 'rmdir':
        // Sockets are not recorded as they are made.
        return this.#at(path) === undefined ? undefined : this.#name(path, undefined);
      case 'write':
      case 'truncate':
        return this.#write(record);
      case 'sync':
        return this.#sync(inode);
      case 'none':
      case 'unsupported':
        throw new Error(`a call that cannot be replayed: ${kind}`);
    }
  }

  /** Everything as processes see it. */
  writeLive(folder: string): void {
    const write = (node: FolderNode, path: string): void => {
      mkdirSync(path, { recursive: true });
      for (const [name, child] of this.#live.get(node) ?? []) {
        if (child instanceof Map) write(child, join(path, name));
        else
          writeFileSync(
            join(path, name),
            contentOf(child.durable, child.pending, () => Infinity),
          );
      }
    };
    write(this.#root, folder);
  }

  /** What could be on the disk, while `underWay` is about to be done. */
  writeImage(folder: string, model: DiskModel, random: Random, underWay?: TraceRecord): void {
    const names = this.#namesAfter(model, random);
    const share = random.oneOf([0, 1, random.next()]);
    const kept = (node: FileNode, inode: number | undefined): Buffer => {
      const isUnderWay = underWay !== undefined && inode === underWay.inode && underWay.kind !== 'sync';
      const pending = isUnderWay ? [...node.pending, underWay] : node.pending;
      const cut = random.oneOf(['together', 'sectors']);
      const all = Math.round(share * pending.length);
      return contentOf(
        node.durable,
        pending,
        cut === 'together' ? () => all : () => random.below(pending.length + 1),
        random.oneOf([512, 4096]),
      );
    };
    const inodes = new Map(Array.from(this.#byInode, ([inode, node]) => [node, inode]));
    const write = (node: FolderNode, path: string): void => {
      mkdirSync(path, { recursive: true });
      for (const [name, child] of names.get(node) ?? []) {
        if (child instanceof Map) write(child, join(path, name));
        else writeFileSync(join(path, name), kept(child, inodes.get(child)));
      }
    };
    write(this.#root, folder);
  }

  #namesAfter(model: DiskModel, random: Random): Map<FolderNode, Map<string, TreeNode>> {
    const open = this.#changes.length - this.#journalled;
    const last = this.#journalled + random.below(open + 1);
    const chance = random.oneOf([0, 0.5, 1]);
    const names = new Map<FolderNode, Map<string, TreeNode>>();
    this.#changes.forEach((change, i) => {
      const isThere = model === 'ordered' ? i < last : change.isDurable || random.next() < chance;
      if (isThere) put(names, change);
    });
    return names;
  }

  #write(record: TraceRecord): void {
    const node = this.#byInode.get(record.inode);
    if (node === undefined || node instanceof Map) return;
    if (record.isDurable) node.durable = contentOf(node.durable, [record], () => Infinity);
    else node.pending.push(record);
  }

  #sync(inode: number): void {
    const node = this.#byInode.get(inode);
    if (node === undefined) return;
    this.#journalled = this.#changes.length;
    if (node instanceof Map) {
      for (const change of this.#changes)
        change.isDurable ||= change.names.some(({ folder }) => folder === node);
    } else {
      node.durable = contentOf(node.durable, node.pending, () => Infinity);
      node.pending = [];
    }
  }

  #made(inode: number, node: TreeNode): TreeNode {
    this.#byInode.set(inode, node);
    return node;
  }

  #name(path: string, node: TreeNode | undefined): void {
    this.#change([this.#slot(path, node)]);
  }

  #change(names: NameChange['names']): void {
    const change = { names, isDurable: false };
    this.#changes.push(change);
    put(this.#live, change);
  }

  #slot(path: string, node: TreeNode | undefined): NameChange['names'][number] {
    const parts = path.split('/');
    const name = parts.pop() ?? '';
    const folder = parts.reduce<TreeNode | undefined>((at, part) => this.#child(at, part), this.#root);
    if (!(folder instanceof Map)) throw new Error(`the trace has no folder for ${path}`);
    return { folder, name, node };
  }

  #at(path: string): TreeNode | undefined {
    const { folder, name } = this.#slot(path, undefined);
    return this.#child(folder, name);
  }

  #child(at: TreeNode | undefined, name: string): TreeNode | undefined {
    return at instanceof Map ? this.#live.get(at)?.get(name) : undefined;
  }
}

function put(names: Map<FolderNode, Map<string, TreeNode>>, change: NameChange): void {
  for (const { folder, name, node } of change.names) {
    const entries = names.get(folder) ?? new Map<string, TreeNode>();
    names.set(folder, entries);
    if (node === undefined) entries.delete(name);
    else entries.set(name, node);
  }
}

/** What is left of a file if each sector has got so many of the pending calls as `kept` says for it, and the length too. */
function contentOf(
  durable: Buffer,
  pending: readonly TraceRecord[],
  kept: () => number,
  sector = 4096,
): Buffer {
  const lengths = [durable.length];
  for (const { kind, offset, bytes } of pending) {
    const before = lengths[lengths.length - 1];
    lengths.push(kind === 'truncate' ? offset : Math.max(before, offset + bytes.length));
  }
  const most = Math.max(...lengths);
  const content = Buffer.alloc(most);
  durable.copy(content);
  const counts = new Map<number, number>();
  const keptAt = (at: number): number => {
    const number = Math.floor(at / sector);
    const known = counts.get(number) ?? kept();
    counts.set(number, known);
    return known;
  };
  pending.forEach(({ kind, offset, bytes }, i) => {
    const end = kind === 'truncate' ? most : offset + bytes.length;
    for (let at = offset; at < end;) {
      const next = Math.min(end, (Math.floor(at / sector) + 1) * sector);
      if (i < keptAt(at)) {
        if (kind === 'truncate') content.fill(0, at, next);
        else bytes.copy(content, at, at - offset, next - offset);
      }
      at = next;
    }
  });
  return content.subarray(0, lengths[Math.min(kept(), pending.length)]);
}
