import { streamedLines } from '@zavet/contract/client';
import type { CallLimit, Endpoint } from '@zavet/contract/endpoint';
import { errorStatuses } from '@zavet/contract/errors';
import type { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { answerHtml } from './answers.ts';
import type { HttpEnv } from './http-context.ts';
import {
  errorsOf,
  groupOf,
  inputSchema,
  type JsonSchema,
  openApiDocument,
  outputSchema,
} from './openapi-document.ts';
import { noncePlaceholder, withNonce } from './security-headers.ts';
import { answerFile, createServedFile, type ServedFile } from './web-files.ts';

const title = 'Zavet API';
const paths = { document: '/api/openapi.json', page: '/api/docs' };
export const documentationPaths: ReadonlySet<string> = new Set(Object.values(paths));

/** `/api/openapi.json` for programs, `/api/docs` for people. */
export function serveDocumentation(app: Hono<HttpEnv>, endpoints: Record<string, Endpoint>): void {
  const all = Object.values(endpoints);
  // Generated on the first request, because they are rarely used and would delay the start.
  let file: ServedFile | undefined;
  let page: string | undefined;

  app.get(paths.document, (c) => {
    c.set('routeTemplate', paths.document);
    file ??= documentFile(all);
    return answerFile(c, file);
  });
  app.get(paths.page, (c) => {
    c.set('routeTemplate', paths.page);
    page ??= documentationPage(all, title);
    return answerHtml(c, withNonce(c, page));
  });
}

function documentFile(endpoints: readonly Endpoint[]): ServedFile {
  const document = JSON.stringify(openApiDocument(endpoints, title));
  return createServedFile(new TextEncoder().encode(document), 'application/json', 'no-cache');
}

/**
 * Returns a page about all endpoints, without scripts and with a placeholder for the style nonce.
 */
export function documentationPage(endpoints: readonly Endpoint[], title: string): string {
  const groups = [...Map.groupBy(endpoints, groupOf)];
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style nonce="${noncePlaceholder}">${raw(documentationStyle)}</style>
</head>
<body>
<a class="skip" href="#endpoints">Skip to the endpoints</a>
<header>
<h1>${title}</h1>
<p>Every call, from the same data that answers it. For programs: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
<p>A failure is answered with <code>{"error": {"code", "facts", "fields"}, "request_id"}</code>.
Writes are taken from the application’s own pages only.</p>
<nav aria-label="Groups"><ul>${groups.map(([group]) => html`<li><a href="#${group}">${group}</a></li>`)}</ul></nav>
</header>
<main id="endpoints">${groups.map(([group, members]) => groupSection(group, members))}</main>
</body>
</html>
`);
}

function groupSection(group: string, members: readonly Endpoint[]) {
  return html`
<section aria-labelledby="${group}">
<h2 id="${group}">${group}</h2>${members.map(endpointArticle)}
</section>`;
}

function endpointArticle(endpoint: Endpoint) {
  const { id, method, path, summary, params, query, headers, body } = endpoint;
  return html`
<article aria-labelledby="operation-${id}">
<h3 id="operation-${id}">${id}</h3>
<p class="call"><code>${method} /api${path}</code></p>
<p>${summary}</p>
<p class="quiet">Called by: ${callersText(endpoint)}</p>
${(endpoint.limits ?? []).map((limit) => html`<p class="quiet">Limit: ${limitText(limit)}</p>`)}
${params ? fieldTable('Path', schemaFields(inputSchema(params))) : ''}
${query ? fieldTable('Query', schemaFields(inputSchema(query))) : ''}
${headers ? fieldTable('Headers', schemaFields(inputSchema(headers))) : ''}
${body ? bodySection(body) : ''}
${answerSection(endpoint)}
<h4>Failures</h4>
<ul class="codes">${errorsOf(endpoint).map((code) => html`<li><code>${errorStatuses[code]} ${code}</code></li>`)}</ul>
</article>`;
}

function bodySection(body: NonNullable<Endpoint['body']>) {
  if (body === 'bytes') return html`<h4>Body</h4><p>A file, as application/octet-stream.</p>`;
  return fieldTable('Body', schemaFields(inputSchema(body)));
}

function answerSection({ output, progress }: Endpoint) {
  if (output === 'html') return html`<h4>Answer</h4><p>A page.</p>`;
  if (output === 'bytes') return html`<h4>Answer</h4><p>A file.</p>`;
  const answer = fieldTable('Answer', schemaFields(outputSchema(output)));
  if (!progress) return answer;
  return html`${answer}<p class="quiet">With <code>accept: ${streamedLines}</code> these lines come first, the answer is the last one:</p>
${fieldTable('Progress', schemaFields(outputSchema(progress)))}`;
}

function fieldTable(name: string, fields: SchemaField[]) {
  if (fields.length === 0) return html`<h4>${name}</h4><p class="quiet">No fields.</p>`;
  const rows = fields.map(
    ({ path, type, isRequired, rule }) => html`
<tr><th scope="row"><code>${path}</code></th><td>${type}</td><td>${isRequired ? 'required' : 'optional'}</td><td>${rule}</td></tr>`,
  );
  return html`<h4>${name}</h4>
<div class="scroll" tabindex="0" role="group" aria-label="${name} fields"><table>
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Presence</th><th scope="col">Rule</th></tr></thead>
<tbody>${rows}</tbody>
</table></div>`;
}

function callersText(endpoint: Endpoint): string {
  const { proof } = endpoint;
  return proof ? `${callerText(endpoint)}, with a ${proof} proof` : callerText(endpoint);
}

function callerText({ callers, asksForCode }: Endpoint): string {
  switch (callers) {
    case 'operator':
      return asksForCode ? 'an operator, with a fresh code' : 'an operator at the desk';
    case 'anyone':
      return 'anyone';
    case 'owner':
      return 'a signed-in owner';
    case 'developer':
      return 'anyone, where developer endpoints are switched on';
  }
}

function limitText({ max, seconds, per }: CallLimit): string {
  return `${max} calls in ${durationText(seconds)} per ${per}`;
}

function durationText(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

interface SchemaField {
  /** Dotted path; `[]` marks the items of a list. */
  path: string;
  type: string;
  isRequired: boolean;
  /** Bounds and allowed values, as short text. */
  rule: string;
}

/** Nested fields follow their parent. */
function schemaFields(schema: JsonSchema, prefix = ''): SchemaField[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const field = withoutNull(property as JsonSchema);
    const path = `${prefix}${name}`;
    return [
      {
        path,
        type: typeOf(property as JsonSchema),
        isRequired: schema.required?.includes(name) ?? false,
        rule: ruleOf(field),
      },
      ...nestedFields(field, path),
    ];
  });
}

function nestedFields(field: JsonSchema, path: string): SchemaField[] {
  if (field.type !== 'array') return schemaFields(field, `${path}.`);
  return isSchema(field.items) ? schemaFields(withoutNull(field.items), `${path}[].`) : [];
}

function typeOf(property: JsonSchema): string {
  const field = withoutNull(property);
  const items = isSchema(field.items) ? ` of ${typeOf(field.items)}` : '';
  const orNull = field === property ? '' : ' or null';
  return `${field.format ?? field.type ?? 'any'}${items}${orNull}`;
}

function ruleOf(field: JsonSchema): string {
  const rules = [
    field.enum && `one of ${field.enum.join(', ')}`,
    field.const !== undefined && `always ${JSON.stringify(field.const)}`,
    lengthRule(field),
  ];
  return rules.filter(Boolean).join('; ');
}

function lengthRule({ minLength = 0, maxLength }: JsonSchema): string {
  if (maxLength !== undefined) return `${minLength} to ${maxLength} characters`;
  return minLength > 0 ? `${minLength} characters or more` : '';
}

/** Zod represents nullable types as `anyOf`. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const choices = schema.anyOf?.filter((choice) => choice.type !== 'null') ?? [];
  return choices.length === 1 && choices[0] ? choices[0] : schema;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const documentationStyle = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fbf8f3, #171b19);
  --surface: light-dark(#ffffff, #1f2523);
  --line: light-dark(#e6dfd3, #343d39);
  --ink: light-dark(#22302b, #ece7dd);
  --quiet: light-dark(#5a6861, #a9b2ac);
  --green: light-dark(#1f5a46, #8cd0b1);
  --green-soft: light-dark(#e5f0ea, #24362e);
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 1.0625rem/1.55 "Golos Text", system-ui, sans-serif;
}
main, header { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem; }
h1, h2, h3 { font-family: Literata, Georgia, serif; line-height: 1.25; }
h2 { margin: 2.5rem 0 1rem; }
h3 { margin: 0; font-size: 1.2rem; }
h4 { margin: 1.25rem 0 .25rem; font-size: 1rem; }
a { color: var(--green); }
:focus-visible { outline: 3px solid var(--green); outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--surface); padding: .75rem 1rem; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; list-style: none; }
nav a { display: inline-block; padding: .5rem 0; }
article {
  background: var(--surface); border: 1px solid var(--line); border-radius: 16px;
  padding: 1.25rem; margin-bottom: 1rem;
}
code { font: .9375rem/1.5 ui-monospace, "Cascadia Mono", Menlo, monospace; overflow-wrap: anywhere; }
.call { margin: .25rem 0 .5rem; }
.call code {
  display: inline-block; background: var(--green-soft); color: var(--green);
  border-radius: 8px; padding: .125rem .5rem;
}
.quiet { color: var(--quiet); margin: .25rem 0; }
ul.codes { margin: .25rem 0 0; padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9375rem; }
td code, th code { overflow-wrap: normal; white-space: nowrap; }
th, td { text-align: left; vertical-align: top; padding: .375rem .75rem .375rem 0; }
tr + tr, thead + tbody tr { border-top: 1px solid var(--line); }
thead th { color: var(--quiet); font-weight: 500; }
tbody th { font-weight: 500; }
`;
