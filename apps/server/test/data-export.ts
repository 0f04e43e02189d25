import { buffer } from 'node:stream/consumers';
import type { ArchiveData } from '@zavet/contract/vault/archive-schema';
import type { ExportView, ImportView } from '@zavet/contract/vault/data-export-endpoints';
import { expect, vi } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import type { Person } from './people.ts';

export async function waitForExport(
  person: Person,
  state: ExportView['state'],
): Promise<ExportView> {
  const read = async () => (await person.browser.getDataExports()).export;
  await vi.waitFor(async () => expect((await read())?.state).toBe(state));
  return (await read()) as ExportView;
}

export async function downloadExport(person: Person): Promise<Buffer> {
  const { id } = await person.browser.startExport();
  await waitForExport(person, 'ready');
  await person.browser.allowDownload({ params: { id } });
  const response = await person.browser.downloadExport({ params: { id } });
  return Buffer.from(await response.arrayBuffer());
}

/** Entries of a ZIP, read by an independent library. */
export async function unzip(zip: Buffer): Promise<Map<string, Buffer>> {
  const entries = new Map<string, Buffer>();
  const opened = await fromBufferPromise(zip, { strictFileNames: true });
  for await (const entry of opened.eachEntry()) {
    expect(entries.has(entry.fileName)).toBe(false);
    entries.set(entry.fileName, await buffer(await opened.openReadStreamPromise(entry)));
  }
  return entries;
}

export function dataOf(entries: ReadonlyMap<string, Buffer>): ArchiveData {
  return JSON.parse(entries.get('data.json')?.toString() ?? '') as ArchiveData;
}

/** Uploads an archive and waits until it is imported or refused. */
export async function uploadArchive(person: Person, archive: Buffer): Promise<ImportView> {
  const { browser } = person;
  const { id } = await browser.startImport({ body: { size_bytes: archive.length } });
  await browser.uploadArchive({ params: { id }, body: new Blob([new Uint8Array(archive)]) });
  const read = async () => (await browser.getDataExports()).import;
  await vi.waitFor(async () => expect((await read())?.state).toMatch(/done|failed/));
  return (await read()) as ImportView;
}
