// All models of the catalogue, and how each could be ordered in a given year. Shares follow those of used cars on sale.
import { weighted, type Weighted } from '../random.ts';
import { BRITISH } from './british.ts';
import { FORD_AND_VAUXHALL } from './ford-and-vauxhall.ts';
import { FRENCH_AND_ROMANIAN } from './french-and-romanian.ts';
import { GERMAN } from './german.ts';
import { ITALIAN_AND_AMERICAN } from './italian-and-american.ts';
import { JAPANESE } from './japanese.ts';
import { KOREAN } from './korean.ts';
import { covers, modelsOf, type BodyOption, type Engine, type Model, type Trim } from './catalogue-format.ts';
import { SWEDISH_AND_NEWCOMERS } from './swedish-and-newcomers.ts';
import { VOLKSWAGEN_GROUP } from './volkswagen-group.ts';

const MAKES = [
  ...FORD_AND_VAUXHALL,
  ...VOLKSWAGEN_GROUP,
  ...GERMAN,
  ...BRITISH,
  ...SWEDISH_AND_NEWCOMERS,
  ...JAPANESE,
  ...KOREAN,
  ...FRENCH_AND_ROMANIAN,
  ...ITALIAN_AND_AMERICAN,
].map((definition) => ({ share: definition.share, models: modelsOf(definition) }));

/** All models. A name that was used twice (Defender, Prius) is two models. */
export const MODELS: readonly Model[] = MAKES.flatMap((make) => make.models);

/** The models sold new in `year`, weighted so that each make has its share whatever its number of models. */
export function modelsSoldIn(year: number): Weighted<Model> {
  const rows = MAKES.flatMap((make) => {
    const models = make.models.filter((model) => covers(model.years, year));
    const total = models.reduce((sum, model) => sum + model.share, 0);
    return models.map((model) => ({ model, weight: (make.share * model.share) / total }));
  });
  return weighted(
    rows.map((row) => row.model),
    (_, position) => rows[position]?.weight ?? 0,
  );
}

export interface TrimOption {
  readonly trim: Trim;
  /** The engines available with it; not empty. */
  readonly engines: readonly Engine[];
}

/** Options of a model in a year: any body with any trim. Most common first. */
export interface ModelYear {
  readonly bodies: readonly BodyOption[];
  readonly trims: readonly TrimOption[];
}

export function modelYear(model: Model, year: number): ModelYear {
  const engines = model.engines.filter((engine) => covers(engine.years, year));
  const trims = model.trims.filter((trim) => covers(trim.years, year));
  const reserved = new Set(model.trims.map((trim) => trim.engine));
  return {
    bodies: model.bodies.filter((body) => covers(body.years, year)),
    trims: trims
      .map((trim) => ({
        trim,
        engines: engines.filter(({ code }) => (trim.engine ? code === trim.engine : !reserved.has(code))),
      }))
      .filter((option) => option.engines.length > 0),
  };
}
