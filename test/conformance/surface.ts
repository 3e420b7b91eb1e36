// Runs every case on one surface: anything that takes a query string and whose response can be brought into the public
// form.
import type { SearchResponse, Vehicle } from '../../src/api/responses.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ParameterIssue } from '../../src/problem.ts';
import type { Case, Found } from './case.ts';
import { CASES } from './cases.ts';

/** What `url` of an answer begins with. */
export const BASE_URL = 'https://cars.example';

export type SurfaceResponse =
  | {
      readonly results: SearchResponse['results'];
      /** `fuel (fuel_type)`, or only the name where nothing was guessed. */
      readonly ignored: readonly string[];
    }
  | { readonly issues: readonly Pick<ParameterIssue, 'parameter' | 'code' | 'allowed' | 'suggestion'>[] };

export interface Surface {
  /** The answer to a query string, from the stock of test/support/fixtures.ts. */
  sendRequest(query: string, options: { readonly strict: boolean }): Promise<SurfaceResponse>;
  close(): Promise<void>;
}

/** Opens the surface once and asks it every case. */
export function holdToEveryCase(title: string, open: () => Promise<Surface>): void {
  describe(title, () => {
    let surface: Surface;
    beforeAll(async () => (surface = await open()));
    afterAll(() => surface.close());

    it.each(CASES.map((one) => [titleOf(one), one] as const))('%s', async (_title, one) => {
      const response = await surface.sendRequest(one.query, { strict: one.strict === true });
      if ('issues' in one.expect) expect(shortened(response)).toEqual(one.expect);
      else expectResults(response, one.expect);
    });
  });
}

function titleOf({ row, query: sendRequest, reason }: Case): string {
  const requested = sendRequest.length > 80 ? `${sendRequest.slice(0, 80)}…` : sendRequest;
  return `${row}: ${reason} (?${requested})`;
}

/** Refusals with the members that cases name. */
function shortened(response: SurfaceResponse): SurfaceResponse {
  if (!('issues' in response)) return response;
  const issues = response.issues.map(({ parameter, code, allowed, suggestion }) => ({
    parameter,
    code,
    ...(allowed !== undefined && { allowed }),
    ...(suggestion !== undefined && { suggestion }),
  }));
  return { issues };
}

function expectResults(response: SurfaceResponse, expected: Found): void {
  if (!('results' in response)) expect.fail(`refused: ${JSON.stringify(response.issues)}`);
  const { cars, total_vehicles, current_page, total_pages, per_page } = response.results;
  const names = expected.names === '' ? [] : expected.names.split(' ');
  expect({ names: cars.map(nameOf), total_vehicles, current_page, total_pages, per_page }).toEqual({
    names,
    total_vehicles: expected.total ?? names.length,
    current_page: expected.page ?? 1,
    total_pages: expected.pages ?? (names.length === 0 ? 0 : 1),
    per_page: 20,
  });
  expect(response.ignored).toEqual(expected.ignored ?? []);
  if (expected.km !== undefined) expect(cars.map(({ distance_km }) => distance_km)).toEqual(expected.km);
  if (expected.cars !== undefined) expect(cars).toMatchObject(expected.cars);
  if (expected.exactly !== undefined) expect(JSON.stringify(response.results)).toBe(expected.exactly);
}

/** The last part of the advert's address, which is the listing's name in the stock. */
function nameOf({ url }: Vehicle): string {
  const advert = new URL(url).searchParams.get('api_target') ?? '';
  return advert.slice(advert.lastIndexOf('/') + 1);
}
