import { endpoints as contractEndpoints } from '@zavet/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEndpoints } from '../../../test/http-contract-fixture.ts';
import { startTestServer } from '../../../test/http-server-fixture.ts';
import { documentationPage } from './documentation-page.ts';
import { openApiDocument } from './openapi-document.ts';

let running: Awaited<ReturnType<typeof startTestServer>>;
beforeAll(async () => {
  running = await startTestServer();
});
afterAll(() => running.server.stop());

describe('the OpenAPI document', () => {
  it('is served compressed and with an ETag', async () => {
    const { send } = running;
    const answer = await send('GET', '/api/openapi.json');
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.json().openapi).toBe('3.1.0');
    const headers = { 'if-none-match': String(answer.headers.etag) };
    expect((await send('GET', '/api/openapi.json', { headers })).status).toBe(304);
    const brotli = await send('GET', '/api/openapi.json', { headers: { 'accept-encoding': 'br' } });
    expect(brotli.headers['content-encoding']).toBe('br');
  });

  it('describes input, output, failures, callers and limits of an endpoint', () => {
    const { paths } = openApiDocument(Object.values(testEndpoints), 'Test');
    expect(paths['/things/{id}']?.get).toMatchObject({
      operationId: 'get-thing',
      summary: 'One thing.',
      tags: ['things'],
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'string', maxLength: 20 } },
        { name: 'size', in: 'query', required: false },
        { name: 'token', in: 'query', required: false },
      ],
      'x-callers': 'anyone',
      'x-limits': [],
    });
    expect(paths['/mine']?.put).toMatchObject({
      'x-callers': 'owner',
      'x-limits': [{ per: 'account', max: 2, seconds: 60 }],
      responses: { 401: { description: 'session_missing, session_expired' } },
    });
    expect(paths['/greetings']?.post?.requestBody).toMatchObject({
      required: true,
      content: { 'application/json': { schema: { type: 'object', required: ['name'] } } },
    });
    expect(paths['/greetings']?.post?.responses['422']).toMatchObject({
      description: 'no_changes, invalid_input',
    });
    expect(paths['/dev/page']?.get?.responses['200']?.content).toHaveProperty(['text/html']);
  });

  it('contains every endpoint of the contract once', () => {
    const { paths } = openApiDocument(Object.values(contractEndpoints), 'Test');
    const ids = Object.values(paths).flatMap((path) =>
      Object.values(path).map((operation) => operation.operationId),
    );
    expect(ids.toSorted()).toEqual(
      Object.values(contractEndpoints)
        .map((endpoint) => endpoint.id)
        .toSorted(),
    );
  });
});

describe('the documentation page', () => {
  it('is served without scripts, and with a nonce for its style', async () => {
    const answer = await running.send('GET', '/api/docs');
    expect(answer.status).toBe(200);
    const [, nonce] =
      /'nonce-([^']+)'/.exec(String(answer.headers['content-security-policy'])) ?? [];
    expect(answer.text).toContain(`<style nonce="${nonce}">`);
    expect(answer.text).not.toContain('<script');
    expect(answer.text).not.toContain('style="');
  });

  it('shows method, path, callers, limits, fields and failures, escaped', () => {
    const page = documentationPage(Object.values(testEndpoints), 'Test');
    for (const text of [
      'PUT /api/mine',
      'a signed-in owner',
      '2 calls in 1 min per account',
      '<code>address.city</code>',
      '<code>items</code>',
      '422 no_changes',
      'Greets &lt;anyone&gt; who asks.',
    ]) {
      expect(page).toContain(text);
    }
  });

  it('names every endpoint of the contract', () => {
    const page = documentationPage(Object.values(contractEndpoints), 'Test');
    for (const { id } of Object.values(contractEndpoints)) {
      expect(page).toContain(`<h3 id="operation-${id}">`);
    }
  });
});
