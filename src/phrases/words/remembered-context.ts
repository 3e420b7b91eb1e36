// What a phrase is read with, so that nothing is looked up twice.
import { once, oncePerPair } from '../../memo.ts';
import type { PhraseContext } from './match.ts';

/** The context of one phrase: each name, town and postcode is looked up once, however often the phrase repeats it. */
export function rememberedContext({
  vocabulary,
  towns,
  gazetteer,
  ...context
}: PhraseContext): PhraseContext {
  let townKeys: readonly string[] | undefined;
  return {
    ...context,
    vocabulary: {
      make: once((key) => vocabulary.make(key)),
      models: oncePerPair((key, after) => vocabulary.models(key, after)),
      modelsAnywhere: once((key) => vocabulary.modelsAnywhere(key)),
      mayBegin: once((key) => vocabulary.mayBegin(key)),
      fuzzyMake: once((key) => vocabulary.fuzzyMake(key)),
      fuzzyModels: oncePerPair((key, after) => vocabulary.fuzzyModels(key, after)),
      fuzzySecondWord: oncePerPair((first, second) => vocabulary.fuzzySecondWord(first, second)),
      resembles: once((key) => vocabulary.resembles(key)),
    },
    towns: {
      find: once((name) => towns.find(name)),
      keys: () => (townKeys ??= towns.keys()),
      ofDistrict: (outcode) => towns.ofDistrict(outcode),
    },
    gazetteer: { version: gazetteer.version, resolve: once((text) => gazetteer.resolve(text)) },
  };
}
