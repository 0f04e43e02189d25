import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError, type Client, createClient } from '@zavet/contract/client';
import { endpoints } from '@zavet/contract/endpoints';
import { type Owner, signInAgain } from '../bench/owners.ts';
import { type BenchServer, newCallerAddress } from '../bench/server.ts';

/** An acknowledged write, with its start and end. */
export interface Write {
  owner: Owner;
  instruction_id: string;
  file_id: string;
  bytes: Buffer;
  startedAt: number;
  at: number;
}

export function clientOf(server: BenchServer, { cookie }: Owner): Client {
  // Every owner has their own address, because rate limits count by address.
  const address = newCallerAddress();
  return createClient(endpoints, (path, init) =>
    fetch(`${server.url}${path}`, {
      ...init,
      headers: { ...(init.headers as object), cookie, 'x-forwarded-for': address },
    }),
  );
}

const pauseMs = 60;

/** Owners keep writing instructions with one file each until `stop` is called. */
export function startWriting(server: BenchServer, owners: readonly Owner[]) {
  const writes: Write[] = [];
  let isStopped = false;
  let mayFail = false;
  let refused = 0;
  const writers = owners.map(async (owner) => {
    const client = clientOf(server, owner);
    const contactId = await addContact(client);
    while (!isStopped) {
      try {
        writes.push(await writeOne(client, owner, contactId));
        // The pause keeps the calls below the hourly rate limit.
        await pause(pauseMs);
      } catch (error) {
        if (mayFail) return;
        // A busy server may refuse a call, but no call may fail without a response.
        if (!(error instanceof ApiError)) throw error;
        refused += 1;
      }
    }
  });
  // `stop` reports a failure; before that, an unhandled rejection would end the process.
  for (const one of writers) one.catch(() => {});
  return {
    writes,
    refused: () => refused,
    /** Allows failures from now on, because the database will crash. */
    expectCrash: () => {
      mayFail = true;
    },
    stop: async () => {
      isStopped = true;
      await Promise.all(writers);
    },
  };
}

async function addContact(client: Client): Promise<string> {
  const { contact } = await client.createContact({
    body: {
      ...{ name: 'Boris', email: `boris-${randomUUID()}@example.org`, phone: '', address: '' },
      ...{ relationship: '', notes: '', category: 'family', preferred_language: 'en' },
      ...{ is_minor: false, has_guardian_consent: false },
    },
  });
  return contact.id;
}

async function writeOne(client: Client, owner: Owner, contactId: string): Promise<Write> {
  const startedAt = Date.now();
  const { id } = await client.createInstruction({
    body: {
      draft_id: randomUUID(),
      ...{ title: 'Where things are', category: 'notary', priority: 'high' },
      ...{ content: randomUUID(), recipient_name: '', recipient_email: '' },
      trusted_contact_ids: [contactId],
    },
  });
  const bytes = Buffer.from(`${randomBytes(3_000).toString('base64')}\n`);
  const file = await client.attachFile({
    params: { id },
    headers: { 'x-file-name': 'note.txt' },
    body: new Blob([new Uint8Array(bytes)]),
  });
  return { owner, instruction_id: id, file_id: file.id, bytes, startedAt, at: Date.now() };
}

/** Writes that cannot be read back byte for byte. */
export async function findLost(server: BenchServer, writes: readonly Write[]): Promise<Write[]> {
  const lost: Write[] = [];
  for (const [owner, ownerWrites] of Map.groupBy(writes, (write) => write.owner)) {
    const client = clientOf(server, await signInAgain(server, owner));
    for (const write of ownerWrites) {
      const isReadable = await readBack(client, write).catch(() => false);
      if (!isReadable) lost.push(write);
    }
  }
  return lost;
}

async function readBack(client: Client, { instruction_id, file_id, bytes }: Write) {
  await client.getInstruction({ params: { id: instruction_id } });
  const blob = await client.downloadFile({ params: { id: file_id } });
  return Buffer.from(await blob.arrayBuffer()).equals(bytes);
}
