// Cells of the grid that may hold a place of a circle.
import { CELL_DEGREES, CELL_DEGREES_EAST } from '../places.ts';
import type { Circle } from '../question.ts';
import { boxAround } from '../sphere.ts';
import { joined, sql, squaredChord, type Sql } from '../sql.ts';

/** As the table `near`: `to_middle` is the square of a chord. A cell is narrowed down by its corner, then by its middle. */
export function nearCells({ middle, km, from, chord }: Circle): Sql {
  const { south, north, west, east } = boxAround(middle, km);
  return joined([
    sql('near AS MATERIALIZED (SELECT id, reach,'),
    squaredChord('cell', from),
    sql('AS to_middle FROM cell INDEXED BY cell_by_position'),
    sql(
      'WHERE south BETWEEN ? AND ? AND west BETWEEN ? AND ?',
      south - CELL_DEGREES,
      north,
      west - CELL_DEGREES_EAST,
      east,
    ),
    sql('AND to_middle <= (? + reach) * (? + reach))', chord, chord),
  ]);
}
