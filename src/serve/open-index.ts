// What a server searches: the stock of a data folder in its own memory, or a cluster that another process publishes to.
import type { Config } from '../config/config.ts';
import { Problem } from '../problem.ts';
import { clusterOptions } from '../service/cluster-settings.ts';
import { openClusterSearch } from '../service/cluster-search.ts';
import { openSearch, type OpenSearch } from '../service/open-search.ts';

/** Problems `data_…` of the folder, `invalid_configuration` of what does not go together. */
export function openIndex(config: Config): OpenSearch {
  if (config.index === 'embedded') return openSearch(config.data, { threads: true });
  if (config.feeds !== undefined || config.demo) {
    throw new Problem(
      'invalid_configuration',
      '--feeds and --demo fill a data folder, which a server on a cluster does not read. ' +
        'Run `forecourt feed follow` and `forecourt publish --follow` beside it.',
    );
  }
  return openClusterSearch(config.data, clusterOptions(config));
}
