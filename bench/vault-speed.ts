import { fileURLToPath } from 'node:url';
import { endpoints } from '@zavet/contract/endpoints';
import { startPostgresStandIn } from '@zavet/postgres-stand-in/stand-in';
import { call, type Target } from './call.ts';
import { newOwners } from './owners.ts';
import { medians, throughput } from './rounds.ts';
import { type BenchServer, startProcess, startServer } from './server.ts';
import {
  allowStorage,
  attach,
  nameContacts,
  pdfOf,
  writeInstruction,
  writeWithFiles,
} from './vault.ts';

const lanes = 4;
const rounds = 9;
const listLength = 100;
const file = pdfOf(10 * 1024 * 1024);
const bareServer = fileURLToPath(new URL('./bare/bare-server.ts', import.meta.url));

interface Measure {
  wanted: number;
  calls: number;
  work(side: Side, lane: number): Promise<unknown>;
}

const measures: Record<string, Measure> = {
  list: { wanted: 0.5, calls: 80, work: ({ reader }) => call(reader, endpoints.listInstructions) },
  create: {
    wanted: 0.5,
    calls: 120,
    work: ({ writers }, lane) => {
      const { target, contacts } = at(writers, lane);
      return writeInstruction(target, contacts);
    },
  },
  upload: {
    wanted: 0.6,
    calls: 16,
    work: ({ writers }, lane) => {
      const { target, instruction } = at(writers, lane);
      return attach(target, instruction, file);
    },
  },
  download: {
    wanted: 0.6,
    calls: 48,
    work: ({ writers }, lane) => {
      const { target, file: id } = at(writers, lane);
      return call(target, endpoints.downloadFile, { params: { id } });
    },
  },
};

/** How much the product gets done while a server without encryption, validation and framework does 1. */
export async function vaultSpeed(): Promise<string[]> {
  const postgres = await startPostgresStandIn();
  const databaseUrl = await postgres.newDatabase('zavet');
  const product = await startServer(databaseUrl);
  const bare = await startProcess(bareServer, { DATABASE_URL: databaseUrl });
  try {
    const productSide = await fill(product.url, product, databaseUrl);
    const bareSide = await fill(bare.url, product, databaseUrl);
    await assertSameAnswers(productSide, bareSide);
    const lines: string[] = [];
    for (const [name, { wanted, calls, work }] of Object.entries(measures)) {
      const found = await medians(rounds, {
        product: () => throughput(lanes, calls, (lane) => work(productSide, lane)),
        bare: () => throughput(lanes, calls, (lane) => work(bareSide, lane)),
      });
      const ratio = (found.product / found.bare).toFixed(2);
      const figures = `${found.product.toFixed(0)} : ${found.bare.toFixed(0)} a second`;
      lines.push(
        `${name.padEnd(8)}  product : bare server  ${ratio} (at least ${wanted}; ${figures})`,
      );
    }
    return lines;
  } finally {
    await bare.stop();
    await product.stop();
    await postgres.stop();
  }
}

/** The people who call one of the servers. They write through it, so that each reads its own kind. */
interface Side {
  reader: Target;
  /** One per lane: writing waits for anyone else who writes for the same owner. */
  writers: { target: Target; contacts: string[]; instruction: string; file: string }[];
}

async function fill(url: string, product: BenchServer, databaseUrl: string): Promise<Side> {
  const owners = await newOwners(product, lanes + 1);
  await allowStorage(databaseUrl, owners);
  const people = await Promise.all(
    owners.map(async ({ cookie }) => ({
      target: { url, cookie },
      contacts: await nameContacts({ url: product.url, cookie }),
    })),
  );
  const { target: reader, contacts } = at(people, lanes);
  for (let count = 0; count < listLength; count++) await writeWithFiles(reader, contacts);
  const writers = people.slice(0, lanes).map(async (person) => {
    const instruction = await writeInstruction(person.target, person.contacts);
    return { ...person, instruction, file: await attach(person.target, instruction, file) };
  });
  return { reader, writers: await Promise.all(writers) };
}

/** A bare server that did less than the product would prove nothing. */
async function assertSameAnswers(...sides: Side[]): Promise<void> {
  const lists = await Promise.all(
    sides.map(({ reader }) => call(reader, endpoints.listInstructions)),
  );
  const sizes = new Set(lists.map(({ bytes }) => bytes));
  if (sizes.size > 1) throw new Error(`The lists differ: ${[...sizes]} bytes.`);
}

function at<T>(values: readonly T[], place: number): T {
  const value = values[place];
  if (value === undefined) throw new Error(`nothing at ${place}`);
  return value;
}
