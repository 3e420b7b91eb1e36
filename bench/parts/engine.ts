// The engine alone: one process builds the index of a data folder and puts every question to it. What is timed is one
// search: matching, the exact total and the page's keys. Parsing and reading records are not in it.
import type { BuiltTree } from '../built-tree.ts';
import { inChild, ROOMY_HEAP } from '../child.ts';
import { percentilesOf, type Percentiles } from '../percentiles.ts';
import type { Questions } from '../workload.ts';

export interface EngineFigures {
  readonly listings: number;
  readonly shapes: readonly ShapeFigures[];
  /** As `warmMs`, of all shapes together. */
  readonly allMs: Percentiles;
  /** Typed arrays of the index, by part. */
  readonly indexBytes: Readonly<Record<string, number>>;
  /** What the process holds for the index in all, names and bitmaps kept from use included. */
  readonly heldBytes: number;
}

export interface ShapeFigures {
  readonly name: string;
  readonly says: string;
  readonly medianTotal: number;
  /** Share of the questions that find anything. */
  readonly finding: number;
  /** Milliseconds: the shape's first question in a fresh process. */
  readonly coldMs: number;
  /** Milliseconds of all questions, each asked for the second time, after all others. */
  readonly warmMs: Percentiles;
  /** Milliseconds of all questions, each asked again at once. */
  readonly repeatedMs: Percentiles;
}

export interface EngineTask {
  readonly tree: BuiltTree;
  readonly folder: string;
  readonly questions: readonly Questions[];
}

/** Milliseconds and totals as they were measured, question by question. */
export interface EngineRun {
  readonly listings: number;
  readonly shapes: readonly {
    readonly name: string;
    readonly first: readonly number[];
    readonly second: readonly number[];
    readonly repeated: readonly number[];
    readonly totals: readonly number[];
  }[];
  readonly indexBytes: Readonly<Record<string, number>>;
  readonly heldBytes: number;
}

export function runEngine(task: EngineTask): Promise<EngineRun> {
  // A whole stock is read at once.
  return inChild(new URL('./engine-process.ts', import.meta.url), task, ['--expose-gc', ...ROOMY_HEAP]);
}

export function engineFigures(run: EngineRun, questions: readonly Questions[]): EngineFigures {
  const shapes = run.shapes.map((shape, index): ShapeFigures => {
    const found = shape.totals.filter((total) => total > 0).length;
    return {
      name: shape.name,
      says: questions[index].says,
      medianTotal: percentilesOf(shape.totals).p50,
      finding: found / shape.totals.length,
      coldMs: shape.first[0],
      warmMs: percentilesOf(shape.second),
      repeatedMs: percentilesOf(shape.repeated),
    };
  });
  return {
    listings: run.listings,
    shapes,
    allMs: percentilesOf(run.shapes.flatMap(({ second }) => second)),
    indexBytes: run.indexBytes,
    heldBytes: run.heldBytes,
  };
}
