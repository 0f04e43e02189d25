import { type IncomingMessage, request } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type AnyInput, requestOf } from '@zavet/contract/client';
import type { Endpoint } from '@zavet/contract/endpoint';
import { endpoints } from '@zavet/contract/endpoints';
import type { ExportView, ImportView } from '@zavet/contract/vault/data-export-endpoints';
import { startPostgresStandIn } from '@zavet/postgres-stand-in/stand-in';
import { call, type Target } from './call.ts';
import { peakMb } from './measure.ts';
import { newOwners } from './owners.ts';
import { newCallerAddress, startServer } from './server.ts';
import { addContacts, allowStorage, attach, createInstruction, pdfOf } from './vault.ts';

const ownerCount = 10;
const filesPerOwner = 10;
const file = pdfOf(10 * 1024 * 1024);
const transferLimitMb = 400;

/** Measures the peak memory of the server during a hundred simultaneous uploads, then downloads. */
export async function vaultMemory(): Promise<string[]> {
  const postgres = await startPostgresStandIn();
  const databaseUrl = await postgres.newDatabase('zavet');
  const server = await startServer(databaseUrl);
  try {
    const owners = await newOwners(server, ownerCount);
    await allowStorage(databaseUrl, owners);
    const targets = await Promise.all(
      owners.map(async ({ cookie }) => {
        const target = { url: server.url, cookie };
        return { target, instruction: await createInstruction(target, await addContacts(target)) };
      }),
    );
    const atRest = peakMb(server.pid);
    const files = await Promise.all(
      targets
        .flatMap((owner) => Array.from({ length: filesPerOwner }, () => owner))
        .map(async ({ target, instruction }) => ({
          target,
          id: await attach(target, instruction, file),
        })),
    );
    const afterUploads = peakMb(server.pid);
    await Promise.all(files.map(download));
    const ratio = (peakMb(server.pid) / transferLimitMb).toFixed(2);
    return [
      `peak memory of ${files.length} simultaneous transfers : ${transferLimitMb} MB  ${ratio} (below 1)`,
      `(${atRest} MB before, ${afterUploads} MB after uploads, ${peakMb(server.pid)} MB after downloads)`,
    ];
  } finally {
    await server.stop();
    await postgres.stop();
  }
}

async function download({ target, id }: { target: Target; id: string }): Promise<void> {
  const { bytes } = await call(target, endpoints.downloadFile, { params: { id } });
  if (bytes !== file.length) throw new Error(`A file came back with ${bytes} bytes.`);
}

const fileCount = 105;
const concurrency = 5;
const exportLimitMb = 250;

/** Measures the peak memory of the server while a gigabyte is exported, downloaded and imported. */
export async function dataExportMemory(): Promise<string[]> {
  const postgres = await startPostgresStandIn();
  const databaseUrl = await postgres.newDatabase('zavet');
  const server = await startServer(databaseUrl);
  try {
    const owners = await newOwners(server, 2);
    await allowStorage(databaseUrl, owners);
    const [from, to] = owners.map(({ cookie }) => ({ url: server.url, cookie }));
    if (!from || !to) throw new Error('There are no owners.');
    const instruction = await createInstruction(from, await addContacts(from));
    for (let sent = 0; sent < fileCount; sent += concurrency) {
      const batch = Array.from({ length: concurrency }, () => attach(from, instruction, file));
      await Promise.all(batch);
    }
    const before = peakMb(server.pid);
    const startedAt = performance.now();
    const exportView = await waitForExport(from);
    const exportSeconds = secondsSince(startedAt);
    const afterExport = peakMb(server.pid);
    await pipeArchive(from, exportView, to);
    const imported = await waitForImport(to);
    const peak = peakMb(server.pid);
    const gb = ((exportView.size_bytes ?? 0) / 1024 ** 3).toFixed(2);
    return [
      `peak memory of ${gb} GB out and in : ${exportLimitMb} MB  ${(peak / exportLimitMb).toFixed(2)} (below 1)`,
      `(${before} MB before, ${afterExport} MB after the export, ${peak} MB after the import)`,
      `(export ${exportSeconds} s; ${imported.outcome?.files} files imported)`,
    ];
  } finally {
    await server.stop();
    await postgres.stop();
  }
}

async function waitForExport(target: Target): Promise<ExportView> {
  await call(target, endpoints.startExport);
  for (;;) {
    const { export: exportView } = await dataExports(target);
    if (exportView?.state === 'ready') return exportView;
    if (exportView?.state === 'failed') throw new Error('The export failed.');
    await pause(200);
  }
}

async function waitForImport(target: Target): Promise<ImportView> {
  for (;;) {
    const { import: imported } = await dataExports(target);
    if (imported?.state === 'done') return imported;
    if (imported?.state === 'failed')
      throw new Error(`The import failed: ${imported.failure?.code}`);
    await pause(200);
  }
}

async function dataExports(target: Target) {
  const answer = await call(target, endpoints.getDataExports);
  return answer.json<{ export: ExportView | null; import: ImportView | null }>();
}

/** Pipes the download into the upload, so that this process stores nothing. */
async function pipeArchive(from: Target, exportView: ExportView, to: Target): Promise<void> {
  const params = { id: exportView.id };
  const allowed = await open(from, endpoints.allowDownload, { params });
  allowed.response.resume();
  const ticket = allowed.response.headers['set-cookie']?.[0]?.replace(/;.*/, '') ?? '';
  const size_bytes = exportView.size_bytes ?? 0;
  const started = await call(to, endpoints.startImport, { body: { size_bytes } });
  const { id } = started.json<ImportView>();
  const cookie = `${from.cookie}; ${ticket}`;
  const download = await open({ ...from, cookie }, endpoints.downloadExport, { params });
  const upload = await open(
    to,
    endpoints.uploadArchive,
    { params: { id } },
    download.response,
    size_bytes,
  );
  upload.response.resume();
  if (upload.response.statusCode !== 200) {
    throw new Error(`The archive was answered with ${upload.response.statusCode}.`);
  }
}

async function open(
  { url, cookie }: Target,
  endpoint: Endpoint,
  input: AnyInput,
  body?: IncomingMessage,
  size?: number,
): Promise<{ response: IncomingMessage }> {
  const { path, method, headers } = requestOf(endpoint, input);
  const sent = request(url + path, {
    method,
    headers: {
      ...headers,
      ...(size !== undefined && {
        'content-type': 'application/octet-stream',
        'content-length': size,
      }),
      cookie,
      'x-forwarded-for': newCallerAddress(),
    },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject);
  });
  if (body) await pipeline(body, sent);
  else sent.end();
  return { response: await answered };
}

function secondsSince(moment: number): number {
  return Math.round((performance.now() - moment) / 1000);
}
