// GET /openapi.json and /openapi.yaml: the same document, as JSON and as YAML.
import type { FastifyInstance } from 'fastify';
import { stringify } from 'yaml';
import { addStaticResource } from '../static-resource.ts';
import type { HttpContext } from '../http-context.ts';
import { OPENAPI_PATH, OPENAPI_YAML_PATH } from '../../api/paths.ts';
import { openApiDocument } from '../../api/openapi.ts';

const YAML_OPTIONS = {
  // Quoted strings cannot be read as another type, and keys such as `no` are quoted for readers of YAML 1.1.
  defaultStringType: 'QUOTE_DOUBLE',
  defaultKeyType: 'PLAIN',
  compat: 'yaml-1.1',
  aliasDuplicateObjects: false,
  lineWidth: 0,
} as const;

export function addOpenApiRoutes(app: FastifyInstance, context: HttpContext): void {
  addStaticResource(app, context, {
    path: OPENAPI_PATH,
    name: 'description',
    // Unlike OpenAPI's own media type, browsers and clients know this one.
    type: 'application/json; charset=utf-8',
    // Half as long without white space: some clients limit it to 100,000 characters. People read the YAML.
    render: (baseUrl) => `${JSON.stringify(openApiDocument(baseUrl))}\n`,
  });
  addStaticResource(app, context, {
    path: OPENAPI_YAML_PATH,
    name: 'description',
    type: 'application/yaml; charset=utf-8',
    render: (baseUrl) => stringify(openApiDocument(baseUrl), YAML_OPTIONS),
  });
}
