import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import type { MailDns } from '../src/platform/doctor/mail-dns.ts';

/** Records by name. Queries for a `silent` name time out, those for a `broken` one fail. */
type Zone = Record<string, { mx?: string[]; a?: string[] } | 'silent' | 'broken'>;

const recordTypes = { a: 1, mx: 15 } as const;
const nameErrorCode = 3;
const serverFailureCode = 2;

/** A DNS server on loopback with the record types of a domain check. */
export async function startNameServer(zone: Zone) {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (question, from) => {
    const { name, type, end } = parseQuestion(question);
    asked.push(name);
    const found = zone[name];
    if (found === 'silent') return;
    const records =
      found === undefined || found === 'broken'
        ? []
        : type === recordTypes.mx
          ? (found.mx ?? []).map((exchange) => encodeMx(exchange))
          : type === recordTypes.a
            ? (found.a ?? []).map((address) => Buffer.from(address.split('.').map(Number)))
            : [];
    const code = found === undefined ? nameErrorCode : found === 'broken' ? serverFailureCode : 0;
    socket.send(
      buildResponse(question.subarray(0, end), type, records, code),
      from.port,
      from.address,
    );
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address() as AddressInfo;
  return {
    server: `127.0.0.1:${port}`,
    /** Every queried name, in order. */
    asked,
    stop: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
}

function parseQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function buildResponse(question: Buffer, type: number, records: Buffer[], code: number): Buffer {
  const head = Buffer.from(question);
  head.writeUInt16BE(0x8180 | code, 2);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt16BE(0, 8);
  head.writeUInt16BE(0, 10);
  const answers = records.map((data) => {
    const fixed = Buffer.alloc(12);
    fixed.writeUInt16BE(0xc00c, 0);
    fixed.writeUInt16BE(type, 2);
    fixed.writeUInt16BE(1, 4);
    fixed.writeUInt32BE(60, 6);
    fixed.writeUInt16BE(data.length, 10);
    return Buffer.concat([fixed, data]);
  });
  return Buffer.concat([head, ...answers]);
}

/** Preference and exchange; an empty name encodes the root. */
function encodeMx(exchange: string): Buffer {
  const labels = exchange === '' ? [] : exchange.split('.');
  return Buffer.concat([
    Buffer.from([0, 10]),
    ...labels.map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);
}

/** Records of a name; `names` are the reverse records of an address. */
export interface DnsEntry {
  txt?: string[];
  mx?: string[];
  addresses?: string[];
  names?: string[];
}

/** A resolver that reads from a table. */
export function dnsTable(entries: Record<string, DnsEntry>): MailDns {
  const look = (kind: keyof DnsEntry) => async (name: string) => entries[name]?.[kind] ?? [];
  return {
    txt: look('txt'),
    mx: look('mx'),
    addresses: look('addresses'),
    names: look('names'),
  };
}
