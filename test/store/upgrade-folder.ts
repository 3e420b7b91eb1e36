// A process that upgrades a data folder as a start does, and then reads it.
import { openStore } from '../../src/store/store.ts';
import { upgradeStock } from '../../src/store/upgrade/upgrade-stock.ts';

const folder = process.argv[2];
const upgrade = await upgradeStock(folder);
const store = openStore(folder, { mode: 'read' });
const listings = [...store.listings()].length;
await store.close();
process.send?.(`${listings} listings, ${upgrade === undefined ? 'current' : 'upgraded'}`);
process.disconnect();
