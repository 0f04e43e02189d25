import { addresses } from 'virtual:endpoint-addresses';
import { type Client, createClient, requestOf } from '@zavet/contract/client';
import type { FileView } from '@zavet/contract/instructions/instruction-schemas';
import type { ImportView } from '@zavet/contract/own-data/own-data-endpoints';
import type { RequestDocument } from '@zavet/contract/protocol/request-endpoints';
import { passwordProof } from '../session/password-proof.ts';
import { keptSession } from '../session/session.ts';
import { deskWatch } from './desk-watch.ts';
import { createSend, keepingSession } from './send.ts';
import { transferFetch } from './transfer-fetch.ts';
import { createUpload, type UploadOptions } from './upload.ts';

const calls = createClient(
  addresses,
  createSend({
    ...keptSession,
    fetch: async (path, init) => deskWatch.look(await fetch(path, init)),
    timeout: (ms) => AbortSignal.timeout(ms),
  }),
);

const transfers = createClient(
  addresses,
  keepingSession(keptSession, async (path, init) =>
    deskWatch.look(await transferFetch(path, init)),
  ),
);

/**
 * Every call of the contract, with the session kept alive behind it. One that the server wants to
 * see proven waits for the owner's answer. Files may take their time.
 */
export const api: Client = {
  // A mail server may take its time, like a file.
  ...askingForProof({ ...calls, connectMailbox: transfers.connectMailbox }),
  getMailboxMessage: transfers.getMailboxMessage,
  downloadMailboxAttachment: transfers.downloadMailboxAttachment,
  downloadFile: transfers.downloadFile,
  downloadFiles: transfers.downloadFiles,
  downloadRequestDocument: transfers.downloadRequestDocument,
  downloadReviewDocument: transfers.downloadReviewDocument,
};

const sendFile = createUpload(keptSession);
const upload: typeof sendFile = (...input) => passwordProof.withProof(() => sendFile(...input));

/** `api.attachFile` with a report of its progress. */
export async function uploadFile(
  instructionId: string,
  file: File,
  options: UploadOptions,
): Promise<FileView> {
  return (await upload(addresses.attachFile, inputOf(instructionId, file), options)) as FileView;
}

/** The same for `api.addRequestDocument`. */
export async function uploadRequestDocument(
  requestId: string,
  file: File,
  options: UploadOptions,
): Promise<RequestDocument> {
  const answer = await upload(addresses.addRequestDocument, inputOf(requestId, file), options);
  return (answer as { document: RequestDocument }).document;
}

/** The same for `api.sendArchive`. */
export async function uploadArchive(
  importId: string,
  archive: File,
  options: UploadOptions,
): Promise<ImportView> {
  const input = { params: { id: importId }, body: archive };
  return (await upload(addresses.sendArchive, input, options)) as ImportView;
}

/** Where a browser downloads an export by itself, so that it can go on after a break. */
export function exportAddress(id: string): string {
  return requestOf(addresses.downloadExport, { params: { id } }).path;
}

function inputOf(id: string, file: File) {
  return {
    params: { id },
    // Half of a character, which some systems allow in names, cannot be encoded.
    headers: { 'x-file-name': encodeURIComponent(file.name.replace(/\p{Cs}/gu, '\uFFFD')) },
    body: file,
  };
}

function askingForProof(client: Client): Client {
  type Call = (...input: unknown[]) => Promise<unknown>;
  const asking = Object.entries(client).map(([name, call]) => [
    name,
    (...input: unknown[]) => passwordProof.withProof(() => (call as Call)(...input)),
  ]);
  return Object.fromEntries(asking) as Client;
}
