import { fileURLToPath } from 'node:url';
import { endpoints } from '@zavet/contract/endpoints';
import { startPostgresStandIn } from '@zavet/postgres-stand-in/stand-in';
import { call, type Target } from './call.ts';
import { latenciesOf, medians, percentile, throughput, treeOf } from './measure.ts';
import { newOwners, type Owner } from './owners.ts';
import { type BenchServer, startProcess, startServer } from './server.ts';
import {
  addContacts,
  allowStorage,
  attach,
  createInstruction,
  createWithFiles,
  instructionBody,
  pdfOf,
} from './vault.ts';

const rounds = 9;
const maxLatencyRatio = 4;
const maxMemoryMb = 250;
const bareServer = fileURLToPath(new URL('./bare/bare-server.ts', import.meta.url));

type Sides = Record<'product' | 'bare', Side>;

/** Compares the throughput of the product with that of a minimal server. */
export async function speed(only = Object.keys(measures)): Promise<string[]> {
  const postgres = await startPostgresStandIn();
  const databaseUrl = await postgres.newDatabase('zavet');
  const product = await startServer(databaseUrl);
  const bare = await startProcess(bareServer, { DATABASE_URL: databaseUrl });
  try {
    const sideOf = async ({ url }: { url: string }) => {
      const people = await newOwnersWithContacts(product);
      await allowStorage(databaseUrl, people);
      return fillSide(url, people, file);
    };
    const sides = {
      product: await sideOf(product),
      bare: await sideOf(bare),
    };
    await assertComparable(sides);
    const lines: string[] = [];
    for (const name of only) lines.push(await measure(name, sides));
    const { memoryMb } = treeOf(product.pid);
    return [...lines, `memory after that  ${memoryMb} MB (at most ${maxMemoryMb})`];
  } finally {
    await bare.stop();
    await product.stop();
    await postgres.stop();
  }
}

async function measure(name: string, { product, bare }: Sides): Promise<string> {
  const known = measures[name];
  if (!known) throw new Error(`There is no measure ${name}.`);
  const { calls, wanted, work } = known;
  const latencies = { product: latenciesOf(), bare: latenciesOf() };
  const rate = (side: Side, time: (call: () => Promise<unknown>) => Promise<unknown>) => () =>
    throughput(lanes, calls, (lane) => time(() => work(side, lane)));
  const found = await medians(rounds, {
    product: rate(product, latencies.product.time),
    bare: rate(bare, latencies.bare.time),
  });
  const slow = percentile(latencies.product.ms, 99) / percentile(latencies.bare.ms, 99);
  return [
    `${name.padEnd(15)}  product : bare  ${(found.product / found.bare).toFixed(2)} (at least ${wanted}; `,
    `${found.product.toFixed(0)} : ${found.bare.toFixed(0)} a second)`,
    `, p99 ${slow.toFixed(1)} times (at most ${maxLatencyRatio})`,
  ].join('');
}

const file = pdfOf(10 * 1024 * 1024);

interface Measure {
  /** The required throughput as a share of that of the bare server. */
  wanted: number;
  /** Calls per round. */
  calls: number;
  work(side: Side, lane: number): Promise<unknown>;
}

