import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type ImapStandIn, startImapStandIn } from '@zavet/imap-stand-in/stand-in';
import { findShape } from '@zavet/smtp-stand-in/report-shapes';
import { sql } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bounceEnvironment, returnAddressOf } from '../../../../test/bounce-fixture.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { trustCertificates } from '../../../../test/trusted-certificates.ts';
import { newId } from '../../../platform/ids.ts';
import { findSourceState } from './bounce-repository.ts';
import { listenForReports, type ReportListener } from './listen-for-reports.ts';
import { readBounceMailbox } from './read-bounce-mailbox.ts';

const reportedOf = async ({ database }: TestProduct, ids: readonly string[]) =>
  (
    await database.rows<{ mail_id: string }>(
      sql`select mail_id from bounce_reports where mail_id in ${ids} order by mail_id`,
    )
  ).map(({ mail_id }) => mail_id);
const reportTo = (to: string) =>
  findShape('Postfix, no such user').source({ to, recipient: 'anna@example.com' });

describe('the mailbox of reports', () => {
  let standIn: ImapStandIn;
  let product: TestProduct;
  beforeAll(async () => {
    standIn = await startImapStandIn({ user: 'bounces@zavet.test' });
    trustCertificates([standIn.certificate]);
    const access = `bounces%40zavet.test:${standIn.password}@localhost:${standIn.port}`;
    product = await startTestProduct({ BOUNCE_IMAP_URL: `imaps://${access}` }, { runsJobs: false });
  });
  afterAll(async () => {
    await product.stop();
    await standIn.stop();
  });
  beforeEach(() => {
    standIn.fail(undefined);
    standIn.folder('INBOX').mails.length = 0;
  });
  const read = () => readBounceMailbox(product.ctx);
  const deliver = (count: number) =>
    Array.from({ length: count }, () => {
      const id = newId();
      standIn.deliver('INBOX', reportTo(returnAddressOf(product, id)));
      return id;
    }).sort();

  it('is cleared of reports, without changes to other mail', async () => {
    const letter = standIn.deliver('INBOX', 'From: a@example.org\n\nHello');
    const forged = standIn.deliver('INBOX', reportTo('bounces+aaaa@zavet.test'));
    const ids = deliver(3);
    await read();
    expect(await reportedOf(product, ids)).toEqual(ids);
    expect(standIn.folder('INBOX').mails).toEqual([letter, forged]);
    expect([...letter.flags, ...forged.flags]).toEqual([]);
    standIn.commands.length = 0;
    await read();
    expect(standIn.commands).not.toContain('UID FETCH');
  });

  it('is resumed after a crash, without duplicates', async () => {
    const ids = deliver(4);
    let fetches = 0;
    standIn.beforeFetch(() => {
      fetches += 1;
      if (fetches === 3) throw new Error('the line is cut');
    });
    await read();
    expect(standIn.folder('INBOX').mails).toHaveLength(4);
    expect(await reportedOf(product, ids)).toHaveLength(2);
    standIn.beforeFetch(() => {});
    await read();
    await read();
    expect(await reportedOf(product, ids)).toEqual(ids);
    expect(standIn.folder('INBOX').mails).toEqual([]);
  });

  it('is read from the start when its UIDVALIDITY changes', async () => {
    const before = deliver(1);
    await read();
    standIn.renumberMails('INBOX');
    const after = deliver(1);
    await read();
    expect(await reportedOf(product, [...before, ...after])).toEqual([...before, ...after].sort());
  });

  it('records a trouble code while unavailable, and is read once available', async () => {
    const [id = ''] = deliver(1);
    standIn.setPassword('changed');
    await read();
    expect(await findSourceState(product.database, 'mailbox')).toMatchObject({
      trouble: 'login_refused',
    });
    standIn.setPassword(standIn.password);
    await read();
    expect(await findSourceState(product.database, 'mailbox')).toMatchObject({ trouble: null });
    expect(await reportedOf(product, [id])).toEqual([id]);
  });

  it('keeps a report that cannot be stored', async () => {
    const ids = deliver(1);
    const { jobs } = product.ctx;
    const failing = { ...jobs, enqueue: () => Promise.reject(new Error('the queue is down')) };
    const broken = { ...product.ctx, jobs: failing };
    await expect(readBounceMailbox(broken)).rejects.toThrow('down');
    expect(standIn.folder('INBOX').mails).toHaveLength(1);
    await read();
    expect(await reportedOf(product, ids)).toEqual(ids);
  });
});

