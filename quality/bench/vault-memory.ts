import { readFileSync } from 'node:fs';
import { endpoints } from '@zavet/contract/endpoints';
import { startPostgresStandIn } from '@zavet/postgres-stand-in/stand-in';
import { call, type Target } from './call.ts';
import { newOwners } from './owners.ts';
import { startServer } from './server.ts';
import { allowStorage, attach, nameContacts, pdfOf, writeInstruction } from './vault.ts';

const ownerCount = 10;
const filesPerOwner = 10;
const file = pdfOf(10 * 1024 * 1024);
const allowedMb = 400;

/** The most memory that the server takes while a hundred files arrive, and then leave, at once. */
export async function vaultMemory(): Promise<string[]> {
  const postgres = await startPostgresStandIn();
  const databaseUrl = await postgres.newDatabase('zavet');
  const server = await startServer(databaseUrl);
  try {
    const owners = await newOwners(server, ownerCount);
    await allowStorage(databaseUrl, owners);
    const places = await Promise.all(
      owners.map(async ({ cookie }) => {
        const target = { url: server.url, cookie };
        return { target, instruction: await writeInstruction(target, await nameContacts(target)) };
      }),
    );
    const atRest = peakMb(server.pid);
    const files = await Promise.all(
      places
        .flatMap((place) => Array.from({ length: filesPerOwner }, () => place))
        .map(async ({ target, instruction }) => ({
          target,
          id: await attach(target, instruction, file),
        })),
    );
    const afterUploads = peakMb(server.pid);
    await Promise.all(files.map(download));
    const ratio = (peakMb(server.pid) / allowedMb).toFixed(2);
    return [
      `peak memory of ${files.length} transfers at once : ${allowedMb} MB  ${ratio} (below 1)`,
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

/** The kernel keeps the highest mark of a process. */
function peakMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
}
