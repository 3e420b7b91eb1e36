// `forecourt mcp`: the tools for an assistant that starts them itself, over standard input and output. Everything that is
// not the protocol goes to standard error. The stock is followed as long as it runs.
import { defaultBaseUrl, type Config } from '../config/config.ts';
import { openEmbeddedBackend } from '../index/search-backend.ts';
import { followAloud, textOf } from './follow-aloud.ts';
import { noStockLine } from './no-stock.ts';
import type { Output } from './output.ts';

/** Serves until standard input ends. The first answers wait until the stock was read. */
export async function mcpCommand(config: Config, output: Output): Promise<void> {
  const open = openEmbeddedBackend(config.data, { threads: true });
  try {
    const caughtUp = open.catchUp();
    // Loading the protocol takes a tenth of a second, which no other command should.
    const { serveStandardInput } = await import('../mcp/stdio.ts');
    const ended = serveStandardInput(
      {
        service: open.service,
        baseUrl: config.baseUrl ?? defaultBaseUrl(config.host, config.port),
        ready: () => caughtUp,
        logError: (error, requestId) => output.warn(`${requestId}: ${textOf(error)}`),
      },
      (error) => output.warn(error.message),
    );
    // A folder that cannot be read ends the command. If the client goes first, nobody waits for what becomes of it.
    caughtUp.catch(() => undefined);
    const isClientGone = await Promise.race([caughtUp.then(() => false), ended.then(() => true)]);
    if (isClientGone) return;
    if (open.service.size === 0) output.warn(noStockLine(config.data));
    followAloud(open, output);
    await ended;
  } finally {
    await open.close();
  }
}
