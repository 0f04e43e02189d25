import type { CallLimit, Endpoint } from '@zavet/contract/endpoint';
import { errorStatuses } from '@zavet/contract/errors';
import { streamedLines } from '@zavet/contract/streamed-lines';
import { html, raw } from 'hono/html';
import { noncePlaceholder } from '../security-headers.ts';
import { documentationStyle } from './documentation-style.ts';
import { errorsOf, groupOf } from './endpoint-facts.ts';
import { inputSchema, outputSchema } from './openapi-document.ts';
import { type SchemaField, schemaFields } from './schema-fields.ts';

/** A page about every endpoint, without script, with a placeholder for the nonce of its style. */
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
${body ? bodyPart(body) : ''}
${answerPart(endpoint)}
<h4>Failures</h4>
<ul class="codes">${errorsOf(endpoint).map((code) => html`<li><code>${errorStatuses[code]} ${code}</code></li>`)}</ul>
</article>`;
}

function bodyPart(body: NonNullable<Endpoint['body']>) {
  if (body === 'bytes') return html`<h4>Body</h4><p>A file, as application/octet-stream.</p>`;
  return fieldTable('Body', schemaFields(inputSchema(body)));
}

function answerPart({ output, progress }: Endpoint) {
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
  return proof ? `${whoText(endpoint)}, with a ${proof} proof` : whoText(endpoint);
}

function whoText({ callers, asksForCode }: Endpoint): string {
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
