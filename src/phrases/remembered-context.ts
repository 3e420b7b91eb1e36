// The knowledge that phrases are read with, for one phrase: each name, town and postcode is looked up once, however often the
// phrase repeats it.
import type { Knowledge } from './match.ts';

export function rememberedContext({ vocabulary, towns, gazetteer, ...context }: Knowledge): Knowledge {
  return {
    ...context,
    vocabulary: {
      make: once((key) => vocabulary.make(key)),
      models: onceForBoth((key, after) => vocabulary.models(key, after)),
      modelsAnywhere: once((key) => vocabulary.modelsAnywhere(key)),
      fuzzyMake: once((key) => vocabulary.fuzzyMake(key)),
      fuzzyModels: onceForBoth((key, after) => vocabulary.fuzzyModels(key, after)),
      fuzzySecondWord: onceForBoth((first, second) => vocabulary.fuzzySecondWord(first, second ?? '')),
      resembles: once((key) => vocabulary.resembles(key)),
    },
    towns: {
      find: once((name) => towns.find(name)),
      keys: () => towns.keys(),
      ofDistrict: (outcode) => towns.ofDistrict(outcode),
    },
    gazetteer: { version: gazetteer.version, resolve: once((text) => gazetteer.resolve(text)) },
  };
}

function once<Result>(find: (key: string) => Result): (key: string) => Result {
  const known = new Map<string, Result>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined || known.has(key)) return found as Result;
    const result = find(key);
    known.set(key, result);
    return result;
  };
}

function onceForBoth<Result>(
  find: (key: string, other: string | undefined) => Result,
): (key: string, other: string | undefined) => Result {
  const byOther = new Map<string | undefined, (key: string) => Result>();
  return (key, other) => {
    let findKey = byOther.get(other);
    if (findKey === undefined) byOther.set(other, (findKey = once((one) => find(one, other))));
    return findKey(key);
  };
}
