import { Readable } from 'node:stream';
import { dataExportTerms } from '@zavet/contract/vault/data-export-values';
import { type Context, perContext } from '../../../context.ts';
import { sealedSize } from '../../../platform/encryption/sealed-stream.ts';
import { SealBroken } from '../../../platform/encryption/sealed-text.ts';
import { createValueSigner } from '../../../platform/encryption/tokens.ts';
import { fail } from '../../../platform/failure.ts';
import type {
  Caller,
  CookieReader,
  Cookies,
  Owner,
  ResumableDownload,
} from '../../../platform/http/route.ts';
import { newId } from '../../../platform/ids.ts';
import { recordSecurityEvent } from '../../identity/account/index.ts';
import { findExport, recordFirstDownload, setTicket } from './export-repository.ts';

const ticketSigner = perContext(({ serviceKey }) => createValueSigner(serviceKey, 'export-ticket'));

const cookieName = 'zavet_export';

/**
 * Allows the session that has just given proof to download. The ticket is a separate cookie bound
 * to the session: neither a stolen session nor a copied cookie is sufficient.
 */
export async function issueDownloadTicket(
  ctx: Context,
  { user_id, session_id }: Owner,
  id: string,
  cookies: Cookies,
): Promise<void> {
  const { database, clock } = ctx;
  const ticket = newId();
  const found = await setTicket(database, { id, user_id }, ticket, clock.now());
  if (!found) return fail('not_found');
  cookies.set(cookieName, ticketSigner(ctx).sign(`${id}/${ticket}/${session_id}`), {
    path: `/api/data/exports/${id}`,
    sameSite: 'Strict',
    maxAge: dataExportTerms.exportHours * 3600,
  });
}

/** Decrypts the ZIP while it is streamed; a range reads only its segments. */
export async function downloadExport(
  ctx: Context,
  { user_id, session_id }: Owner,
  id: string,
  cookies: CookieReader,
  caller: Caller,
): Promise<ResumableDownload> {
  const { database, clock, vault, store } = ctx;
  const found = await findExport(database, { id });
  const now = clock.now();
  if (found?.user_id !== user_id || found.state !== 'ready' || found.expires_at <= now) {
    return fail('not_found');
  }
  const { attempt_id, object_key, size_bytes, ticket_id } = found;
  const presented = ticketSigner(ctx).open(cookies.get(cookieName) ?? '');
  if (ticket_id === null || presented !== `${id}/${ticket_id}/${session_id}`) {
    return fail('download_not_allowed');
  }
  if (!attempt_id || !object_key || size_bytes === null) {
    throw new Error('A ready export has no object.');
  }
  const facts = await store.head(object_key);
  if (!facts || facts.size !== sealedSize(size_bytes)) throw new SealBroken('An export');
  const key = await vault.keyOf(user_id);
  await database.transaction(async () => {
    if (!(await recordFirstDownload(database, id, now))) return;
    await recordSecurityEvent(database, user_id, 'data_export_downloaded', caller, now);
  });
  return {
    size: size_bytes,
    etag: `"${attempt_id}"`,
    mime_type: 'application/zip',
    file_name: `zavet-${found.created_at.toISOString().slice(0, 10)}.zip`,
    open: async (start, end) => {
      const file = await key.openFileRanges(attempt_id, size_bytes, (from, to) =>
        store.get(object_key, { start: from, end: to }),
      );
      return Readable.from(file.range(start, end), { objectMode: false, highWaterMark: 1 });
    },
  };
}
