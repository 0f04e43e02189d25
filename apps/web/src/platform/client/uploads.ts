import { addresses } from 'virtual:endpoint-addresses';
import type { RequestDocument } from '@zavet/contract/protocol/request-endpoints';
import type { ImportView } from '@zavet/contract/vault/data-export-endpoints';
import type { FileView } from '@zavet/contract/vault/instruction-schemas';
import { passwordProof } from '../session/password-proof.ts';
import { sessionRenewal } from '../session/session.ts';
import { createUpload, type UploadOptions } from './upload.ts';

const sendFile = createUpload(sessionRenewal);
const upload: typeof sendFile = (...input) => passwordProof.withProof(() => sendFile(...input));

/** Like `api.attachFile`, and reports progress. */
export async function uploadFile(
  instructionId: string,
  file: File,
  options: UploadOptions,
): Promise<FileView> {
  return (await upload(addresses.attachFile, inputOf(instructionId, file), options)) as FileView;
}

/** Like `api.addRequestDocument`, and reports progress. */
export async function uploadRequestDocument(
  requestId: string,
  file: File,
  options: UploadOptions,
): Promise<RequestDocument> {
  const answer = await upload(addresses.addRequestDocument, inputOf(requestId, file), options);
  return (answer as { document: RequestDocument }).document;
}

/** Like `api.uploadArchive`, and reports progress. */
export async function uploadArchive(
  importId: string,
  archive: File,
  options: UploadOptions,
): Promise<ImportView> {
  const input = { params: { id: importId }, body: archive };
  return (await upload(addresses.uploadArchive, input, options)) as ImportView;
}

function inputOf(id: string, file: File) {
  return {
    params: { id },
    // Lone surrogates, which some systems allow in file names, cannot be encoded.
    headers: { 'x-file-name': encodeURIComponent(file.name.replace(/\p{Cs}/gu, '\uFFFD')) },
    body: file,
  };
}
