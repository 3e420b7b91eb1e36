// Rows of text as a table for a terminal: columns as wide as their widest cell, numbers to the right.

export interface TableColumn {
  readonly title: string;
  readonly align: 'left' | 'right';
  /** Longer cells are cut, with an ellipsis. */
  readonly maxWidth: number;
}

/** Lines without line ends; the first is the titles. Cells run parallel to the columns. */
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

function truncate(cell: string, maxWidth: number): string {
  const characters = Array.from(cell);
  return characters.length <= maxWidth ? cell : `${characters.slice(0, maxWidth - 1).join('')}…`;
}

function length(cell: string): number {
  return Array.from(cell).length;
}
