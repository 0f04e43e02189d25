import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Pool } from 'pg';
import { inTransaction, send } from './work.ts';

const folder = join(process.env.DATA_DIR ?? '', 'mirror-objects');
const mimeType = 'application/pdf';

export async function upload(
  pool: Pool,
  userId: string,
  instructionId: string,
  request: IncomingMessage,
) {
  const id = randomUUID();
  const name = decodeURIComponent(String(request.headers['x-file-name']));
  const size = Number(request.headers['content-length']);
  const key = `files/${userId}/${id}`;
  const now = new Date();
  await inTransaction(pool, async (query) => {
    await query('lockUser', [userId]);
    await query('lockInstruction', [instructionId, userId]);
    await query('ownerKey', [userId]);
    await query('findDuplicate', [instructionId, name, size, 'stored']);
    await query('countFiles', [userId]);
    await query('lockUsage', [userId]);
    await query('readStorage', [30, userId]);
    const place = [id, userId, instructionId, key, name, name, size, mimeType];
    await query('insertFile', [...place, 'uploading', now]);
  });
  await writeDurably(request, id, join(folder, key));
  await inTransaction(pool, async (query) => {
    await query('lockUser', [userId]);
    await query('lockInstruction', [instructionId, userId]);
    await query('markStored', ['stored', id, 'uploading']);
  });
  return {
    id,
    instruction_id: instructionId,
    file_name: name,
    size_bytes: size,
    file_size_mb: size / (1024 * 1024),
    mime_type: mimeType,
    created_at: now,
  };
}

export async function download(
  pool: Pool,
  userId: string,
  id: string,
  response: ServerResponse,
): Promise<void> {
  const [file] = await send<{ object_key: string; size_bytes: number }>(pool, 'storedFile', [
    id,
    userId,
    'stored',
  ]);
  const { object_key = '', size_bytes = 0 } = file ?? {};
  response.writeHead(200, { 'content-type': mimeType, 'content-length': size_bytes });
  await pipeline(createReadStream(join(folder, object_key)), response);
}

/** Aside first, then under its name, and on the disk: as the product keeps files. */
async function writeDurably(bytes: IncomingMessage, id: string, path: string): Promise<void> {
  await mkdir(join(folder, 'aside'), { recursive: true });
  await mkdir(dirname(path), { recursive: true });
  const aside = join(folder, 'aside', id);
  await pipeline(bytes, createWriteStream(aside, { flags: 'wx', flush: true }));
  await rename(aside, path);
  const parent = await open(dirname(path), 'r');
  await parent.sync();
  await parent.close();
}
