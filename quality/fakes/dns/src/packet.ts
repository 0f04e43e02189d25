/** The kinds of records that it knows, by their numbers. */
const recordTypes = { A: 1, PTR: 12, MX: 15, TXT: 16, AAAA: 28 } as const;
export type RecordType = keyof typeof recordTypes;

export interface Question {
  id: number;
  name: string;
  /** Undefined where the question asks for something else. */
  type: RecordType | undefined;
  /** The question as it came: answers repeat it, capital letters included. */
  source: Buffer;
}

const headerLength = 12;
const internet = 1;
const ttlSeconds = 60;
/** An answer, with recursion asked for and offered. */
const answerFlags = 0x8180;
/** Points at the name of the question. */
const sameName = 0xc000 | headerLength;

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
  return Buffer.concat([header, source, ...(type ? values.map((one) => record(type, one)) : [])]);
}

function record(type: RecordType, value: string): Buffer {
  const data = dataOf(type, value);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(sameName, 0);
  head.writeUInt16BE(recordTypes[type], 2);
  head.writeUInt16BE(internet, 4);
  head.writeUInt32BE(ttlSeconds, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function dataOf(type: RecordType, value: string): Buffer {
  switch (type) {
    case 'A':
      return Buffer.from(value.split('.').map(Number));
    case 'AAAA':
      return addressOf(value);
    case 'PTR':
      return nameOf(value);
    case 'MX': {
      const [priority = '', exchange = ''] = value.split(' ');
      const number = Buffer.alloc(2);
      number.writeUInt16BE(Number(priority));
      return Buffer.concat([number, nameOf(exchange)]);
    }
    case 'TXT':
      return Buffer.concat((value.match(/.{1,255}/g) ?? ['']).map(stringOf));
  }
}

function nameOf(name: string): Buffer {
  return Buffer.concat([...name.split('.').map(stringOf), Buffer.of(0)]);
}

/** Its length, then its bytes. */
function stringOf(text: string): Buffer {
  return Buffer.concat([Buffer.of(text.length), Buffer.from(text, 'latin1')]);
}

function addressOf(value: string): Buffer {
  const [before = '', after = ''] = value.split('::');
  const groups = (text: string) => text.split(':').filter(Boolean);
  const missing = 8 - groups(before).length - groups(after).length;
  const all = [...groups(before), ...Array<string>(missing).fill('0'), ...groups(after)];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
