import { randomBytes } from 'node:crypto';
import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { findNonIdField } from '../../src/platform/jobs/job.ts';
import { contactBody } from '../contacts.ts';
import { connectAndSync, type ProductWithImap, startWithImapServer } from '../mailboxes.ts';
import { signedInPerson } from '../people.ts';
import type { TestProduct } from '../test-product.ts';
import { attach, instructionBody } from '../vault-fixtures.ts';

const supportEmail = 'support@zavet.test';
const canary = (name: string) => `канарейка-${name}-Qx7ZpWv3`;
let imapProduct: ProductWithImap;
let product: TestProduct;
let firstSegment: string;
beforeAll(async () => {
  imapProduct = await startWithImapServer({
    environment: { SUPPORT_EMAIL: supportEmail },
    password: canary('пароль-ящика'),
  });
  product = imapProduct.product;
  firstSegment = await currentSegment();
});
afterAll(() => imapProduct.stop());

/** The text in UTF-8, UTF-16, percent-encoded, and in both base64 alphabets at every offset. */
function encodingsOf(text: string): Buffer[] {
  const bytes = Buffer.from(text);
  const encoded = [0, 1, 2].flatMap((shift) => {
    const shifted = Buffer.concat([Buffer.alloc(shift), bytes]);
    // Cuts both ends, which depend on the surrounding bytes.
    return (['base64', 'base64url'] as const).map((form) =>
      Buffer.from(shifted.toString(form).slice(4, -6)),
    );
  });
  return [bytes, Buffer.from(text, 'utf16le'), Buffer.from(encodeURIComponent(text)), ...encoded];
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry: Dirent) => entry.isFile())
    .map((entry: Dirent) => join(entry.parentPath, entry.name));
}

/** Every file on disk: database with WAL, objects, captured mails, keys. */
async function filesOnDisk(): Promise<string[]> {
  const files = filesUnder(product.dataDir);
  const [currentDatabase] = await product.database.rows<{ oid: number }>(
    sql`select oid::int from pg_database where datname = current_database()`,
  );
  const folders = [`base/${currentDatabase?.oid}`, 'global', 'pg_wal'];
  const last = await currentSegment();
  const isForeignSegment = (path: string) =>
    /[/]pg_wal[/][\dA-F]{24}$/.test(path) &&
    (basename(path) < firstSegment || basename(path) > last);
  const databaseFiles = folders.flatMap((name) => filesUnder(join(inject('postgresFolder'), name)));
  return [...files, ...databaseFiles.filter((path) => !isForeignSegment(path))];
}

/** The current WAL file. */
async function currentSegment(): Promise<string> {
  const [current] = await product.database.rows<{ name: string }>(
    sql`select pg_walfile_name(pg_current_wal_lsn()) as name`,
  );
  return current?.name ?? '';
}

/** PostgreSQL replaces some files during the search. */
function contentOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

/** Places that contain each of the texts. */
async function placesContaining<Text extends string>(
  texts: Text[],
): Promise<Record<Text, string[]>> {
  const found = texts.map((text) => ({ text, forms: encodingsOf(text), places: [] as string[] }));
  const look = (place: string, bytes: Buffer) => {
    for (const { forms, places } of found) {
      if (forms.some((form) => bytes.includes(form))) places.push(place);
    }
  };
  look('the log', Buffer.from(product.logged()));
  for (const path of await filesOnDisk()) look(path, contentOf(path));
  return Object.fromEntries(found.map(({ text, places }) => [text, places])) as never;
}

describe('content of an owner', () => {
  it('is not readable in the database, WAL, objects, logs, jobs or mails', async () => {
    const person = await signedInPerson(product);
    const { contact } = await person.browser.createContact({
      body: {
        ...contactBody(),
        name: canary('имя'),
        relationship: canary('родство'),
        notes: canary('заметки'),
        address: canary('адрес'),
      },
    });
    const { id } = await person.browser.createInstruction({
      body: {
        ...instructionBody([contact.id]),
        title: canary('название'),
        // Random letters, because compression in the database would hide text from the search.
        content: `${canary('текст')} ${randomBytes(3000).toString('hex')}`,
        recipient_name: canary('получатель'),
        recipient_email: 'canary-recipient@example.org',
      },
    });
    const file = await attach(
      person,
      id,
      `${canary('файл')}.txt`,
      Buffer.from(canary('байты').repeat(1000)),
    );
    // Reading, changing, searching and deleting must leave no trace either.
    const { draft_id: _, ...body } = instructionBody([contact.id]);
    await person.browser.searchInstructions({ body: { query: canary('поиск') } });
    await person.browser.updateInstruction({
      params: { id },
      body: { ...body, title: canary('правка'), version: 1 },
    });
    await person.browser.downloadFile({ params: { id: file.id } });
    await person.browser.send(
      `/api/instructions?q=${encodeURIComponent(canary('адресная-строка'))}`,
    );
    await person.browser.deleteFile({ params: { id: file.id } });
    await person.browser.sendSupportEmail({
      body: {
        userEmail: person.email,
        name: canary('подпись'),
        subject: canary('тема'),
        message: `${canary('обращение')} ${randomBytes(1000).toString('hex')}`,
      },
    });
    await product.mailbox.latest(supportEmail);
    await product.database.rows(sql`checkpoint`);

    const secrets = [
      'родство',
      'заметки',
      'адрес',
      'название',
      'текст',
      'получатель',
      'файл',
      'байты',
      'поиск',
      'правка',
      'адресная-строка',
    ].map(canary);
    const found = await placesContaining([...secrets, 'canary-recipient@example.org']);
    expect(Object.entries(found).filter(([, places]) => places.length > 0)).toEqual([]);

    // A support message appears only in the mail to the support.
    const mails = join(product.dataDir, 'mail');
    for (const places of Object.values(
      await placesContaining(['подпись', 'тема', 'обращение'].map(canary)),
    )) {
      expect(places.map((place) => place.startsWith(mails))).toEqual([true]);
    }

    // Verifies the search itself: it must find contact names, which stay readable, and planted texts.
    await product.database.rows(sql`
      update instructions set
        content = ${`${canary('посадка')} ${randomBytes(3000).toString('hex')}`},
        heading = ${Buffer.from(`x${canary('код')}`).toString('base64url')}
      where id = ${id}`);
    await product.database.rows(sql`checkpoint`);
    const planted = ['имя', 'посадка', 'код'].map(canary);
    for (const places of Object.values(await placesContaining(planted))) {
      expect(places.length).toBeGreaterThan(0);
    }
  });
});