const measures: Record<string, Measure> = {
  list: {
    wanted: 0.4,
    calls: 500,
    work: ({ reader }) => call(reader, endpoints.listInstructions),
  },
  'list with files': {
    wanted: 0.3,
    calls: 300,
    work: ({ filedReader }) => call(filedReader, endpoints.listInstructions),
  },
  read: {
    wanted: 0.4,
    calls: 600,
    work: (side, lane) => {
      const { target, instruction } = writerAt(side, lane);
      return call(target, endpoints.getInstruction, { params: { id: instruction } });
    },
  },
  // An account may create 600 instructions per hour.
  create: {
    wanted: 0.25,
    calls: 500,
    work: (side, lane) => {
      const { target, contacts } = writerAt(side, lane);
      return createInstruction(target, contacts);
    },
  },
  update: { wanted: 0.35, calls: 500, work: (side, lane) => rewrite(writerAt(side, lane)) },
  dashboard: {
    wanted: 0.5,
    calls: 800,
    work: ({ reader }) => call(reader, endpoints.getDashboard),
  },
  session: { wanted: 0.5, calls: 800, work: ({ reader }) => call(reader, endpoints.getSession) },
  storage: { wanted: 0.5, calls: 800, work: ({ reader }) => call(reader, endpoints.getStorage) },
  upload: {
    wanted: 0.8,
    calls: 20,
    work: (side, lane) => {
      const { target, filed } = writerAt(side, lane);
      return attach(target, filed, file);
    },
  },
  download: {
    wanted: 0.8,
    calls: 60,
    work: (side, lane) => {
      const { target, file: id } = writerAt(side, lane);
      return call(target, endpoints.downloadFile, { params: { id } });
    },
  },
};

async function rewrite(writer: Writer): Promise<void> {
  const body = { ...instructionBody(writer.contacts), version: writer.version };
  const params = { id: writer.instruction };
  await call(writer.target, endpoints.updateInstruction, { params, body });
  writer.version += 1;
}

function writerAt({ writers }: Side, lane: number): Writer {
  const writer = writers[lane];
  if (!writer) throw new Error(`no writer in lane ${lane}`);
  return writer;
}

/** Concurrent callers of a measurement. */
const lanes = 10;
const listLength = 20;

export interface Writer {
  target: Target;
  contacts: string[];
  /** Id of an instruction without files. */
  instruction: string;
  version: number;
  /** Id of an instruction with files. */
  filed: string;
  file: string;
}

/**
 * The callers of one server. They created their data through it, so each server reads its own data.
 */
export interface Side {
  /** An owner of twenty instructions without files, for two contacts and one further recipient. */
  reader: Target;
  /** Like `reader`, with three files per instruction. */
  filedReader: Target;
  /** One writer per lane, because writes for the same owner wait for each other. */
  writers: Writer[];
}

/** An owner with contacts and without instructions. */
export interface NewOwner extends Owner {
  contacts: string[];
}

async function newOwnersWithContacts(product: BenchServer): Promise<NewOwner[]> {
  const owners = await newOwners(product, lanes + 2);
  return Promise.all(
    owners.map(async (owner) => ({
      ...owner,
      contacts: await addContacts({ url: product.url, cookie: owner.cookie }),
    })),
  );
}

/** Makes new owners write through a server. Every writer attaches `file`. */
async function fillSide(url: string, people: readonly NewOwner[], file: Buffer): Promise<Side> {
  const [reader, filedReader, ...writing] = people.map(({ cookie, contacts }) => ({
    target: { url, cookie },
    contacts,
  }));
  if (!reader || !filedReader) throw new Error('There are too few owners.');
  for (let count = 0; count < listLength; count++) {
    await createInstruction(reader.target, reader.contacts, 'anna@example.org');
    await createWithFiles(filedReader.target, filedReader.contacts);
  }
  const writers = writing.map(async (person) => {
    const instruction = await createInstruction(person.target, person.contacts);
    const filed = await createInstruction(person.target, person.contacts);
    const id = await attach(person.target, filed, file);
    return { ...person, instruction, version: 1, filed, file: id };
  });
  return {
    reader: reader.target,
    filedReader: filedReader.target,
    writers: await Promise.all(writers),
  };
}

/** Minimum size of a response of the bare server, as a share of that of the product. */
const minResponseShare = 0.85;

/** Throws if the bare server sends much less, because the comparison would be invalid. */
async function assertComparable({ product, bare }: Sides): Promise<void> {
  for (const reader of ['reader', 'filedReader'] as const) {
    const [ours, theirs] = await Promise.all(
      [product, bare].map((side) => call(side[reader], endpoints.listInstructions)),
    );
    if (!ours || !theirs || theirs.bytes < minResponseShare * ours.bytes) {
      throw new Error(`The lists differ: ${ours?.bytes} and ${theirs?.bytes} bytes.`);
    }
  }
}
