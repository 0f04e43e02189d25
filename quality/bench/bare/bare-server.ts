import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { answers, type BareCall, one, openBareDatabase, run } from './bare-answers.ts';
import { answerJson, listen, writeDurably } from './http.ts';

/**
 * The minimal implementation: `node:http`, the caller from the cookie, one statement per call on
 * one table, no encryption, validation or limits. It trusts every cookie: never expose it.
 */
const database = await openBareDatabase(process.env.DATABASE_URL ?? '');

listen(answer, () => database.close());

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url = '', headers } = request;
  const [id = ''] = /[0-9a-f-]{36}/.exec(url) ?? [];
  const claim = /zavet_access=[^~]+~(\d+)~([0-9a-f-]{36})/.exec(headers.cookie ?? '');
  const [, end = '', user = ''] = claim ?? [];
  const route = `${method} ${id ? url.replace(id, '{id}') : url}`;
  const call = { database, user, sessionEnd: Number(end), id, request };
  if (route === 'GET /api/files/{id}/content') return download(call, response);
  const work = route === 'POST /api/instructions/{id}/files' ? upload : answers[route];
  if (!work) throw new Error(`no route ${route}`);
  answerJson(response, await work(call));
}

const folder = join(process.env.DATA_DIR ?? '', 'bare-objects');
const mimeType = 'application/pdf';

/** Writes the file to disk, then inserts its row with one statement; no cleanup after a crash. */
export async function upload(call: BareCall) {
  const { request, id: instruction_id } = call;
  const id = randomUUID();
  const file_name = decodeURIComponent(String(request.headers['x-file-name']));
  const size_bytes = Number(request.headers['content-length']);
  await writeDurably(request, folder, id);
  const file_size_mb = size_bytes / (1024 * 1024);
  const facts = { size_bytes, file_size_mb, mime_type: mimeType, created_at: new Date() };
  const file = { id, instruction_id, file_name, ...facts };
  await run(call, 'upload', [id, instruction_id, size_bytes, JSON.stringify(file)]);
  return file;
}

export async function download(call: BareCall, response: ServerResponse): Promise<void> {
  const file = await one<{ id: string; size_bytes: number }>(call, 'file', [call.id]);
  response.writeHead(200, { 'content-type': mimeType, 'content-length': file.size_bytes });
  await pipeline(createReadStream(join(folder, file.id)), response);
}
