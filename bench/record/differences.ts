// Where two answers to the same call differ first, and the report of all that do.
import { KINDS, nameOf, type Answer, type Call } from './recording.ts';

interface Difference {
  /** `body, results.cars[3].price` or `output, line 7`. */
  readonly place: string;
  readonly before: string;
  readonly after: string;
}

const NOTHING = '(nothing)';
const CONTEXT = 60;
const MAX_SHOWN = 240;

export function firstDifference(before: Answer, after: Answer): Difference | undefined {
  for (const part of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [one, other] = [before[part], after[part]];
    if (one === other) continue;
    if (one === undefined || other === undefined)
      return { place: part, before: shown(one ?? NOTHING), after: shown(other ?? NOTHING) };
    return differenceInJson(part, one, other) ?? differenceInText(part, one, other);
  }
  return undefined;
}

/** Undefined if one of them is no JSON, or both have the same values. */
function differenceInJson(part: string, before: string, after: string): Difference | undefined {
  try {
    return differenceOfValues(`${part}, `, JSON.parse(before), JSON.parse(after));
  } catch {
    return undefined;
  }
}

function differenceOfValues(path: string, before: unknown, after: unknown): Difference | undefined {
  if (!isObject(before) || !isObject(after) || Array.isArray(before) !== Array.isArray(after)) {
    if (before === after) return undefined;
    const [one, other] = [before, after].map((value) => JSON.stringify(value) ?? NOTHING);
    return { place: path.replace(/[., ]+$/, ''), ...aroundDifference(one, other) };
  }
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const found = differenceOfValues(`${path}${key}.`, before[key], after[key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function differenceInText(part: string, before: string, after: string): Difference {
  const [lines, others] = [before.split('\n'), after.split('\n')];
  const at = lines.findIndex((line, number) => line !== others[number]);
  const line = at < 0 ? lines.length : at;
  return {
    place: `${part}, line ${line + 1}`,
    ...aroundDifference(lines[line] ?? NOTHING, others[line] ?? NOTHING),
  };
}

/** Both texts from a little before their first difference. */
function aroundDifference(before: string, after: string): Omit<Difference, 'place'> {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at++;
  const from = Math.max(0, at - CONTEXT);
  const cut = (text: string): string => shown(`${from > 0 ? '…' : ''}${text.slice(from)}`);
  return { before: cut(before), after: cut(after) };
}

function shown(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}… (${text.length} characters)` : text;
}

/** What a comparison prints: each call whose answer differs, then the counts. */
export class DifferenceReport {
  readonly #lines: string[] = [];
  readonly #counts = new Map(KINDS.map((kind) => [kind, { calls: 0, different: 0 }]));

  add(call: Call, before: Answer, after: Answer): void {
    const counts = this.#counts.get(call.kind);
    if (counts === undefined) throw new Error(`there is no kind ${String(call.kind)}`);
    counts.calls += 1;
    const difference = firstDifference(before, after);
    if (difference === undefined) return;
    counts.different += 1;
    this.#lines.push(
      nameOf(call),
      `  ${difference.place}`,
      `  - ${difference.before}`,
      `  + ${difference.after}`,
    );
  }

  get different(): number {
    return [...this.#counts.values()].reduce((sum, { different }) => sum + different, 0);
  }

  lines(): string[] {
    const counted = [...this.#counts].filter(([, { calls }]) => calls > 0);
    const rows = counted.map(
      ([kind, { calls, different }]) =>
        `${kind.padEnd(12)}${String(calls).padStart(7)}${String(different).padStart(11)}`,
    );
    return [...this.#lines, `${'kind'.padEnd(12)}${'calls'.padStart(7)}${'different'.padStart(11)}`, ...rows];
  }
}
