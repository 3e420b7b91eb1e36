// The page of documentation: every operation with a form that is its table of parameters, its answers and its problems. It
// is made from the list that the OpenAPI document is made from. Without script the forms still send what they hold.
import { FIELDS } from '../listing/fields.ts';
import { PROBLEMS } from '../problem.ts';
import {
  LLMS_PATH,
  MCP_PATH,
  OPENAPI_PATH,
  OPENAPI_YAML_PATH,
  problemSlug,
  PROBLEMS_PATH,
  SEARCH_PATH,
} from '../api/paths.ts';
import { EXAMPLE_QUERY } from '../api/llms-text.ts';
import { SERVICE_DESCRIPTION } from '../api/openapi.ts';
import type { Operation, QueryParameter } from '../api/operation.ts';
import { OPERATIONS } from '../api/operations.ts';
import { problemsByStatus } from '../api/schemas/problem-schemas.ts';
import { RESPONSE_HEADERS } from '../api/response-headers.ts';
import { html, type Html } from './html-template.ts';

/**
 * `baseUrl` has no slash at its end. Links are relative, so that the page works under whatever address it was reached,
 * as long as its own is `/docs` below that.
 */
export function docsPage(baseUrl: string): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Forecourt API</title>
        <link rel="icon" href="favicon.ico" />
        <link rel="stylesheet" href="docs/page.css" />
        <script type="module" src="docs/page.js"></script>
      </head>
      <body>
        <header>
          <h1>Forecourt API</h1>
          <p>${SERVICE_DESCRIPTION}</p>
          <pre tabindex="0" role="group" aria-label="Example call">
curl '${baseUrl}${SEARCH_PATH}?${EXAMPLE_QUERY}'</pre>
          <p>
            Assistants find the same as tools of MCP (streamable HTTP) at <code>${baseUrl}${MCP_PATH}</code>.
          </p>
          <nav>
            ${OPERATIONS.map(({ operationId, summary }) => html`<a href="#${operationId}">${summary}</a> `)}
            <a href="#fields">Fields of a vehicle</a>
            <a href="#headers">Headers</a>
            <a href="${relativeUrl(OPENAPI_PATH)}">openapi.json</a>
            <a href="${relativeUrl(OPENAPI_YAML_PATH)}">openapi.yaml</a>
            <a href="${relativeUrl(LLMS_PATH)}">llms.txt</a>
            <a href="${relativeUrl(PROBLEMS_PATH)}">Problems</a>
          </nav>
        </header>
        <main>${OPERATIONS.map(operationSection)} ${fieldsSection()} ${headersSection()}</main>
      </body>
    </html> `.html;
}

function operationSection(operation: Operation): Html {
  const { operationId, path, summary, description, parameters } = operation;
  return html`<section id="${operationId}">
    <h2>${summary}</h2>
    <p class="path"><code>GET ${path}</code> <small>${operationId}</small></p>
    <p>${description}</p>
    <form action="${relativeUrl(path)}" method="get" class="try" autocomplete="off">
      <table>
        <thead>
          <tr>
            <th scope="col">Parameter</th>
            <th scope="col">Meaning</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          ${parameters.map((parameter) => parameterRow(parameter, operationId))}
        </tbody>
      </table>
      <p class="actions"><button type="submit">Send</button> <button type="reset">Clear</button></p>
    </form>
    <div class="answer" aria-live="polite" hidden></div>
    <h3>Answers</h3>
    <ul class="answers">
      ${operation.successes.map(({ status, description }) => html`<li><code>${status}</code> ${description}</li> `)}
      ${problemItems(operation)}
    </ul>
  </section> `;
}

function parameterRow(parameter: QueryParameter, operationId: string): Html {
  const { name, description, example, required = false } = parameter;
  const id = `${operationId}-${name}`;
  const typeText = html`${parameter.typeText((text) => text)}${required ? ', required' : ''}`;
  return html`<tr>
    <th scope="row">
      <label for="${id}"><code>${name}</code></label> <small>${typeText}</small>
    </th>
    <td>${description}</td>
    <td>
      ${control(parameter, id)}<small>For example <code>${example}</code></small>
    </td>
  </tr> `;
}

/** No control checks a value: what the service says of a bad one is part of what can be tried. */
function control({ name, schema }: QueryParameter, id: string): Html {
  const { type, enum: values } = schema;
  if (values !== undefined) {
    return html`<select id="${id}" name="${name}">
      <option value="">any</option>
      ${values.map((value) => html`<option>${value}</option>`)}
    </select>`;
  }
  const mode = type === 'integer' ? 'numeric' : type === 'number' ? 'decimal' : 'text';
  return html`<input id="${id}" name="${name}" type="text" inputmode="${mode}" spellcheck="false" />`;
}

function problemItems({ problems }: Operation): Html[] {
  return Array.from(problemsByStatus(problems), ([status, codes]) => {
    const links = codes.map(
      (code) => html` <a href="${relativeUrl(PROBLEMS_PATH)}${problemSlug(code)}">${PROBLEMS[code]}</a>.`,
    );
    return html`<li><code>${status}</code>${links}</li> `;
  });
}

function fieldsSection(): Html {
  const rows = FIELDS.filter(({ inResponse: isInResponse }) => isInResponse).map(
    ({ name, kind, unit, nullable, description }) =>
      html`<tr>
        <th scope="row">
          <code>${name}</code>
          <small>${kind}${unit === undefined ? '' : ` (${unit})`}${nullable ? ', may be null' : ''}</small>
        </th>
        <td>${description}</td>
      </tr> `,
  );
  return html`<section id="fields">
    <h2>Fields of a vehicle</h2>
    <p>
      A search answers
      <code>{"results":{"cars":[…],"total_vehicles":0,"current_page":1,"total_pages":0,"per_page":20}}</code>.
      Each of <code>cars</code> has all of these fields, in this order. Null means not known.
    </p>
    <table>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </section> `;
}

function headersSection(): Html {
  const rows = Object.entries(RESPONSE_HEADERS).map(
    ([name, { description }]) =>
      html`<tr>
        <th scope="row"><code>${name}</code></th>
        <td>${description}</td>
      </tr> `,
  );
  return html`<section id="headers">
    <h2>Headers of answers</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">Header</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
    <p>A request with <code>Prefer: handling=strict</code> is refused where a parameter does not exist.</p>
  </section> `;
}

function relativeUrl(path: string): string {
  return path.slice(1);
}
