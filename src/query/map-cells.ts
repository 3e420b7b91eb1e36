// The parameter `cell`: cells of the map by name, separated by commas or in repeated parameters. It narrows a search as
// the parameters in PARAMETERS do, and is read apart: it names cells of a response of the map operation, as links of circles do.
import { type GridCell, parseCell, MAX_ZOOM } from '../geo/map-grid.ts';
import type { ParameterIssue } from '../problem.ts';
import { type ParameterRules, listParts, issueFor } from './parse-value.ts';

export const CELL_PATTERN = /^\d{1,2}\/\d{1,5}\/\d{1,5}(,\d{1,2}\/\d{1,5}\/\d{1,5}){0,199}$/;
export const CELL = { name: 'cell', example: '7/250/162' } as const satisfies ParameterRules;

/** Maximum cells: more than a circle of the map has. */
export const MAX_CELLS = 200;

/** The union of all texts. Undefined if they are blank, or invalid, which adds to `issues`. */
export function parseCells(
  texts: readonly string[],
  issues: ParameterIssue[],
): readonly GridCell[] | undefined {
  const parts = listParts(CELL.name, texts, MAX_CELLS, issues);
  if (parts === undefined) return undefined;
  const cells = new Map<string, GridCell>();
  for (const part of parts) {
    const cell = parseCell(part);
    if (cell !== undefined) {
      cells.set(formatCells([cell]), cell);
      continue;
    }
    const rule = `zoom/column/row of a cell of the map, such as ${CELL.example}, with a zoom up to ${MAX_ZOOM}`;
    issues.push(issueFor(CELL, 'not_a_number', part, rule));
    return undefined;
  }
  const sorted = [...cells].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, cell]) => cell);
  return sorted.length === 0 ? undefined : sorted;
}

export function formatCells(cells: readonly GridCell[]): string {
  return cells.map(({ zoom, x, y }) => `${zoom}/${x}/${y}`).join();
}
