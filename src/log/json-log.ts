// A line of JSON for each event and each request, on standard output. Lines are gathered and written while the loop is
// idle; if nobody takes them, some are lost and counted rather than that requests wait or memory grows.
import { destination, pino, stdTimeFunctions } from 'pino';
import type { Log, RequestEntry } from './log.ts';
import { fitForLog } from './logged-request.ts';
import { stackOf } from './stack-of.ts';

/** Lines are written when so many bytes have come together, or after so long. */
const GATHERED_BYTES = 3500;
const LONGEST_WAIT_MS = 500;
const MOST_BYTES = 4 * 1024 * 1024;
/** In one go. A pipe takes so much whole, so that lines of several processes do not mix. */
const WRITTEN_BYTES = 4096;

/** `fd` is where lines go. */
export function jsonLog(fd = 1): Log {
  const stream = destination({
    fd,
    sync: false,
    minLength: GATHERED_BYTES,
    periodicFlush: LONGEST_WAIT_MS,
    maxLength: MOST_BYTES,
    maxWrite: WRITTEN_BYTES,
  });
  let dropped = 0;
  stream.on('drop', () => (dropped += 1));
  // Whoever read the log is gone. That is no reason to stop answering.
  stream.on('error', () => undefined);
  const logger = pino(
    {
      base: { pid: process.pid },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    stream,
  );
  return {
    line: (text) => logger.info(text),
    note: (text) => logger.warn(text),
    fault: (error, requestId) =>
      logger.error({ request_id: requestId, stack: stackOf(error) }, String(error)),
    request(entry) {
      const shown = shownOf(fitForLog(entry));
      if (entry.problem === 'internal_error') logger.error(shown, 'request');
      else logger.info(shown, 'request');
    },
    get dropped() {
      return dropped;
    },
    flush: () => stream.flushSync(),
  };
}

// JSON leaves out what is undefined.
function shownOf({ requestId, target, userAgent, ms, ...rest }: RequestEntry) {
  return {
    request_id: requestId,
    path: target,
    ...rest,
    ms: Math.round(ms * 1000) / 1000,
    user_agent: userAgent,
  };
}
