// Words that name a model only beside the one of the search: `only the Grand` after a C4 Picasso, `what about the GTD` after a Golf R.
import { nameKey } from '../../vehicle/name-key.ts';
import type { ParameterName } from '../../listing/parameters.ts';
import type { Interpretation } from '../interpret.ts';
import type { Vocabulary } from '../vocabulary.ts';
import type { SearchUnderChange } from './search-under-change.ts';
import { textOf, unitsOf } from './search-words.ts';
import { parseValueList } from './values.ts';

type Read = Pick<Interpretation, 'parameters' | 'understood' | 'unsupported'>;

/** What a clause asks for, with such a word as the model. */
export function withModelOfSearch(asked: Read, search: SearchUnderChange, vocabulary: Vocabulary): Read {
  if (asked.parameters['model'] !== undefined || asked.parameters['make'] !== undefined) return asked;
  const units = unitsOf(asked.parameters['q'] ?? '').filter(({ isExcluded }) => !isExcluded);
  for (const unit of units.filter(({ group }) => group === undefined || group === 'trim')) {
    const model = modelBeside(unit.text, search, vocabulary);
    if (model === undefined) continue;
    const q = textOf(unitsOf(asked.parameters['q'] ?? '').filter(({ text }) => text !== unit.text));
    const named = asked.understood.find(({ parameter }) => parameter === 'q');
    return {
      ...asked,
      parameters: { ...asked.parameters, model, q: q === '' ? undefined : q },
      understood: asked.understood.map((entry) =>
        entry === named ? { ...entry, parameter: 'model' satisfies ParameterName, value: model } : entry,
      ),
    };
  }
  for (const entry of asked.unsupported) {
    const model = entry.asks === undefined ? modelBeside(entry.words, search, vocabulary) : undefined;
    if (model === undefined) continue;
    const { words, start, end } = entry;
    return {
      parameters: { ...asked.parameters, model },
      understood: [...asked.understood, { parameter: 'model', value: model, words, start, end }],
      unsupported: asked.unsupported.filter((other) => other !== entry),
    };
  }
  return asked;
}

/** The model whose name is that of the search with a word before or after it. */
function modelBeside(word: string, search: SearchUnderChange, vocabulary: Vocabulary): string | undefined {
  const makes = parseValueList(search.get('make')).any;
  for (const model of parseValueList(search.get('model')).any)
    for (const name of [`${word} ${model}`, `${model} ${word}`])
      for (const make of makes.length > 0 ? makes : [undefined]) {
        const found = vocabulary.models(nameKey(name), make).find((one) => make === undefined || one.make.toLowerCase() === make.toLowerCase()); // prettier-ignore
        if (found !== undefined && nameKey(found.model) !== nameKey(model)) return found.model;
      }
  return undefined;
}

/** A model without the words of a version that its text may have: `Golf` for `Golf R`. */
export function modelWithoutVersion(model: string, vocabulary: Vocabulary): string {
  const words = model.split(' ');
  for (let length = words.length; length > 0; length--) {
    const name = words.slice(0, length).join(' ');
    if (vocabulary.models(nameKey(name), undefined).length > 0) return name;
  }
  return model;
}
