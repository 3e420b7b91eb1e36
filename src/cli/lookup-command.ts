// `forecourt lookup`: the listings of a data folder at given advert URLs, without a server. --json prints the API's response.
import { toLookupResponse } from '../api/lookup-response.ts';
import { ADVERT, advertUrlOf } from '../api/own-parameters.ts';
import type { GoneAdvert, LookedUpVehicle } from '../api/responses.ts';
import type { Config } from '../config/config.ts';
import { pluralize } from '../format.ts';
import type { GivenFlags } from '../ingest/settings/next-step.ts';
import { readParameters } from '../query/read-parameters.ts';
import type { Output } from '../log/log.ts';
import { vehicleLine } from '../mcp/vehicle-lines.ts';
import { withService } from './open-service.ts';

/** `searchLine` returns the command line of a search with these flags. Throws a Problem `invalid_parameters`. */
export async function lookupCommand(
  sent: readonly string[],
  config: Config,
  output: Output,
  searchLine: (flags: GivenFlags) => string,
): Promise<void> {
  const pairs = sent.map((advert) => [ADVERT.name, advert] as const);
  const { advert: adverts = [] } = readParameters({ advert: ADVERT }, pairs).own;
  await withService(config, output, async ({ service, baseUrl, print }) => {
    const urls = adverts.map((advert) => advertUrlOf(advert, baseUrl));
    const response = toLookupResponse(await service.lookUp(urls, new Date(), { comparables: true }), baseUrl);
    print(response, () =>
      response.results.cars.flatMap((car) => ['', ...advertLines(car, searchLine)]).slice(1),
    );
  });
}

function advertLines(car: LookedUpVehicle | GoneAdvert, searchLine: (flags: GivenFlags) => string): string[] {
  const [similar] = car.similar;
  const next = similar === undefined ? [] : [`  Similar: ${searchLine(flagsOf(similar))}`];
  if (car.state !== 'listed') return [car.advert, `  ${GONE[car.state]}`, ...next];
  const { mark: rating, reason } = car.price_mark;
  const { verdict, rule } = car.ulez;
  const days = car.listed_days;
  return [
    car.advert,
    `  ${vehicleLine(car)}`,
    `  Price${rating === null ? '' : ` ${rating} the range`}: ${reason}`,
    `  ULEZ ${verdict}: ${rule}`,
    ...(days > 0 ? [`  Listed for ${pluralize(days, 'day')} or more`] : []),
    ...next,
  ];
}

const GONE: Readonly<Record<GoneAdvert['state'], string>> = {
  withdrawn: 'Withdrawn: it is no longer listed.',
  unknown: 'Unknown: no listing of this stock has this advert.',
};

/** The parameters of a search's URL as flags, for its first page. */
function flagsOf(url: string): GivenFlags {
  return Array.from(new URL(url).searchParams)
    .filter(([name]) => name !== 'page')
    .map(([name, value]) => [`--${name}`, value]);
}
