import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { archiveBounds } from '@zavet/contract/vault/archive-schema';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  answerBounds,
  createYookassaClient,
} from '../../src/features/billing/payments/yookassa-client.ts';
import {
  readReport,
  reportBounds,
  withinBounds,
} from '../../src/features/mail/bounces/read-report.ts';
import {
  cleanHtml,
  maxTags,
  textOfHtml,
  truncateAtTagLimit,
} from '../../src/features/mail/mailbox/reading/clean-html.ts';
import { cutLongTexts } from '../../src/features/mail/mailbox/reading/cut-long-texts.ts';
import { parseMail } from '../../src/features/mail/mailbox/reading/parse-mail.ts';
import { readZipEntries } from '../../src/features/vault/instructions/inspect-word.ts';
import {
  type JsonBounds,
  JsonOutOfBounds,
  parseBoundedJson,
  readBoundedJson,
} from '../../src/platform/bounded-json.ts';
import { requestBounds } from '../../src/platform/http/request-body.ts';
import { startTestServer } from '../http-server-fixture.ts';

/** Matches calls that parse bytes. */
const parserCall =
  /JSON\.parse\(|\.json\(\)|PostalMime\.parse\(|sanitizeHtml\(|fromRandomAccessReader\w*\(|fileTypeFromBuffer\(|new (?:SMTPServer|ImapFlow)\(|parseBoundedJson\(|readBoundedJson\(|readZipEntries\(/;

/** Files that parse only data of this server, its administrator or its package. */
const trustedParsers = [
  'features/identity/account/sign-up/sign-up.ts',
  'features/identity/audit/restore-entry.ts',
  'features/service/backup/backup-folder.ts',
  'features/service/checks/check-services.ts',
  'features/vault/instructions/sealed-instruction.ts',
  'features/mail/mailbox/sealed-mailbox.ts',
  'features/vault/data-export/receive-import.ts',
  'platform/database/migrate.ts',
  'platform/doctor/check-web.ts',
  'platform/observability/logger.ts',
  'platform/mail/captured-mail-store.ts',
  'platform/installation.ts',
];

interface HostileInput {
  /** Creates input whose size grows with `times`. */
  make(times: number): string;
  /** Units of work in the parser: characters, lines, tags, bytes, entries. */
  work(input: string): number | Promise<number>;
  most: number;
}

/** Counts the characters of a JSON text that are read before the text is refused. */
function countReadCharacters(text: string, bounds: JsonBounds): number {
  try {
    parseBoundedJson(text, bounds);
  } catch (error) {
    if (error instanceof JsonOutOfBounds) return error.readCharacters;
    throw error;
  }
  throw new Error('It was not refused.');
}

const hostileJson = (bounds: JsonBounds): Record<string, HostileInput> => {
  const work = (text: string) => countReadCharacters(text, bounds);
  return {
    'nested arrays': {
      ...{ make: (times) => '['.repeat(times), work },
      most: bounds.depth + 1,
    },
    'nested objects': {
      ...{ make: (times) => '{"a":'.repeat(times), work },
      most: 5 * (bounds.depth + 1),
    },
    'empty objects': {
      ...{ make: (times) => `[${'{},'.repeat(times)}{}]`, work },
      most: 2 * bounds.values,
    },
  };
};

const linesOf = (bytes: Uint8Array) => bytes.filter((byte) => byte === 10).length;
const tagsOf = (html: string) => html.match(/</g)?.length ?? 0;
const htmlOptions = {
  areImagesShown: true,
  keepsColours: true,
  pictures: new Map<string, string>(),
};
const cleanedHtml = (piece: string): HostileInput => ({
  make: (times) => piece.repeat(times),
  work: (html) => tagsOf(truncateAtTagLimit(html)) + tagsOf(cleanHtml(html, htmlOptions).html),
  most: 2 * maxTags,
});

/** Counts the bytes of a response that are read before the response is refused. */
async function countReadBytes(text: string, read: (answer: Response) => Promise<unknown>) {
  let sentBytes = 0;
  const body = new ReadableStream({
    pull: (controller) => {
      const part = Buffer.from(text.slice(sentBytes, sentBytes + 65_536));
      sentBytes += part.length;
      if (part.length > 0) controller.enqueue(part);
      else controller.close();
    },
  });
  await expect(read(new Response(body))).rejects.toThrow();
  return sentBytes;
}

/** Queries the payment provider, mocked to send this response. */
async function queryProvider(answer: Response): Promise<unknown> {
  const fetchMock = vi.spyOn(globalThis, 'fetch').mockResolvedValue(answer);
  const access = { apiUrl: 'https://provider.example', shopId: '1', secretKey: 'x' };
  try {
    return await createYookassaClient(access).get('/payments', z.unknown());
  } finally {
    fetchMock.mockRestore();
  }
}

/** Every file that parses untrusted bytes, with hostile input. */
const hostileInputs: Record<string, Record<string, HostileInput>> = {
  'platform/bounded-json.ts': {
    ...hostileJson({ depth: 3, values: 10 }),
    'an endless response': {
      make: (times) => ' '.repeat(times),
      work: (text) =>
        countReadBytes(text, (answer) =>
          readBoundedJson(answer, { bytes: 1024, depth: 1, values: 1 }),
        ),
      most: 2 * 65_536,
    },
  },
  'platform/http/request-body.ts': hostileJson(requestBounds),
  'features/vault/data-export/parse-archive-data.ts': hostileJson(archiveBounds),
  'features/billing/payments/yookassa-client.ts': {
    'an endless response': {
      make: (times) => '[1,'.repeat(times * 5),
      work: (text) => countReadBytes(text, queryProvider),
      most: answerBounds.bytes + 2 * 65_536,
    },
    ...hostileJson(answerBounds),
  },
  'features/vault/data-export/open-archive.ts': {
    // Sizes, counts and names are tested in refused-archives.integration.test.ts.
    ...hostileJson(archiveBounds),
  },
  'features/mail/bounces/read-report.ts': {
    'line breaks': {
      make: (times) => `Subject: a\r\n\r\n${'\n'.repeat(times)}`,
      work: (text) => linesOf(withinBounds(Buffer.from(text))),
      most: reportBounds.lines,
    },
    parts: {
      make: (times) => `Content-Type: multipart/mixed; boundary=a\n\n${'--a\n\n'.repeat(times)}`,
      work: (text) => linesOf(withinBounds(Buffer.from(text))),
      most: reportBounds.lines,
    },
    'return paths': {
      make: (times) => `Subject: a\n\n${'Return-Path: <a@b.c>\n'.repeat(times)}`,
      work: async (text) => (await readReport(Buffer.from(text))).addresses.length,
      most: reportBounds.lines,
    },
    'one line': {
      make: (times) => `To: ${'a@b.c, '.repeat(times)}`,
      work: (text) => withinBounds(Buffer.from(text)).length,
      most: reportBounds.bytes,
    },
  },
  // A report has at most a megabyte, and `read-report.ts` cuts it. Limits of lines and clients are
  // tested in report-intake.integration.test.ts.
  'features/mail/bounces/listen-for-reports.ts': {},
  'features/mail/mailbox/reading/parse-mail.ts': {
    'line breaks': {
      make: (times) => `Subject: a\r\n\r\n${'\n'.repeat(times)}`,
      work: (text) => linesOf(cutLongTexts(Buffer.from(text), 'cut').source),
      most: 150_010,
    },
    tags: {
      make: (times) => `Content-Type: text/html\r\n\r\n${'<b>'.repeat(times)}`,
      work: async (text) => tagsOf((await parseMail(Buffer.from(text))).html ?? ''),
      most: maxTags,
    },
  },
  'features/mail/mailbox/reading/clean-html.ts': {
    'open tags': cleanedHtml('<b><i>'),
    'closing tags': cleanedHtml('</b>'),
    comments: cleanedHtml('<!-- -->'),
    instructions: cleanedHtml('<?a>'),
    'allowed tags': cleanedHtml('<br>'),
    'tags of a text': {
      make: (times) => 'a<br>'.repeat(times),
      work: (html) => textOfHtml(html).length,
      most: 2 * maxTags + 2,
    },
  },
  // Headers and previews are cut before parsing; lines, literals and responses have a maximum
  // length.
  'features/mail/mailbox/read-envelopes.ts': {},
  // Endless lines, literals and lists are tested in with-imap.test.ts and sync-
  // mailbox.integration.test.ts.
  'platform/imap/with-imap.ts': {},
  // Parses only the head of a file.
  'features/vault/instructions/inspect-file.ts': {},
  'features/vault/instructions/inspect-word.ts': {
    'entries of a ZIP': {
      make: (times) => zipTable(times).toString('latin1'),
      work: (text) =>
        readZipEntries(Buffer.from(text, 'latin1').subarray(-131_072), text.length)?.length ?? 0,
      most: 131_072 / 46,
    },
  },
};

/** A central directory of a ZIP with this many entries without names. */
function zipTable(count: number): Buffer {
  const entries = Buffer.alloc(46 * count);
  for (let at = 0; at < count; at += 1) entries.writeUInt32LE(0x02014b50, at * 46);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count % 65_536, 10);
  end.writeUInt32LE(entries.length, 12);
  return Buffer.concat([entries, end]);
}

const sources = fileURLToPath(new URL('../../src/', import.meta.url));

describe('untrusted bytes', () => {
  it('are parsed only in the files listed here', () => {
    const parsing = globSync('**/*.{ts,tsx}', { cwd: sources })
      .filter((file) => !/\.test\.tsx?$/.test(file))
      .filter((file) => parserCall.test(readFileSync(`${sources}${file}`, 'utf8')));
    expect(parsing.sort()).toEqual([...trustedParsers, ...Object.keys(hostileInputs)].sort());
  });

  const cases = Object.entries(hostileInputs).flatMap(([file, inputs]) =>
    Object.entries(inputs).map(([name, input]) => [file, name, input] as const),
  );
  it.each(cases)(
    '%s does bounded work for any number of %s',
    async (_, __, { make, work, most }) => {
      const [some, more] = [await work(make(200_000)), await work(make(600_000))];
      expect(some).toBeLessThanOrEqual(most);
      expect(more).toBeLessThanOrEqual(most);
    },
  );

  it('in headers are refused before they are parsed', async () => {
    const { send, server } = await startTestServer();
    for (const name of ['cookie', 'accept-language', 'x-anything']) {
      const answer = await send('GET', '/api/things/1', {
        headers: { [name]: 'a'.repeat(20_000) },
      });
      expect(answer.status).toBe(431);
    }
    await server.stop();
  });
});
