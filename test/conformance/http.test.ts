// The cases over HTTP.
import { startServer } from './http-server.ts';
import { holdToEveryCase, type SurfaceResponse } from './surface.ts';

type Results = Extract<SurfaceResponse, { results: unknown }>['results'];
type Issues = Extract<SurfaceResponse, { issues: unknown }>['issues'];

holdToEveryCase('HTTP', async () => {
  const server = await startServer();
  return {
    sendRequest: async (query, { strict }) => {
      const headers = strict ? { prefer: 'handling=strict' } : undefined;
      const response = await fetch(`http://127.0.0.1:${server.port}/api/v1/vehicles/?${query}`, { headers });
      const body = (await response.json()) as { results?: Results; errors?: Issues };
      if (response.status === 200 && body.results !== undefined) {
        return { results: body.results, ignored: ignoredIn(response.headers.get('ignored-parameters')) };
      }
      if (response.status === 400 && body.errors !== undefined) return { issues: body.errors };
      throw new Error(`neither an answer nor a refusal: ${response.status} ${JSON.stringify(body)}`);
    },
    close: () => server.close(),
  };
});

/** `fuel (fuel_type)` for `"fuel"; did-you-mean="fuel_type"`, whatever the reason. */
function ignoredIn(header: string | null): string[] {
  const entries = (header ?? '').matchAll(/"([^"]*)"(?:; did-you-mean="([^"]*)")?(?:; reason="[^"]+")?/g);
  return Array.from(entries, ([, name, meant]) => (meant === undefined ? name : `${name} (${meant})`));
}
