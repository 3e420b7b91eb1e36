// Holds answers to what the served OpenAPI document says of them: the status is declared, the body is as its schema says,
// and every header beyond those of all HTTP messages is declared. Schemas that could be misread are refused when compiled.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

interface ResponseObject {
  /** In place of all others. */
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, unknown>>;
  readonly links?: Readonly<Record<string, LinkObject>>;
}

export interface LinkObject {
  readonly operationId: string;
  readonly parameters: Readonly<Record<string, string>>;
}

export interface ParameterObject {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly allowEmptyValue?: boolean;
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface OpenApi {
  readonly components: {
    readonly schemas: Readonly<Record<string, unknown>>;
    readonly responses: Readonly<Record<string, ResponseObject>>;
  };
  readonly paths: Readonly<Record<string, { readonly get: OperationObject }>>;
}

export interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters: readonly ParameterObject[];
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

/** Headers of HTTP itself, of CORS and of media types, which every answer may have. */
const OF_EVERY_RESPONSE =
  /^(?:date|connection|keep-alive|content-(?:type|length)|vary|access-control-.*|x-content-type-options)$/;

export type Validate = (path: string, response: Response) => Promise<string[]>;

/** What gives the faults of an answer to a GET of a path of `document`; none: it is as declared. */
export function validatorOf(document: OpenApi): Validate {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
  addFormats.default(ajv);
  // The document is no schema, but schemas refer to each other by their places in it.
  for (const member of Object.keys(document)) ajv.addKeyword(member);
  ajv.addSchema(document, 'openapi');

  return async (path, response) => {
    const { status, headers } = response;
    const own = document.paths[path].get.responses[status] as ResponseObject | undefined;
    if (own === undefined) return [`status ${status} is not declared`];
    const shared = own.$ref?.split('/').at(-1);
    const declared = shared === undefined ? own : document.components.responses[shared];
    const names = Object.keys(declared.headers ?? {}).map((name) => name.toLowerCase());
    const faults = [...headers.keys()]
      .filter((name) => !OF_EVERY_RESPONSE.test(name) && !names.includes(name))
      .map((name) => `header ${name} is not declared`);
    const text = await response.text();
    const type = headers.get('content-type')?.split(';')[0] ?? '';
    if (declared.content === undefined) return text === '' ? faults : [...faults, 'has a body'];
    if (!(type in declared.content)) return [...faults, `media type ${type} is not declared`];
    const place =
      shared === undefined
        ? ['paths', path, 'get', 'responses', String(status)]
        : ['components', 'responses', shared];
    const pointer = [...place, 'content', type, 'schema']
      .map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'))
      .join('/');
    const validate = ajv.getSchema(`openapi#/${pointer}`);
    if (validate === undefined) throw new Error(`there is no schema at ${pointer}`);
    if (validate(JSON.parse(text)) === true) return faults;
    return [...faults, ...(validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`)];
  };
}
