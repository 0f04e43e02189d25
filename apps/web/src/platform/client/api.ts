import { addresses } from 'virtual:endpoint-addresses';
import { type Client, createClient } from '@zavet/contract/client';
import type { FileView } from '@zavet/contract/instructions/instruction-schemas';
import { keptSession } from '../session/session.ts';
import { createSend, keepingSession } from './send.ts';
import { transferFetch } from './transfer-fetch.ts';
import { createUpload, type UploadOptions } from './upload.ts';

const calls = createClient(
  addresses,
  createSend({
    ...keptSession,
    fetch: (path, init) => fetch(path, init),
    timeout: (ms) => AbortSignal.timeout(ms),
  }),
);

const transfers = createClient(addresses, keepingSession(keptSession, transferFetch));

/** Every call of the contract, with the session kept alive behind it. Files may take their time. */
export const api: Client = {
  ...calls,
  downloadFile: transfers.downloadFile,
  downloadFiles: transfers.downloadFiles,
};

const upload = createUpload(keptSession);

/** `api.attachFile` with a report of its progress. */
export async function uploadFile(
  instructionId: string,
  file: File,
  options: UploadOptions,
): Promise<FileView> {
  const input = {
    params: { id: instructionId },
    // Half of a character, which some systems allow in names, cannot be encoded.
    headers: { 'x-file-name': encodeURIComponent(file.name.replace(/\p{Cs}/gu, '\uFFFD')) },
    body: file,
  };
  return (await upload(addresses.attachFile, input, options)) as FileView;
}