interface StoredJob {
  name: string;
  state: string;
  data: { mail?: string } | null;
}

/** Jobs in all tables of the queue and in every state. */
async function storedJobs(): Promise<StoredJob[]> {
  const tables = await product.database.rows<{ name: string }>(sql`
    select table_name as name from information_schema.columns
    where table_schema = 'pgboss' and column_name = 'data'`);
  const found: StoredJob[] = [];
  for (const { name } of tables) {
    const rows = await product.database.rows<{ row: StoredJob }>(
      sql`select to_jsonb(t) as row from pgboss.${sql.identifier(name)} t`,
    );
    // Skips internal queues, whose jobs name our schedules.
    const ours = rows.filter(({ row }) => !row.name.startsWith('__pgboss__'));
    found.push(...ours.map(({ row }) => row));
  }
  return found;
}

async function makeJobsDue(): Promise<void> {
  await product.database.rows(sql`
    update pgboss.job set start_after = now() where state < 'active' and start_after > now()`);
}

describe('every job kept by the queue', () => {
  it('contains only ids, times, numbers and words of the program, also after completion', async () => {
    const person = await signedInPerson(product);
    await person.browser.createContact({ body: contactBody() });
    await person.browser.setPin({ body: { pin: '482159', current_password: person.password } });
    const body = { confirmation_word: 'УДАЛИТЬ', current_password: person.password };
    await person.browser.deleteAccount({ body });
    const kinds = ['contact_invitation', 'security_notice', 'account_deleted', 'store-tombstone'];
    await vi.waitFor(
      async () => {
        await makeJobsDue();
        const done = (await storedJobs()).filter(({ state }) => state === 'completed');
        expect(done.map(({ name, data }) => data?.mail ?? name)).toEqual(
          expect.arrayContaining(kinds),
        );
      },
      { interval: 100 },
    );
    const jobsWithContent = (await storedJobs())
      .map(({ name, data }) => ({ name, field: findNonIdField(data ?? {}) }))
      .filter(({ field }) => field !== undefined);
    expect(jobsWithContent).toEqual([]);
  });
});

describe('a connected mailbox', () => {
  it('leaves no readable password, mail, attachment or search term', async () => {
    const { standIn } = imapProduct;
    const person = await signedInPerson(product);
    standIn.deliver(
      'INBOX',
      `From: "${canary('отправитель')}" <canary-sender@mail.example>
Subject: ${canary('тема-письма')}
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain; charset=utf-8

${canary('начало')} ${randomBytes(1_000).toString('hex')} ${canary('конец')}
--b
Content-Type: text/plain; charset=utf-8; name="${canary('имя-файла')}.txt"
Content-Disposition: attachment; filename="${canary('имя-файла')}.txt"

${canary('байты-файла').repeat(100)}
--b--
`,
    );
    await connectAndSync(standIn, person);
    const query = { folder: 'inbox' as const, search: canary('тема-письма') };
    const { messages } = await person.browser.listMailboxMessages({ query });
    const params = { id: messages[0]?.id ?? '' };
    const { text, attachments } = await person.browser.getMailboxMessage({ params });
    expect(text).toContain(canary('конец'));
    await person.browser.send(`/api/mailbox/messages/${params.id}/page`);
    const file = `/api/mailbox/messages/${params.id}/attachments/${attachments[0]?.index}`;
    expect(await (await person.browser.send(file)).text()).toContain(canary('байты-файла'));
    await product.database.rows(sql`checkpoint`);

    const names = ['пароль-ящика', 'отправитель', 'тема-письма', 'начало', 'конец', 'имя-файла'];
    const secrets = [...names, 'байты-файла'].map(canary);
    const found = await placesContaining([...secrets, 'canary-sender@mail.example', standIn.user]);
    expect(Object.entries(found).filter(([, places]) => places.length > 0)).toEqual([]);
  });
});
