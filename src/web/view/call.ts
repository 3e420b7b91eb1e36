// A search as programs send it: for a shell, and in TypeScript.
import { queryOf, type Search } from './search.ts';

/** `site` has no slash at its end. Only `%27` could end the quotes, and it is written so. */
export function apiAddress(site: string, search: Search): string {
  const query = queryOf(search);
  return `${site}/api/v1/vehicles/${query === '' ? '' : `?${query}`}`.replaceAll("'", '%27');
}

export function asCurl(address: string): string {
  return `curl '${address}'`;
}

export function asTypeScript(address: string): string {
  return `const response = await fetch('${address}');
if (!response.ok) throw new Error(await response.text());
const { results } = (await response.json()) as {
  results: { cars: { url: string; price: number | null }[]; total_vehicles: number };
};
console.log(results.total_vehicles, results.cars);`;
}