describe('the report listener', () => {
  let product: TestProduct;
  let listener: ReportListener;
  beforeAll(async () => {
    product = await startTestProduct(bounceEnvironment, { runsJobs: false });
    const options = { host: '127.0.0.1', port: 0, domain: 'bounces.zavet.test' };
    listener = await listenForReports(product.ctx, options);
  });
  afterAll(async () => {
    await listener.stop();
    await product.stop();
  });
  const send = (to: string, raw: string | Buffer, port = listener.port) => {
    const transport = createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true });
    return transport.sendMail({ envelope: { from: '', to: [to] }, raw });
  };

  it('accepts a report to a return address, in any letter case', async () => {
    const id = newId();
    const to = returnAddressOf(product, id);
    await send(to.toUpperCase(), reportTo('postmaster@elsewhere.test'));
    expect(await reportedOf(product, [id])).toEqual([id]);
    expect((await findSourceState(product.database, 'listener'))?.read_at).toBeInstanceOf(Date);
  });

  it('refuses other addresses before any data', async () => {
    const forged = returnAddressOf(product, newId()).replace(/.(?=.{9}@)/, (former) =>
      former === 'a' ? 'b' : 'a',
    );
    for (const to of [forged, 'post@bounces.zavet.test', 'anna@example.org']) {
      await expect(send(to, reportTo(to))).rejects.toMatchObject({ responseCode: 550 });
    }
  });

  it('refuses mail above the size limit', async () => {
    const id = newId();
    const to = returnAddressOf(product, id);
    const long = `${reportTo(to)}${'x'.repeat(70)}\r\n`.padEnd(1_200_000, 'long line \r\n');
    await expect(send(to, long)).rejects.toMatchObject({ responseCode: 552 });
    expect(await reportedOf(product, [id])).toEqual([]);
  });

  it('is not blocked by idle connections, from one address or many', async () => {
    const { port } = listener;
    const idle: Socket[] = [];
    const hold = async (localAddress: string) => {
      const socket = connect({ host: '127.0.0.1', port, localAddress });
      socket.on('error', () => {});
      idle.push(socket);
      await Promise.race([once(socket, 'data'), once(socket, 'close')]);
    };
    for (let count = 0; count < 60; count += 1) await hold('127.0.0.2');
    expect(idle.filter(({ destroyed }) => !destroyed)).toHaveLength(10);
    for (let count = 0; count < 120; count += 1) await hold(`127.0.1.${count + 1}`);
    const id = newId();
    await send(returnAddressOf(product, id), reportTo('postmaster@elsewhere.test'));
    expect(await reportedOf(product, [id])).toEqual([id]);
    for (const socket of idle) socket.destroy();
  });

  it('asks the sender to retry if a report cannot be stored', async () => {
    const id = newId();
    const to = returnAddressOf(product, id);
    const { jobs } = product.ctx;
    const failing = { ...jobs, enqueue: () => Promise.reject(new Error('the queue is down')) };
    const broken = await listenForReports(
      { ...product.ctx, jobs: failing },
      { host: '127.0.0.1', port: 0, domain: 'bounces.zavet.test' },
    );
    await expect(send(to, reportTo(to), broken.port)).rejects.toMatchObject({ responseCode: 451 });
    await broken.stop();
    expect(await reportedOf(product, [id])).toEqual([]);
    await send(to, reportTo(to));
    expect(await reportedOf(product, [id])).toEqual([id]);
  });
});
