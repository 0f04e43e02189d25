import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type Question, type RecordType, readQuestion, writeAnswer } from './packet.ts';

export interface DnsStandIn {
  /** As `address:port`. */
  server: string;
  /** Replaces what a name has of a kind; an MX is written as `10 mail.example.org`. */
  set(name: string, type: RecordType, ...values: string[]): void;
  /** Every question about a name fails, or is left without an answer. */
  fail(name: string, how: 'failed' | 'silent'): void;
  stop(): Promise<void>;
}

export async function startDnsStandIn(): Promise<DnsStandIn> {
  const records = new Map<string, Map<RecordType, readonly string[]>>();
  const failing = new Map<string, 'failed' | 'silent'>();
  const socket = createSocket('udp4');

  function answerTo(question: Question): Buffer | undefined {
    const failure = failing.get(question.name);
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
    fail: (name, how) => void failing.set(name.toLowerCase(), how),
    stop: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}
