// A SearchService as a surface.
import { Problem } from '../../src/problem.ts';
import { toSearchResponse } from '../../src/api/vehicle.ts';
import type { SearchService } from '../../src/search/search-service.ts';
import { BASE_URL, type SurfaceResponse } from './surface.ts';

export async function askService(
  service: SearchService,
  query: string,
  strict: boolean,
): Promise<SurfaceResponse> {
  try {
    const parsed = service.parse([...new URLSearchParams(query)], { strict });
    const { results } = toSearchResponse(parsed.query, await service.search(parsed.query), BASE_URL);
    const warned = parsed.warnings.map(({ parameter, suggestion }) => ({ name: parameter, suggestion }));
    const ignored = [...parsed.ignored, ...warned].map(({ name, suggestion }) =>
      suggestion === undefined ? name : `${name} (${suggestion})`,
    );
    return { results, ignored };
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid_parameters') return { issues: error.issues };
    throw error;
  }
}
