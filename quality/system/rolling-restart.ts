import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { SmtpStandIn } from '@zavet/smtp-stand-in/stand-in';
import { must } from './loopback.ts';
import { instructionOf, type ProxiedOwner, proxiedOwner } from './proxied-person.ts';
import type { ReverseProxy } from './reverse-proxies.ts';
import type { ServedProduct } from './served-product.ts';

interface Around {
  product: ServedProduct;
  proxy: ReverseProxy;
  mail: SmtpStandIn;
  rounds: number;
  say(line: string): void;
}

/** In three rounds. */
const fewestRequests = 1_000;
/** Until a proxy has noticed that a server is back. */
const settlingMs = 3_000;
const callPauseMs = 120;
const uploadedBytes = 2_000_000;
const uploadMs = 4_000;

/** What people asked for, and what they did not get. */
interface Count {
  reads: number;
  writes: number;
  uploads: number;
  lost: string[];
}

/** Both servers stop and start, one after the other, while people read, write and send files. */
export async function restartInTurn(around: Around): Promise<void> {
  const { product, proxy, mail, rounds, say } = around;
  const count: Count = { reads: 0, writes: 0, uploads: 0, lost: [] };
  const people: ProxiedOwner[] = [];
  for (let made = 0; made < 8; made += 1) people.push(await proxiedOwner(proxy, mail));
  let isOver = false;
  const keepOn = async (act: () => Promise<unknown>) => {
    while (!isOver) {
      await act().catch((error) => void count.lost.push(String(error.stack ?? error)));
      await pause(callPauseMs);
    }
  };
  const written = new Map<ProxiedOwner, number>();
  const atWork = people.map((person, place) => {
    if (place < 4) return keepOn(() => read(person, count));
    if (place < 7) return keepOn(() => write(person, count, written));
    return keepOn(() => upload(person, count, written));
  });
  const stops: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const server of product.ports.keys()) {
      await pause(settlingMs);
      stops.push((await product.restart(server)).stoppedMs);
    }
  }
  isOver = true;
  await Promise.all(atWork);
  const total = count.reads + count.writes + count.uploads;
  say(
    `${stops.length} restarts (a stop takes up to ${(Math.max(...stops) / 1000).toFixed(1)} s): ` +
      `${count.lost.length} of ${total} requests lost (${count.reads} reads, ${count.writes} writes, ${count.uploads} uploads)`,
  );
  must(`lost: ${[...new Set(count.lost)].slice(0, 3).join('; ')}`, count.lost.length === 0);
  must(`only ${total} requests`, rounds < 3 || total >= fewestRequests);
  for (const [person, expected] of written) {
    const { total: found } = await person.listInstructions({ query: {} });
    must(`${found} instructions where ${expected} were written`, found === expected);
  }
  for (const person of people) person.leave();
}

async function read(person: ProxiedOwner, count: Count): Promise<void> {
  count.reads += 1;
  await person.listInstructions({ query: {} });
}

async function write(
  person: ProxiedOwner,
  count: Count,
  written: Map<ProxiedOwner, number>,
): Promise<{ id: string }> {
  count.writes += 1;
  const made = await person.createInstruction({ body: instructionOf(person) });
  written.set(person, (written.get(person) ?? 0) + 1);
  return made;
}

/** Over a slow line, so that it is under way whenever a server stops. */
async function upload(
  person: ProxiedOwner,
  count: Count,
  written: Map<ProxiedOwner, number>,
): Promise<void> {
  const { id } = await write(person, count, written);
  const content = randomBytes(uploadedBytes / 2).toString('hex');
  count.uploads += 1;
  const response = await person.send(`/api/instructions/${id}/files`, {
    method: 'POST',
    headers: {
      'content-type': 'application/octet-stream',
      'content-length': String(uploadedBytes),
      'x-file-name': 'slow.txt',
    },
    body: Readable.from(slowly(content)),
  });
  if (!response.ok) throw new Error(`upload: ${response.status} ${await response.text()}`);
  const file = (await response.json()) as { id: string };
  count.reads += 1;
  const back = await person.downloadFile({ params: { id: file.id } });
  if ((await back.text()) !== content) throw new Error('an upload came back otherwise');
  await person.deleteFile({ params: { id: file.id } });
}

async function* slowly(content: string): AsyncGenerator<Buffer> {
  const parts = 20;
  const length = content.length / parts;
  for (let part = 0; part < parts; part += 1) {
    yield Buffer.from(content.slice(part * length, (part + 1) * length));
    await pause(uploadMs / parts);
  }
}
