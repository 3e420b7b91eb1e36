// Gives a stock the first format, in a process of its own, whose writes are recorded.
import { toFirstFormat } from '../e2e/old-format.ts';

await toFirstFormat(process.argv[2]);
