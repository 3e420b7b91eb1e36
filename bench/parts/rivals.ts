// The same stock and questions put to other engines, each in a process of its own. Their answers are compared with
// Forecourt's before any of them is timed.
import { note } from '../progress.ts';
import { RIVALS } from '../rivals/all-rivals.ts';
import type { Rival } from '../rivals/rival.ts';
import type { Percentiles } from '../percentiles.ts';
import type { Questions } from '../workload.ts';
import { inRivalChild, limitsFor } from './rival-child.ts';

export interface RivalTask {
  readonly rival: string;
  /** The stock that Forecourt was measured with. */
  readonly data: string;
  /** Empty; the rival's own. */
  readonly folder: string;
  readonly questions: readonly Questions[];
  readonly options: RivalOptions;
}

export interface RivalOptions {
  /** Questions of each shape whose answers are compared. */
  readonly compared: number;
  /** A shape is timed for so long, or until its questions have run out. */
  readonly secondsAShape: number;
}

const OPTIONS: RivalOptions = { compared: 10, secondsAShape: 15 };

export interface RivalFigures {
  readonly name: string;
  readonly version: string;
  /** What its answers mean otherwise. */
  readonly differs?: string;
  readonly loadMs: number;
  /** Undefined where it is not known. */
  readonly bytes?: number;
  readonly shapes: readonly RivalShape[];
}

export interface RivalShape {
  readonly name: string;
  /** Why it cannot be asked. */
  readonly refusal?: string;
  /** Answers that were compared, and sentences about those that differ. */
  readonly compared: number;
  readonly disagreements: readonly string[];
  /** How many questions were timed, each for the second time; undefined where none was. */
  readonly asked: number;
  readonly warmMs?: Percentiles;
}

/** A rival that was not measured, and why. */
export interface AbsentRival {
  readonly name: string;
  readonly why: string;
}

export interface RivalsFigures {
  readonly options: RivalOptions;
  readonly measured: readonly RivalFigures[];
  readonly absent: readonly AbsentRival[];
}

/** Names in lower case; undefined: all. Throws an Error at a name that no rival has. */
export function rivalsCalled(names: readonly string[] | undefined): readonly Rival[] {
  const unknown = names?.find((name) => !RIVALS.some((rival) => rival.name.toLowerCase() === name));
  if (unknown !== undefined) {
    throw new Error(`--only takes ${RIVALS.map(({ name }) => name).join(', ')} (got '${unknown}')`);
  }
  return RIVALS.filter(({ name }) => names?.includes(name.toLowerCase()) ?? true);
}

/** `emptyFolder` makes one for each rival; it is the caller's to remove. */
export async function measureRivals(
  data: string,
  listings: number,
  questions: readonly Questions[],
  rivals: readonly Rival[],
  emptyFolder: (name: string) => string,
): Promise<RivalsFigures> {
  const measured: RivalFigures[] = [];
  const absent: AbsentRival[] = [];
  for (const { name, mostListings = Infinity } of rivals) {
    note(`rival: ${name}`);
    if (listings > mostListings) {
      absent.push({
        name,
        why: `it is measured with ${mostListings.toLocaleString('en-GB')} listings at most`,
      });
      continue;
    }
    const task = { rival: name, data, folder: emptyFolder(name), questions, options: OPTIONS };
    const outcome = await inRivalChild<RivalTask, RivalFigures | AbsentRival>(
      new URL('./rival-process.ts', import.meta.url),
      task,
      limitsFor(listings),
    );
    if ('failed' in outcome) absent.push({ name, why: outcome.failed });
    else if ('why' in outcome.result) absent.push(outcome.result);
    else measured.push(outcome.result);
  }
  for (const { name, why } of absent) note(`${name} was not measured: ${why}`);
  return { options: OPTIONS, measured, absent };
}
