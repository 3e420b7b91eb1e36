// A server over a service, with the options that most tests share: it is ready at https://cars.example, and a bug throws.
import type { App } from '../../src/http/app.ts';
import type { HttpOptions } from '../../src/http/http-context.ts';
import { buildHttpServer } from '../../src/http/server.ts';
import type { SearchService } from '../../src/search/search-service.ts';

export function serverFor(service: SearchService, options: Partial<HttpOptions> = {}): App {
  return buildHttpServer(service, {
    baseUrl: 'https://cars.example',
    trustProxy: false,
    isReady: () => true,
    logError: (error) => {
      throw error;
    },
    ...options,
  });
}

/** The URL of the server, on a free port. */
export function listen(app: App): Promise<string> {
  return app.listen({ host: '127.0.0.1', port: 0 });
}
