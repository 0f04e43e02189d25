import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { answers, type BareCall, one, openBareDatabase, run } from './bare-answers.ts';
import { answerJson, listen, writeDurably } from './http.ts';

/**
 * The minimal implementation: `node:http`, one statement per call including the session, no
 * encryption, validation or limits. It trusts every cookie: never expose it.
 */
const database = openBareDatabase(process.env.DATABASE_URL ?? '');

listen(answer, () => database.close());

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url = '', headers } = request;
  const [id = ''] = /[0-9a-f-]{36}/.exec(url) ?? [];
  const [, session = ''] = /zavet_access=([^~]+)/.exec(headers.cookie ?? '') ?? [];
  const route = `${method} ${id ? url.replace(id, '{id}') : url}`;
  const call = { database, session, id, request };
  if (route === 'GET /api/files/{id}/content') return download(call, response);
  const work = route === 'POST /api/instructions/{id}/files' ? upload : answers[route];
  if (!work) throw new Error(`no route ${route}`);
  answerJson(response, await work(call));
}

const folder = join(process.env.DATA_DIR ?? '', 'bare-objects');
const mimeType = 'application/pdf';

/** Written to disk, then recorded in one statement, without cleanup after a crash. */
export async function upload(call: BareCall) {
  const { request, id: instruction_id } = call;
  const id = randomUUID();
  const file_name = decodeURIComponent(String(request.headers['x-file-name']));
  const size_bytes = Number(request.headers['content-length']);
  const now = new Date();
  await writeDurably(request, folder, id);
  await run(call, 'upload', [id, instruction_id, id, file_name, size_bytes, mimeType, now]);
  const file_size_mb = size_bytes / (1024 * 1024);
  const facts = { size_bytes, file_size_mb, mime_type: mimeType, created_at: now };
  return { id, instruction_id, file_name, ...facts };
}

export async function download(call: BareCall, response: ServerResponse): Promise<void> {
  const file = await one<{ object_key: string; size_bytes: number }>(call, 'file', [call.id]);
  response.writeHead(200, { 'content-type': mimeType, 'content-length': file.size_bytes });
  await pipeline(createReadStream(join(folder, file.object_key)), response);
}
