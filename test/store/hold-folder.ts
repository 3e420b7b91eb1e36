// A process that has a data folder open, as a server does, until it is killed.
import { NamespaceLock } from '../../src/files/namespace-lock.ts';

NamespaceLock.acquire(process.argv[2]);
process.send?.('held');
setInterval(() => undefined, 1000);
