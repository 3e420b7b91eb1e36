// The fields of column names by the known names alone.
import { ColumnResolver } from '../../../src/ingest/columns/column-resolver.ts';
import { LAYOUTS } from '../../../src/ingest/columns/detect-layout.ts';

const resolver = new ColumnResolver(LAYOUTS.general, undefined);

export const fieldOf = (name: string): string | undefined => resolver.resolve(name)?.field;
