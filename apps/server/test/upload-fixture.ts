import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import type { ExpectedFileInput } from '@zavet/contract/vault/instruction-schemas';
import { expect, vi } from 'vitest';
import { signedInPerson } from './people.ts';
import type { TestProduct } from './test-product.ts';
import { attach, writeInstruction } from './vault-fixtures.ts';

export type InstructionWithFiles = Awaited<ReturnType<typeof newInstruction>>;

/** An instruction of a new owner, with helpers for its files. */
export async function newInstruction(product: TestProduct, ...expected_files: ExpectedFileInput[]) {
  const owner = await signedInPerson(product);
  const written = await writeInstruction(owner, { expected_files });
  const { id } = written;
  const read = () => owner.browser.getInstruction({ params: { id } });
  const usedBytes = async () => (await owner.browser.getStorage()).used_mb * 1024 * 1024;

  /** Opens an upload without sending its body. */
  function openUpload(name: string, size: number): Socket {
    const cookie = [...owner.browser.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
    const socket = connect(Number(new URL(product.url).port), 'localhost');
    socket.write(
      [
        `POST /api/instructions/${id}/files HTTP/1.1`,
        'Host: localhost',
        'X-Forwarded-For: 10.9.9.9',
        `Cookie: ${cookie}`,
        'Content-Type: application/octet-stream',
        `Content-Length: ${size}`,
        `X-File-Name: ${name}`,
        '',
        '',
      ].join('\r\n'),
    );
    return socket;
  }

  return {
    owner,
    id,
    written,
    usedBytes,
    openUpload,
    files: async () => (await read()).files,
    expected: async () => (await read()).expected_files,
    attach: (name: string, content: Buffer) => attach(owner, id, name, content),
    /** Starts an upload and sends only the first part. */
    startUpload: async (size: number, firstPart: Buffer): Promise<Socket> => {
      const socket = openUpload('a.txt', size);
      socket.write(firstPart);
      await vi.waitFor(async () => expect(await usedBytes()).toBe(size), { timeout: 10_000 });
      return socket;
    },
  };
}

export const answerOf = (socket: Socket) =>
  new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())));

/** Paths of an owner's stored objects. */
export const objectsOf = ({ dataDir }: TestProduct, userId: string): string[] =>
  readdirSync(join(dataDir, 'objects'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path.includes(userId));
