import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type BareCall, one, run } from './bare-answers.ts';

const folder = join(process.env.DATA_DIR ?? '', 'bare-objects');
const mimeType = 'application/pdf';

/** On the disk first, then in its row: one statement, and nothing to clear up after a crash. */
export async function upload(call: BareCall) {
  const { request, id: instruction_id } = call;
  const id = randomUUID();
  const file_name = decodeURIComponent(String(request.headers['x-file-name']));
  const size_bytes = Number(request.headers['content-length']);
  const now = new Date();
  await writeDurably(request, id);
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

/** Aside first, then under its name, and on the disk: as the product keeps files. */
async function writeDurably(bytes: IncomingMessage, id: string): Promise<void> {
  await mkdir(join(folder, 'aside'), { recursive: true });
  const aside = join(folder, 'aside', id);
  await pipeline(bytes, createWriteStream(aside, { flags: 'wx', flush: true }));
  await rename(aside, join(folder, id));
  const parent = await open(folder, 'r');
  await parent.sync();
  await parent.close();
}
