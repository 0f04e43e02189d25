import { endpoints } from '@zavet/contract/endpoints';
import { call, type Target } from './call.ts';
import { newOwners, type Owner } from './owners.ts';
import type { BenchServer } from './server.ts';
import { attach, nameContacts, writeInstruction, writeWithFiles } from './vault.ts';

/** As many callers at once as a measurement has. */
export const lanes = 10;
const listLength = 20;

export interface Writer {
  target: Target;
  contacts: string[];
  /** Has no files. */
  instruction: string;
  version: number;
  /** Gets the files. */
  filed: string;
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

/** Somebody with contacts, who has written nothing yet. */
export interface Newcomer extends Owner {
  contacts: string[];
}

export async function newcomers(product: BenchServer): Promise<Newcomer[]> {
  const owners = await newOwners(product, lanes + 2);
  return Promise.all(
    owners.map(async (owner) => ({
      ...owner,
      contacts: await nameContacts({ url: product.url, cookie: owner.cookie }),
    })),
  );
}

/** Lets newcomers write through a server. `file` is what every writer attaches. */
export async function fillSide(
  url: string,
  people: readonly Newcomer[],
  file: Buffer,
): Promise<Side> {
  const [reader, filedReader, ...writing] = people.map(({ cookie, contacts }) => ({
    target: { url, cookie },
    contacts,
  }));
  if (!reader || !filedReader) throw new Error('There are too few people.');
  for (let count = 0; count < listLength; count++) {
    await writeInstruction(reader.target, reader.contacts, 'anna@example.org');
    await writeWithFiles(filedReader.target, filedReader.contacts);
  }
  const writers = writing.map(async (person) => {
    const instruction = await writeInstruction(person.target, person.contacts);
    const filed = await writeInstruction(person.target, person.contacts);
    const id = await attach(person.target, filed, file);
    return { ...person, instruction, version: 1, filed, file: id };
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
