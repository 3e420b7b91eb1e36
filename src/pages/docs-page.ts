// The documentation page: each operation with its parameters as a form, its responses and problems. It is rendered from the same
// list as the OpenAPI document. Without script the forms still work.
import { EXAMPLE_QUERY } from '../api/llms-text.ts';
import { SERVICE_DESCRIPTION } from '../api/openapi.ts';
import { type Operation, type QueryParameter, RESPONSE_HEADERS } from '../api/operation.ts';
import { OPERATIONS } from '../api/operations.ts';
import {
  LLMS_PATH,
  MCP_PATH,
  OPENAPI_PATH,
  OPENAPI_YAML_PATH,
  problemSlug,
  PROBLEMS_PATH,
  SEARCH_PATH,
} from '../api/paths.ts';
import { problemsByStatus } from '../api/schemas/problem-schemas.ts';
import { FIELDS } from '../listing/fields.ts';
import { PROBLEMS } from '../problem.ts';
import { PER_PAGE } from '../query/search-query.ts';
import { h, row, section, table, type Child, type ElementNode } from './element.ts';
import { DOCS_NAME, sitePage } from './site-frame.ts';

/** The page as HTML. `baseUrl` has no final slash. Links are relative to `/docs`, so they work under any URL. */
export function docsPage(baseUrl: string): string {
  return sitePage({
    title: 'Forecourt API',
    siteUrl: './',
    name: DOCS_NAME,
    head: [
      h('meta', { name: 'description', content: SERVICE_DESCRIPTION }),
      h('link', { rel: 'icon', href: 'favicon.ico' }),
      h('link', { rel: 'stylesheet', href: 'docs/page.css' }),
      h('script', { type: 'module', src: 'docs/page.js' }),
    ],
    content: h('main', { id: 'content' }, [
      introduction(baseUrl),
      contents(),
      h('div', { class: 'sections' }, [OPERATIONS.map(operationSection), fieldsSection(), headersSection()]),
    ]),
  });
}

function introduction(baseUrl: string): ElementNode {
  const call = `curl '${baseUrl}${SEARCH_PATH}?${EXAMPLE_QUERY}'`;
  return h('div', { class: 'introduction' }, [
    h('h1', {}, 'Forecourt API'),
    h('p', {}, SERVICE_DESCRIPTION),
    h('pre', { tabindex: 0, role: 'group', 'aria-label': 'Example call' }, call),
    h('p', {}, [
      'AI assistants can search with the tools of MCP (streamable HTTP) at ',
      code(`${baseUrl}${MCP_PATH}`),
      '.',
    ]),
  ]);
}

function contents(): ElementNode {
  const links: readonly (readonly [href: string, label: string])[] = [
    ...OPERATIONS.map(({ operationId, summary }) => [`#${operationId}`, summary] as const),
    ['#fields', 'Fields of a vehicle'],
    ['#headers', 'Headers'],
    [relativeUrl(OPENAPI_PATH), 'openapi.json'],
    [relativeUrl(OPENAPI_YAML_PATH), 'openapi.yaml'],
    [relativeUrl(LLMS_PATH), 'llms.txt'],
    [relativeUrl(PROBLEMS_PATH), 'Problems'],
  ];
  return h('nav', { class: 'contents', 'aria-label': 'On this page' }, [
    h('ul', {}, [links.map(([href, label]) => h('li', {}, h('a', { href }, label)))]),
  ]);
}

function operationSection(operation: Operation): ElementNode {
  const { operationId, path, summary, description, parameters, successes } = operation;
  return section(operationId, summary, [
    h('p', { class: 'path' }, [code(`GET ${path}`), ' ', h('small', {}, operationId)]),
    h('p', {}, description),
    h('div', { class: 'trial' }, [
      h('form', { action: relativeUrl(path), method: 'get', class: 'try', autocomplete: 'off' }, [
        table(
          ['Parameter', 'Meaning', 'Value'],
          parameters.map((parameter) => parameterRow(parameter, operationId)),
        ),
        h('p', { class: 'actions' }, [
          h('button', { type: 'submit', class: 'main' }, 'Send'),
          ' ',
          h('button', { type: 'reset' }, 'Clear'),
        ]),
      ]),
      h('div', { class: 'reply' }, [
        h('div', { class: 'answer', 'aria-live': 'polite', hidden: true }),
        h('h3', {}, 'Responses'),
        h('ul', { class: 'answers' }, [
          successes.map(({ status, description }) => h('li', {}, [code(status), ` ${description}`])),
          problemItems(operation),
        ]),
      ]),
    ]),
  ]);
}

function parameterRow(parameter: QueryParameter, operationId: string): ElementNode {
  const { name, description, example, required = false } = parameter;
  const id = `${operationId}-${name}`;
  const typeText = `${parameter.typeText((text) => text)}${required ? ', required' : ''}`;
  return row(
    [h('label', { for: id }, code(name)), ' ', h('small', {}, typeText)],
    [description, [control(parameter, id), h('small', {}, ['For example ', code(example)])]],
  );
}

/** Controls validate nothing, so that visitors can see the service's own errors. */
function control({ name, schema }: QueryParameter, id: string): ElementNode {
  const { type, enum: values } = schema;
  if (values !== undefined) {
    return h('select', { id, name }, [
      h('option', { value: '' }, 'any'),
      values.map((value) => h('option', {}, value)),
    ]);
  }
  const inputmode = type === 'integer' ? 'numeric' : type === 'number' ? 'decimal' : 'text';
  return h('input', { id, name, type: 'text', inputmode, spellcheck: 'false' });
}

function problemItems({ problems }: Operation): ElementNode[] {
  return Array.from(problemsByStatus(problems), ([status, codes]) => {
    const links = codes.map((problem) => {
      const href = `${relativeUrl(PROBLEMS_PATH)}${problemSlug(problem)}`;
      return [' ', h('a', { href }, PROBLEMS[problem]), '.'];
    });
    return h('li', {}, [code(status), links]);
  });
}

function fieldsSection(): ElementNode {
  const rows = FIELDS.filter(({ inResponse }) => inResponse).map(
    ({ name, kind, unit, nullable, description }) => {
      const typeText = `${kind}${unit === undefined ? '' : ` (${unit})`}${nullable ? ', may be null' : ''}`;
      return row([code(name), ' ', h('small', {}, typeText)], [description]);
    },
  );
  return section('fields', 'Fields of a vehicle', [
    h('p', {}, [
      'A search returns ',
      code(
        `{"results":{"cars":[…],"total_vehicles":0,"current_page":1,"total_pages":0,"per_page":${PER_PAGE}}}`,
      ),
      '. Each of ',
      code('cars'),
      ' has all of these fields, in this order. Null means unknown.',
    ]),
    table(['Field', 'Meaning'], rows),
  ]);
}

function headersSection(): ElementNode {
  const rows = Object.entries(RESPONSE_HEADERS).map(([name, { description }]) =>
    row(code(name), [description]),
  );
  return section('headers', 'Response headers', [
    table(['Header', 'Meaning'], rows),
    h('p', {}, ['With ', code('Prefer: handling=strict'), ', unknown parameters are rejected.']),
  ]);
}

function code(text: Child): ElementNode {
  return h('code', {}, text);
}

function relativeUrl(path: string): string {
  return path.slice(1);
}
