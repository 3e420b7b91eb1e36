// A search as a curl command and in TypeScript.
import { toQueryString, type SearchState } from './search-state.ts';

/** The search's URL in the API, safe between single quotes. `baseUrl` has no final slash. */
export function apiUrl(baseUrl: string, search: SearchState): string {
  const query = toQueryString(search);
  return `${baseUrl}/api/v1/vehicles/${query === '' ? '' : `?${query}`}`.replaceAll("'", '%27');
}

export function asCurl(url: string): string {
  return `curl '${url}'`;
}

export function asTypeScript(url: string): string {
  return `const response = await fetch('${url}');
if (!response.ok) throw new Error(await response.text());
const { results } = (await response.json()) as {
  results: { cars: { url: string; price: number | null }[]; total_vehicles: number };
};
console.log(results.total_vehicles, results.cars);`;
}
