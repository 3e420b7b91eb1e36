// Generated descriptions: an opening, features, history and a few closing sentences, 25 to 70 words. Every phrase fits the car:
// no tow bar on a coupe, no CarPlay in 2010, ULEZ only for cars that comply.
import type { DemoCar } from './used-car.ts';
import type { Random } from './random.ts';
import { demoTables, type Feature } from './tables.ts';

const MIN_WORDS = 25;
const MAX_WORDS = 70;
const MAX_DRAWS = 80;

export function describe(random: Random, car: DemoCar): string {
  const sentences = [openingOf(random, car), featuresOf(random, car), historyOf(random, car)];
  let words = wordsIn(sentences.join(' '));
  const wanted = random.whole(32, 64);
  for (const closing of closingsFor(random, car)) {
    if (words >= MIN_WORDS && words + wordsIn(closing) > Math.min(wanted, MAX_WORDS)) continue;
    sentences.push(closing);
    words += wordsIn(closing);
  }
  return sentences.join(' ');
}

function wordsIn(text: string): number {
  return text.split(' ').length;
}

function openingOf(random: Random, car: DemoCar): string {
  const { model, engine, trim, body } = car;
  const transmission = car.transmission === 'Automatic' ? 'automatic' : 'manual';
  const name = [`${car.year} ${model.make.make} ${model.name}`, engine.label];
  // Some trims are named like their engine, such as `Cooper S`.
  if (trim.name !== '' && !engine.label.includes(trim.name)) name.push(trim.name);
  return random
    .pick(demoTables().phrases.at.opening)
    .replace('{car}', name.join(' '))
    .replace('{paint}', car.paintName)
    .replace('{doors}', `${body.doors} door`)
    .replace('{body}', body.body.inAdverts)
    .replace('{gearbox}', `${fuelWord(car)} ${transmission}`);
}

function fuelWord({ engine }: DemoCar): string {
  return engine.plugIn ? 'plug-in hybrid' : engine.fuel.toLowerCase();
}

function featuresOf(random: Random, car: DemoCar): string {
  const { features, phrases } = demoTables();
  const wanted = random.whole(4, 8);
  const chosen: Feature[] = [];
  // Rejection sampling is faster than filtering all features first. A basic, old car may end up with fewer.
  for (let draws = 0; draws < MAX_DRAWS && chosen.length < wanted; draws++) {
    const feature = random.pick(features);
    const isUsed = chosen.some(
      (other) => other === feature || (other.group !== '' && other.group === feature.group),
    );
    if (!isUsed && fits(feature, car)) chosen.push(feature);
  }
  const texts = chosen.map(({ text }) => text);
  const last = texts.pop() ?? phrases.at['without features'][0];
  const list = texts.length === 0 ? last : `${texts.join(', ')} and ${last}`;
  return random.pick(phrases.at.features).replace('{list}', list);
}

function fits(feature: Feature, { year, body, engine, model }: DemoCar): boolean {
  return (
    year >= feature.fromYear &&
    feature.bodies.has(body.body.name) &&
    feature.fuels.includes(engine.fuel) &&
    model.newPriceGbp >= feature.fromGbp &&
    model.newPriceGbp <= feature.toGbp
  );
}

function historyOf(random: Random, { ageYears, engine }: DemoCar): string {
  const { at } = demoTables().phrases;
  const owners = ageYears < 3 ? 'few' : random.chance(0.45) ? 'few' : ageYears < 9 ? 'some' : 'many';
  const history = ageYears < 3 ? 'young' : ageYears < 10 || engine.fuel === 'Electric' ? 'middle' : 'old';
  const parts = [random.pick(at[`owners ${owners}`]), random.pick(at[`history ${history}`])];
  // A car has its first MOT when it is three.
  if (ageYears >= 3 && random.chance(0.6)) parts.push(random.pick(at.test));
  if (random.chance(0.5)) parts.push(random.pick(at.keys));
  return `${parts.join(', ')}.`;
}

/** Closing sentences in random order, after those that are special to this car. */
function closingsFor(random: Random, car: DemoCar): string[] {
  const { at, closings } = demoTables().phrases;
  const special: string[] = [];
  const { kinds } = car.body.body;
  if (meetsUlez(car) && random.chance(0.4)) special.push(random.pick(at['special ULEZ']));
  if (car.engine.fuel === 'Electric') special.push(random.pick(at['special electric']));
  if (kinds.includes('working')) special.push(random.pick(at['special working']));
  if (kinds.includes('family') && random.chance(0.3)) special.push(random.pick(at['special family']));
  if (kinds.includes('small') && (car.engine.litres ?? 9) <= 1.2 && random.chance(0.4))
    special.push(random.pick(at['special small']));
  return [...special, ...random.sample(closings, 6).map((sentences) => random.pick(sentences))];
}

/** London's ULEZ needs Euro 4 for petrol and Euro 6 for diesel. From these model years all cars comply. */
function meetsUlez({ year, engine }: DemoCar): boolean {
  return year >= (engine.fuel === 'Diesel' ? 2016 : 2006);
}
