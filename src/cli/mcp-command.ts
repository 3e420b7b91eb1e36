// `forecourt mcp`: the tools for an assistant that starts them itself, over standard input and output. Everything that is
// not the protocol goes to standard error. The stock is followed as long as it runs.
import { defaultBaseUrl, type Config } from '../config/config.ts';
import { openEmbeddedBackend } from '../search/search-backend.ts';
import { pollWithWarnings, errorMessage } from './poll-with-warnings.ts';
import { noStockLine } from './no-stock.ts';
import type { Output } from './output.ts';

/** Serves until standard input ends. The first answers wait until the stock was read. */
export async function mcpCommand(config: Config, output: Output): Promise<void> {
  const backend = openEmbeddedBackend(config.data, { threads: true });
  try {
    const caughtUp = backend.catchUp();
    // Loading the protocol takes a tenth of a second, which no other command should.
    const { serveStandardInput } = await import('../mcp/stdio-transport.ts');
    const ended = serveStandardInput(
      {
        service: backend.service,
        baseUrl: config.baseUrl ?? defaultBaseUrl(config.host, config.port),
        ready: () => caughtUp,
        logError: (error, requestId) => output.warn(`${requestId}: ${errorMessage(error)}`),
      },
      (error) => output.warn(error.message),
    );
    // A folder that cannot be read ends the command. If the client goes first, nobody waits for what becomes of it.
    caughtUp.catch(() => undefined);
    const isClientGone = await Promise.race([caughtUp.then(() => false), ended.then(() => true)]);
    if (isClientGone) return;
    if (backend.service.size === 0) output.warn(noStockLine(config.data));
    pollWithWarnings(backend, output);
    await ended;
  } finally {
    await backend.close();
  }
}
