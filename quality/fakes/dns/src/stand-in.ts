import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export interface DnsStandIn {
  /** `address:port` */
  server: string;
  /** Replaces the records of a name and type; an MX is written as `10 mail.example.org`. */
  set(name: string, type: RecordType, ...values: string[]): void;
  /** Makes every query for a name fail or time out. */
  fail(name: string, failure: 'failed' | 'silent'): void;
  stop(): Promise<void>;
}

export async function startDnsStandIn(): Promise<DnsStandIn> {
  const records = new Map<string, Map<RecordType, readonly string[]>>();
  const failures = new Map<string, 'failed' | 'silent'>();
  const socket = createSocket('udp4');

  function answerTo(question: Question): Buffer | undefined {
    const failure = failures.get(question.name);
    if (failure === 'silent') return undefined;
    if (failure) return writeAnswer(question, failure, []);
    const known = records.get(question.name);
    if (!known) return writeAnswer(question, 'unknown', []);
    const values = question.type && known.get(question.type);
    return writeAnswer(question, 'found', values ?? []);
  }

  socket.on('message', (message, { port, address }) => {
    const answer = answerTo(readQuestion(message));
    if (answer) socket.send(answer, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    server: `127.0.0.1:${socket.address().port}`,
    set: (name, type, ...values) => {
      const known = records.get(name.toLowerCase()) ?? new Map<RecordType, readonly string[]>();
      records.set(name.toLowerCase(), known.set(type, values));
    },
    fail: (name, failure) => void failures.set(name.toLowerCase(), failure),
    stop: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}

/** Supported record types by number. */
const recordTypes = { A: 1, PTR: 12, MX: 15, TXT: 16, AAAA: 28 } as const;
export type RecordType = keyof typeof recordTypes;

export interface Question {
  id: number;
  name: string;
  /** Undefined for unsupported types. */
  type: RecordType | undefined;
  /** The question as received; responses repeat it in the same upper and lower case. */
  source: Buffer;
}

const headerLength = 12;
const internetClass = 1;
const ttlSeconds = 60;
/** Flags of a response: recursion desired, recursion available. */
const answerFlags = 0x8180;
/** Compression pointer to the name in the question. */
const questionNamePointer = 0xc000 | headerLength;

export function readQuestion(message: Buffer): Question {
  const labels: string[] = [];
  let at = headerLength;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const number = message.readUInt16BE(at + 1);
  const known = Object.entries(recordTypes).find(([, one]) => one === number);
  return {
    id: message.readUInt16BE(0),
    name: labels.join('.').toLowerCase(),
    type: known?.[0] as RecordType | undefined,
    source: message.subarray(headerLength, at + 5),
  };
}

const answerCodes = { found: 0, failed: 2, unknown: 3 } as const;

export function writeAnswer(
  { id, type, source }: Question,
  code: keyof typeof answerCodes,
  values: readonly string[],
): Buffer {
  const header = Buffer.alloc(headerLength);
  header.writeUInt16BE(id, 0);
  header.writeUInt16BE(answerFlags | answerCodes[code], 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(values.length, 6);
  return Buffer.concat([
    header,
    source,
    ...(type ? values.map((one) => encodeRecord(type, one)) : []),
  ]);
}

function encodeRecord(type: RecordType, value: string): Buffer {
  const data = encodeData(type, value);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(questionNamePointer, 0);
  head.writeUInt16BE(recordTypes[type], 2);
  head.writeUInt16BE(internetClass, 4);
  head.writeUInt32BE(ttlSeconds, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function encodeData(type: RecordType, value: string): Buffer {
  switch (type) {
    case 'A':
      return Buffer.from(value.split('.').map(Number));
    case 'AAAA':
      return encodeIpv6(value);
    case 'PTR':
      return encodeName(value);
    case 'MX': {
      const [priority = '', exchange = ''] = value.split(' ');
      const number = Buffer.alloc(2);
      number.writeUInt16BE(Number(priority));
      return Buffer.concat([number, encodeName(exchange)]);
    }
    case 'TXT':
      return Buffer.concat((value.match(/.{1,255}/g) ?? ['']).map(encodeString));
  }
}

function encodeName(name: string): Buffer {
  return Buffer.concat([...name.split('.').map(encodeString), Buffer.of(0)]);
}

/** Encodes the length, then the bytes. */
function encodeString(text: string): Buffer {
  return Buffer.concat([Buffer.of(text.length), Buffer.from(text, 'latin1')]);
}

function encodeIpv6(value: string): Buffer {
  const [before = '', after = ''] = value.split('::');
  const groups = (text: string) => text.split(':').filter(Boolean);
  const missing = 8 - groups(before).length - groups(after).length;
  const all = [...groups(before), ...Array<string>(missing).fill('0'), ...groups(after)];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
