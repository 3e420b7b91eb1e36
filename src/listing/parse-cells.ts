// The parameter `cell`: cells of the map by name, separated by commas or in repeated parameters. It is no parameter of the
// specification, so it is not among PARAMETERS: the page's map links to its circles by it.
import { MAX_ZOOM, parseCell, type GridCell } from '../geo/map-grid.ts';
import { hasInvalidCharacter, invalidCharacter, issueFor, type ParameterRules } from './parse-value.ts';
import type { ParameterIssue } from '../problem.ts';
import { trimWhiteSpace } from './white-space.ts';

export const CELL_PATTERN = /^\d{1,2}\/\d{1,5}\/\d{1,5}(,\d{1,2}\/\d{1,5}\/\d{1,5}){0,199}$/;
export const CELL: ParameterRules = { name: 'cell', example: '7/250/162' };

/** More than a circle of the map has. */
export const MAX_CELLS = 200;

/** The union of all texts; undefined if they are blank or invalid, which adds to `issues`. */
export function parseCells(
  texts: readonly string[],
  issues: ParameterIssue[],
): readonly GridCell[] | undefined {
  const invalid = texts.find(hasInvalidCharacter);
  if (invalid !== undefined) {
    issues.push(invalidCharacter(CELL.name, invalid));
    return undefined;
  }
  const parts = new Set(texts.flatMap((text) => text.split(',')).map(trimWhiteSpace));
  parts.delete('');
  if (parts.size > MAX_CELLS) {
    const message = `cell must have at most ${MAX_CELLS} values (got ${parts.size}).`;
    issues.push({ parameter: CELL.name, code: 'too_long', value: texts.join(), message });
    return undefined;
  }
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
