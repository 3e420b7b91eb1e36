// The startup banner: URL, stock, settings and example requests.
import { describeConfig, type Config } from '../config/config.ts';
import { pluralize } from '../format.ts';
import type { Output } from '../log/log.ts';

export interface BannerInfo {
  readonly url: string;
  readonly size: number;
  readonly feeds: number;
  readonly tookMs: number;
}

export function printBanner({ url, size, feeds, tookMs }: BannerInfo, config: Config, output: Output): void {
  const isCluster = config.index === 'opensearch';
  const source = isCluster ? `the cluster's '${config.opensearchIndex}'` : config.data;
  output.line(`Forecourt answers on ${url} from ${pluralize(size, 'listing')} in ${source}.`);
  if (config.baseUrl !== undefined) output.line(`URLs in its responses begin with ${config.baseUrl}.`);
  const warning = baseUrlWarning(config, url);
  if (warning !== undefined) output.warn(warning);
  const settings = describeConfig(config);
  if (settings.length > 0) output.line(`Set: ${settings.join('; ')}.`);
  output.line(`Started in ${(tookMs / 1000).toFixed(1)} s. Stop it with Ctrl+C. Try:`);
  for (const query of EXAMPLES) output.line(`  ${url}/api/v1/vehicles/${query}`);
  if (size === 0)
    output.line(
      isCluster
        ? 'There is no stock yet. Publish some: forecourt publish --data FOLDER --opensearch-url …'
        : `There is no stock yet. Import some: forecourt import FILE --data ${config.data}`,
    );
  if (feeds > 0) output.line(`It pulls ${pluralize(feeds, 'feed')} of ${config.feeds}.`);
}

/** A warning about a setting that has no effect on URLs, or about a missing one. */
function baseUrlWarning({ baseUrl, trustProxy, allowedHosts }: Config, url: string): string | undefined {
  if (allowedHosts.length > 0) {
    if (baseUrl !== undefined) return '--allowed-hosts has no effect, because --base-url is set.';
    if (!trustProxy) return '--allowed-hosts has no effect without --trust-proxy.';
  } else if (trustProxy && baseUrl === undefined) {
    return `URLs in responses begin with ${url}, whatever the proxy forwards. Set --base-url, or --allowed-hosts if there are several hosts.`;
  }
  return undefined;
}

const EXAMPLES = [
  '',
  '?make=Ford&model=Focus&sort=price_asc',
  '?fuel_type=Diesel&transmission=Automatic&location=SW1A+1AA&distance=4&sort=distance',
  '?q=panoramic+roof&price_max=15000&sort=relevance',
];
