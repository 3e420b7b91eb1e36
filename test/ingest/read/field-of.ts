// The fields of column names by the known names alone.
import { ColumnResolver } from '../../../src/ingest/columns/column-resolver.ts';
import { layoutNamed } from '../../../src/ingest/tables/column-table.ts';

const resolver = new ColumnResolver(layoutNamed('general'), undefined);

export const fieldOf = (name: string): string | undefined => resolver.resolve(name)?.field;
