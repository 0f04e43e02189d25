import { addresses } from 'virtual:endpoint-addresses';
import { type Client, createClient } from '@zavet/contract/client';
import type { FileView } from '@zavet/contract/instructions/instruction-schemas';
import { screenTimings } from '@zavet/contract/timings';
import { browserSurroundings } from './browser-surroundings.ts';
import { patientFetch } from './patient-fetch.ts';
import { createSend, keepingSession } from './send.ts';
import { SessionKeeper } from './session-keeper.ts';
import { createUpload, type UploadOptions } from './upload.ts';

const surroundings = browserSurroundings();

// Calls about the session itself: never renewed and repeated, with time-outs of their own.
const sessionApi = createClient(addresses, (path, init) =>
  fetch(path, { ...init, credentials: 'same-origin' }),
);

export const sessionKeeper = new SessionKeeper(
  {
    read: async (signal) => (await sessionApi.getSession({}, { signal })).session,
    refresh: async (signal) => (await sessionApi.refreshSession({}, { signal })).session,
    signOut: (signal) => sessionApi.signOut({}, { signal }),
  },
  surroundings,
);

/** For calls that are sent by other means than `api`. */
export const keptSession = {
  refresh: () => sessionKeeper.refresh(screenTimings.operationTimeout),
  refused: () => sessionKeeper.refused(),
};

const calls = createClient(
  addresses,
  createSend({
    ...keptSession,
    fetch: (path, init) => fetch(path, init),
    timeout: surroundings.timeout,
  }),
);

const transfers = createClient(addresses, keepingSession(keptSession, patientFetch));

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
