import { endpoints } from '@zavet/contract/endpoints';
import { call, type Target } from './call.ts';
import { newOwners } from './owners.ts';
import type { BenchServer } from './server.ts';
import { allowStorage, attach, nameContacts, writeInstruction, writeWithFiles } from './vault.ts';

/** As many callers at once as a measurement has. */
export const lanes = 10;
const listLength = 20;

export interface Writer {
  target: Target;
  contacts: string[];
  instruction: string;
  version: number;
  file: string;
}

/** The people who call one of the servers. They write through it, so that each reads its own kind. */
export interface Side {
  /** Has twenty instructions for two contacts and somebody else, without files. */
  reader: Target;
  /** The same with three files each. */
  filedReader: Target;
  /** One per lane: writing waits for anyone else who writes for the same owner. */
  writers: Writer[];
}

/** `file` is what every writer attaches to its first instruction. */
export async function fillSide(
  url: string,
  product: BenchServer,
  databaseUrl: string,
  file: Buffer,
): Promise<Side> {
  const owners = await newOwners(product, lanes + 2);
  await allowStorage(databaseUrl, owners);
  const people = await Promise.all(
    owners.map(async ({ cookie }) => ({
      target: { url, cookie },
      contacts: await nameContacts({ url: product.url, cookie }),
    })),
  );
  const [reader, filedReader, ...writing] = people;
  if (!reader || !filedReader) throw new Error('There are too few people.');
  for (let count = 0; count < listLength; count++) {
    await writeInstruction(reader.target, reader.contacts, 'anna@example.org');
    await writeWithFiles(filedReader.target, filedReader.contacts);
  }
  const writers = writing.map(async (person) => {
    const instruction = await writeInstruction(person.target, person.contacts);
    const id = await attach(person.target, instruction, file);
    return { ...person, instruction, version: 1, file: id };
  });
  return {
    reader: reader.target,
    filedReader: filedReader.target,
    writers: await Promise.all(writers),
  };
}

/** A server that did less than the product would prove nothing. */
export async function assertSameAnswers(...sides: Side[]): Promise<void> {
  for (const who of ['reader', 'filedReader'] as const) {
    const lists = await Promise.all(
      sides.map((side) => call(side[who], endpoints.listInstructions)),
    );
    const sizes = new Set(lists.map(({ bytes }) => bytes));
    if (sizes.size > 1) throw new Error(`The lists differ: ${[...sizes]} bytes.`);
  }
}
