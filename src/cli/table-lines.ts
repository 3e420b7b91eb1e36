// Tables for terminals: each column is as wide as its widest cell.
import { truncate } from '../quoted-text.ts';

export interface TableColumn {
  readonly title: string;
  readonly align: 'left' | 'right';
  /** Maximum width in characters. Longer cells are cut, with an ellipsis. */
  readonly maxWidth: number;
}

export function left(title: string, maxWidth: number): TableColumn {
  return { title, align: 'left', maxWidth };
}

export function right(title: string, maxWidth: number): TableColumn {
  return { title, align: 'right', maxWidth };
}

export function tableLines(columns: readonly TableColumn[], rows: readonly (readonly string[])[]): string[] {
  const cells = [columns.map(({ title }) => title), ...rows].map((row) =>
    row.map((cell, i) => truncate(cell, columns[i].maxWidth)),
  );
  const widths = columns.map((_, i) => Math.max(...cells.map((row) => length(row[i]))));
  return cells.map((row) =>
    row
      .map((cell, i) => {
        const padding = ' '.repeat(widths[i] - length(cell));
        return columns[i].align === 'right' ? padding + cell : cell + padding;
      })
      .join('  ')
      .trimEnd(),
  );
}

function length(cell: string): number {
  return Array.from(cell).length;
}
