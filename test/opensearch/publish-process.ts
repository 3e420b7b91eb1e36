// A process that brings a cluster to the state of a data folder, to be killed on the way. It says so on its standard
// output when it begins. Arguments: the folder, the prefix, the nodes.
import { publishStock } from '../../src/cluster/publish.ts';

const [folder = '', prefix = '', ...urls] = process.argv.slice(2);
process.stdout.write('begins\n');
await publishStock(folder, { urls, prefix }, { shards: 3, replicas: 1 });
