// Names of columns and layouts, from columns.tsv and layouts.tsv in assets/feeds/. If two columns of a field have values, the one
// listed first counts. A field's own name needs no row.
import { addToList } from '../../lists-by-key.ts';
import {
  FEED_FIELDS,
  COLUMN_FIELDS,
  COLUMN_UNITS,
  isUnitField,
  OWN_FIELDS,
  type ColumnField,
  type ColumnUnit,
} from './feed-fields.ts';
import { listOf, mistake, parseTable, UniqueNames } from '../../tables.ts';
import { tableText } from './feed-tables.ts';
import { columnPath, type ColumnPath } from './column-path.ts';

export interface ColumnName {
  readonly name: string;
  readonly field: ColumnField;
  readonly unit?: ColumnUnit;
  /** Template for numeric keywords: `# door` turns 5 into `5 door`. */
  readonly phrase?: string;
}

export type LayoutName = string;

export interface Layout {
  readonly name: LayoutName;
  readonly description: string;
  /** The layout's place among those that are tried; undefined if signatures do not detect it. */
  readonly order: number | undefined;
  /** A feed with all names of one of these lists has this layout. */
  readonly signatures: readonly (readonly string[])[];
  readonly columns: readonly ColumnName[];
}

export interface ColumnTable {
  readonly layouts: ReadonlyMap<LayoutName, Layout>;
  readonly common: readonly ColumnName[];
}

/** Layouts that code chooses by other rules than signatures. */
const BUILT_IN = ['forecourt', 'xml', 'general'] as const;

let loaded: ColumnTable | undefined;
let loadedLayouts: ReadonlyMap<LayoutName, Layout> | undefined;

export function columnTable(): ColumnTable {
  return (loaded ??= parseColumnTable(tableText('columns'), tableText('layouts')));
}

/** Without the names of columns, which take a sixth of the time in which the command starts. */
export function layoutNames(): readonly LayoutName[] {
  const layouts = loaded?.layouts ?? (loadedLayouts ??= parseLayouts(tableText('layouts')));
  return [...layouts.keys()];
}

export function layoutNamed(name: LayoutName): Layout {
  const layout = columnTable().layouts.get(name);
  if (layout === undefined) throw new Error(`there is no layout '${name}'`);
  return layout;
}

/** Throws an error that names the line of the first mistake. */
export function parseColumnTable(columnsText: string, layoutsText: string): ColumnTable {
  const layouts = parseLayouts(layoutsText);
  const own = (field: string): ColumnName => ({ name: field, field });
  const columns = new Map<LayoutName, ColumnName[]>([['', FEED_FIELDS.map(own)]]);
  columns.set('forecourt', OWN_FIELDS.map(own));
  const what = 'columns.tsv';
  const unique = new UniqueNames(what);
  const spellings = new Set(FEED_FIELDS.map(spellingOf));
  const fields = new Map(FEED_FIELDS.map((name) => [`${columnKey(name)} in `, name]));
  for (const { line, cells } of parseTable(
    what,
    ['name', 'field', 'unit', 'phrase', 'layout'],
    columnsText,
  )) {
    const [name, field, unit, phrase, layout] = cells;
    if (!COLUMN_FIELDS.includes(field)) throw mistake(what, line, `'${field}' is no field`);
    if (layout !== '' && !layouts.has(layout)) throw mistake(what, line, `'${layout}' is no layout`);
    if (phrase !== '' && field !== 'keywords' && field !== 'gears')
      throw mistake(what, line, `only keywords and gears have a phrase`);
    const spelling = spellingOf(name);
    if (layout === '' && spellings.has(spelling))
      throw mistake(what, line, `'${name}' is in the field table too`);
    unique.add(spelling, line, layout, `'${name}'`);
    const key = `${columnKey(name)} in ${layout}`;
    const other = fields.get(key) ?? field;
    if (other !== field) throw mistake(what, line, `'${name}' is a name of ${other} already`);
    fields.set(key, field);
    const known =
      unit === '' || !isUnitField(field) ? undefined : COLUMN_UNITS[field].find((one) => one === unit);
    if (unit !== '' && known === undefined) throw mistake(what, line, `'${unit}' is no unit of ${field}`);
    const column = { name, field, ...(known && { unit: known }), ...(phrase !== '' && { phrase }) };
    addToList(columns, layout, column);
  }
  return {
    layouts: new Map(
      Array.from(layouts, ([name, layout]) => [name, { ...layout, columns: columns.get(name) ?? [] }]),
    ),
    common: columns.get('') ?? [],
  };
}

function parseLayouts(text: string): Map<LayoutName, Layout> {
  const layouts = new Map<LayoutName, Layout>();
  const what = 'layouts.tsv';
  const unique = new UniqueNames(what);
  for (const { line, cells } of parseTable(what, ['layout', 'order', 'detected by', 'description'], text)) {
    const [name, order, detectedBy, description] = cells;
    unique.add(name, line, '', `'${name}'`);
    if (description === '') throw mistake(what, line, `'${name}' has no description`);
    if (order !== '') unique.add(order, line, '', `the order ${order}`);
    if (order !== '' && !/^[1-9][0-9]*$/.test(order))
      throw mistake(what, line, `'${order}' is no whole number`);
    const signatures = listOf(detectedBy).map((list) => list.split(' + '));
    const isDetected = order !== '' && signatures.length > 0;
    if (!isDetected && !BUILT_IN.some((known) => known === name))
      throw mistake(what, line, `'${name}' needs an order, and names that it is detected by`);
    layouts.set(name, {
      name,
      description,
      order: order === '' ? undefined : Number(order),
      signatures,
      columns: [],
    });
  }
  const missing = BUILT_IN.find((name) => !layouts.has(name));
  if (missing !== undefined) throw new Error(`${what}: there is no layout '${missing}'`);
  return layouts;
}

/** Names of one spelling differ in case and in what separates their words. */
function spellingOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9#@]+/g, ' ');
}

const paths = new Map<string, ColumnPath>();

/** The path of a name in the table, read once: it saves 5 % of the CPU time of inspecting a small feed. */
export function pathOfKnown(name: string): ColumnPath {
  const path = paths.get(name) ?? columnPath(name);
  paths.set(name, path);
  return path;
}

/** The comparable form of a known name, with its parts joined. */
export function columnKey(name: string): string {
  return pathOfKnown(name).parts.join('');
}
