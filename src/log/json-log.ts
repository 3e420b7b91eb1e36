// A line of JSON for each event and each request, on standard output. Lines are gathered and written while the loop is
// idle; if nobody takes them, some are lost and counted rather than that requests wait or memory grows.
import { destination, pino, stdTimeFunctions } from 'pino';
import type { Log, AccessLogEntry } from './log.ts';
import { redactEntry } from './redact-entry.ts';
import { errorStack } from './error-stack.ts';

/** Lines are written when so many bytes have come together, or after so long. */
const MIN_WRITE_BYTES = 3500;
const FLUSH_INTERVAL_MS = 500;
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024;
/** In one go. A pipe takes so much whole, so that lines of several processes do not mix. */
const MAX_WRITE_BYTES = 4096;

/** `fd` is where lines go. */
export function jsonLog(fd = 1): Log {
  const stream = destination({
    fd,
    sync: false,
    minLength: MIN_WRITE_BYTES,
    periodicFlush: FLUSH_INTERVAL_MS,
    maxLength: MAX_BUFFERED_BYTES,
    maxWrite: MAX_WRITE_BYTES,
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
    warn: (text) => logger.warn(text),
    error: (error, requestId) =>
      logger.error({ request_id: requestId, stack: errorStack(error) }, String(error)),
    access(entry) {
      const fields = entryJson(redactEntry(entry));
      if (entry.problem === 'internal_error') logger.error(fields, 'request');
      else logger.info(fields, 'request');
    },
    get dropped() {
      return dropped;
    },
    flush: () => stream.flushSync(),
  };
}

// JSON leaves out what is undefined.
function entryJson({ requestId, target, userAgent, ms, ...rest }: AccessLogEntry) {
  return {
    request_id: requestId,
    path: target,
    ...rest,
    ms: Math.round(ms * 1000) / 1000,
    user_agent: userAgent,
  };
}
