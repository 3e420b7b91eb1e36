// get_vehicles: all known facts about some vehicles, by the URLs of their adverts.
import type { GoneAdvert, LookedUpVehicle } from '../api/responses.ts';
import { toLookedUp, toRatedVehicle } from '../api/lookup-response.ts';
import { objectSchema } from '../api/schemas/json-schema.ts';
import { advertsSchema, parseAdverts } from './parse-arguments.ts';
import { cardDetailsOf, knownStated, lookedUpLines } from './vehicle-lines.ts';
import { joinTextContent, UNTRUSTED_CONTENT_NOTICE, type Tool } from './tool.ts';
import { MAX_CONTENT_TOKENS } from './tokens.ts';
import { truncateVehicles, truncationNote } from './truncate-vehicles.ts';

/** The number that fit into a result with their descriptions. */
const MAX_VEHICLES = 6;
const OTHER_TOKENS = 1500;

export const GET_TOOL: Tool = {
  name: 'get_vehicles',
  title: 'Show vehicles in full',
  description:
    'All that is known of up to 6 vehicles, by advert or url: description, pictures, whether the price is below, around or above ' +
    'comparable listings of this stock (never a market value), whether it probably meets the ULEZ standard, days listed, searches ' +
    `for similar ones. An advert that is gone is withdrawn or unknown. ${UNTRUSTED_CONTENT_NOTICE}`,
  inputSchema: objectSchema({ adverts: advertsSchema(1, MAX_VEHICLES) }),
  outputSchema: {
    type: 'object',
    properties: {
      results: { type: 'object', properties: { cars: { type: 'array', items: { type: 'object' } } } },
    },
    required: ['results'],
  },
  hasCards: true,
  async call(args, context) {
    const { service, baseUrl, turns } = context;
    const adverts = parseAdverts(args, 1, MAX_VEHICLES, baseUrl);
    const entries = await service.lookUp(adverts, new Date(), { nextTurn: turns?.next });
    const rated = entries
      .filter((entry) => entry.state === 'listed')
      .map((entry) => toRatedVehicle(entry, baseUrl));
    const found = toLookedUp(entries, baseUrl);
    const listed = found
      .filter((car) => car.state === 'listed')
      .map((car, i) => ({ ...withoutWiderSearches(car), ...knownStated(rated[i]) }));
    const gone = found.filter((car) => car.state !== 'listed').map(withoutWiderSearches);
    const truncated = truncateVehicles(listed, MAX_CONTENT_TOKENS - OTHER_TOKENS);
    const { cars } = truncated;
    const notes = truncationNote(truncated, listed.length, 'ask for fewer vehicles at a time');
    return {
      structuredContent: { results: { cars: [...cars, ...gone] } },
      text: joinTextContent([
        ...notes,
        UNTRUSTED_CONTENT_NOTICE,
        ...cars.flatMap(lookedUpLines),
        ...gone.map(goneLine),
      ]),
      cardDetails: cardDetailsOf(rated, context),
    };
  },
};

/** The car with its first search for similar vehicles only, which is the narrowest. */
function withoutWiderSearches<C extends LookedUpVehicle | GoneAdvert>(car: C): C {
  return { ...car, similar: car.similar.slice(0, 1) };
}

function goneLine({ advert, state, similar }: GoneAdvert): string {
  const [url] = similar;
  const similarOnes = url === undefined ? '' : ` Similar: ${url}`;
  return `${advert} is ${state === 'withdrawn' ? 'withdrawn' : 'not known'}.${similarOnes}`;
}
