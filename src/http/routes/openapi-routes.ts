// GET /openapi.json and /openapi.yaml: the same document, as JSON and as YAML.
import type { FastifyInstance } from 'fastify';
import { addStaticResource } from '../static-resource.ts';
import type { HttpContext } from '../http-context.ts';
import { OPENAPI_PATH, OPENAPI_YAML_PATH } from '../../api/paths.ts';
import { openApiDocument } from '../../api/openapi.ts';
import { toYaml } from '../../api/yaml.ts';

export function addOpenApiRoutes(app: FastifyInstance, context: HttpContext): void {
  addStaticResource(app, context, {
    path: OPENAPI_PATH,
    // Browsers and clients know what to do with it, which they do not with the media type of OpenAPI's own.
    type: 'application/json; charset=utf-8',
    // Without white space it is half as long; some clients take no more than 100,000 characters. People read the YAML.
    render: (baseUrl) => `${JSON.stringify(openApiDocument(baseUrl))}\n`,
  });
  addStaticResource(app, context, {
    path: OPENAPI_YAML_PATH,
    type: 'application/yaml; charset=utf-8',
    render: (baseUrl) => toYaml(openApiDocument(baseUrl)),
  });
}
