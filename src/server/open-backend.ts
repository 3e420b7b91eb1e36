// What a server searches: the stock of a data folder in its own memory, or a cluster that another process publishes to.
import type { Config } from '../config/config.ts';
import { Problem } from '../problem.ts';
import { clusterOptions } from '../cluster/cluster-settings.ts';
import { openClusterBackend } from '../search/cluster-backend.ts';
import { openEmbeddedBackend, type SearchBackend } from '../search/search-backend.ts';

/** Problems `data_…` of the folder, `invalid_configuration` of what does not go together. */
export function openBackend(config: Config): SearchBackend {
  if (config.index === 'embedded') return openEmbeddedBackend(config.data, { threads: true });
  if (config.feeds !== undefined || config.demo) {
    throw new Problem(
      'invalid_configuration',
      '--feeds and --demo fill a data folder, which a server on a cluster does not read. ' +
        'Run `forecourt feed schedule` and `forecourt publish --watch` beside it.',
    );
  }
  return openClusterBackend(config.data, clusterOptions(config));
}
