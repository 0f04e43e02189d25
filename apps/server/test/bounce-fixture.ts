import { findShape } from '@zavet/smtp-stand-in/report-shapes';
import { sql } from 'drizzle-orm';
import { vi } from 'vitest';
import { receiveReport } from '../src/features/mail/bounces/receive-report.ts';
import { recordReport } from '../src/features/mail/bounces/record-report.ts';
import type { TestProduct } from './test-product.ts';

/** Enables bounce reports; tests that need a listener start one. */
export const bounceEnvironment = { BOUNCE_DOMAIN: 'bounces.zavet.test', BOUNCE_PORT: '0' };

export function returnAddressOf({ ctx }: TestProduct, mailId: string): string {
  const address = ctx.mailer.returnAddresses?.addressOf(mailId);
  if (!address) throw new Error('the product reads no reports');
  return address;
}

/** Waits for the newest sent mail of a kind, other than `former`. */
export function lastSentMail(
  { database }: TestProduct,
  mail: string,
  former?: string,
): Promise<string> {
  return vi.waitFor(
    async () => {
      const [row] = await database.rows<{ mail_id: string }>(sql`
        select mail_id from sent_mails where mail = ${mail}
        order by accepted_at desc, mail_id desc limit 1`);
      if (!row || row.mail_id === former) throw new Error(`no ${mail} was sent`);
      return row.mail_id;
    },
    { timeout: 20_000, interval: 50 },
  );
}

/** Processes all pending bounce reports. */
export async function settleReports({ database, ctx }: TestProduct): Promise<void> {
  const open = await database.rows<{ id: string }>(
    sql`select id from bounce_reports where settled_at is null order by id`,
  );
  for (const { id } of open) await recordReport(ctx, id);
}

interface BounceOptions {
  shape?: string;
  date?: string;
}

/** Receives and processes a bounce report about a mail. */
export async function bounce(
  product: TestProduct,
  mailId: string,
  { shape = 'Postfix, no such user', date }: BounceOptions = {},
): Promise<string> {
  const to = returnAddressOf(product, mailId);
  const source = findShape(shape).source({
    to,
    recipient: 'recipient@example.com',
    ...(date && { date }),
  });
  const received = await receiveReport(product.ctx, Buffer.from(source));
  await settleReports(product);
  return received;
}
