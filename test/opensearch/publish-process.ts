// A process that publishes a data folder to a cluster, to be killed on the way. It prints a line when it starts.
// Arguments: the folder, the prefix, the nodes.
import { publishStock } from '../../src/cluster/publish.ts';

const [folder = '', prefix = '', ...urls] = process.argv.slice(2);
process.stdout.write('begins\n');
await publishStock(folder, { urls, prefix }, { shards: 3, replicas: 1 });
