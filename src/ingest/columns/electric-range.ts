// Disambiguates columns named `range`, which hold the electric range of a car or its model range.
import { nameModel } from '../../vehicle/model-name.ts';
import { valuesOf, type SourceValue } from './combine-columns.ts';
import type { ColumnField } from './column-fields.ts';
import { cleanText, MAX_WORD_LENGTH } from '../values/text.ts';

const RANGE_NAME = /(?:^|(?<!model)[^a-z])(?:vehicle[\s_-]?)?range$/i;
const DISTANCE = /^([0-9]{2,4}(?:\.[0-9]+)?) ?(mi|miles?|kms?)?$/i;

/** Moves distances in columns named `range` from the models to the keywords, as `238 mile range`. */
export function takeElectricRange(sources: Map<ColumnField, SourceValue[]>): void {
  const models = sources.get('model');
  if (models === undefined || !models.some(({ name }) => RANGE_NAME.test(name))) return;
  const [make] = valuesOf(sources.get('make')?.[0]?.value);
  const kept: SourceValue[] = [];
  for (const source of models) {
    const [, number, unit = ''] = DISTANCE.exec(textOf(source.value)) ?? [];
    if (number === undefined || !RANGE_NAME.test(source.name) || (unit === '' && isModel(make, number))) {
      kept.push(source);
      continue;
    }
    const phrase = unit.startsWith('k') ? '# km range' : '# mile range';
    const range = { ...source, column: { ...source.column, field: 'keywords', phrase }, value: number };
    sources.set('keywords', [...(sources.get('keywords') ?? []), range]);
  }
  if (kept.length > 0) sources.set('model', kept);
  else sources.delete('model');
}

function textOf(value: unknown): string {
  const [text] = valuesOf(value);
  return typeof text === 'number' || typeof text === 'string' ? cleanText(String(text)) : '';
}

/** Whether the make has a model of this number, as Peugeot has a 208. */
function isModel(make: unknown, number: string): boolean {
  const text = typeof make === 'string' ? cleanText(make) : '';
  return text !== '' && text.length <= MAX_WORD_LENGTH && nameModel(text, number) !== undefined;
}
