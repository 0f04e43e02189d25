import { endpoints } from '@zavet/contract/endpoints';
import { call } from './call.ts';
import type { Side, Writer } from './sides.ts';
import { attach, instructionBody, pdfOf, writeInstruction } from './vault.ts';

export const file = pdfOf(10 * 1024 * 1024);

interface Measure {
  /** What the product must reach of the bare server. */
  wanted: number;
  /** Calls of a round. */
  calls: number;
  /** Whether the server that mirrors the product's statements can do it, too. */
  isMirrored?: boolean;
  work(side: Side, lane: number): Promise<unknown>;
}

export const measures: Record<string, Measure> = {
  list: {
    wanted: 0.5,
    calls: 500,
    isMirrored: true,
    work: ({ reader }) => call(reader, endpoints.listInstructions),
  },
  'list with files': {
    wanted: 0.5,
    calls: 300,
    isMirrored: true,
    work: ({ filedReader }) => call(filedReader, endpoints.listInstructions),
  },
  read: {
    wanted: 0.5,
    calls: 600,
    work: (side, lane) => {
      const { target, instruction } = writerAt(side, lane);
      return call(target, endpoints.getInstruction, { params: { id: instruction } });
    },
  },
  // An account may write 600 times in an hour.
  create: {
    wanted: 0.5,
    calls: 500,
    isMirrored: true,
    work: (side, lane) => {
      const { target, contacts } = writerAt(side, lane);
      return writeInstruction(target, contacts);
    },
  },
  update: { wanted: 0.4, calls: 500, work: (side, lane) => rewrite(writerAt(side, lane)) },
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
  if (!writer) throw new Error(`nobody writes in lane ${lane}`);
  return writer;
}
