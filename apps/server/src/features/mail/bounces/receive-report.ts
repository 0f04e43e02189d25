import { createSecretKey } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { openText, sealText, type TextPlace } from '../../../platform/encryption/sealed-text.ts';
import type { ServiceKey } from '../../../platform/encryption/service-key.ts';
import { newId } from '../../../platform/ids.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { countReportsOfMail, insertReport } from './bounce-repository.ts';
import { type ParsedReport, readReport } from './read-report.ts';

export const recordBounceJob = jobName<{ report_id: string }>('record-bounce');

/**
 * A fast server reports before the hand-over of the mail is written down; by then it is, or its worker
 * has died and the mail goes out again.
 */
const settlesAfterSeconds = 60;

/** More than a mail is sent, and reported as delayed, in all its tries. */
const mostReportsOfMail = 100;

/** `unsigned`: to no return address of ours. `no_trouble`: success, a receipt, somebody's answer. */
type ReceivedReport = 'stored' | 'doubled' | 'unsigned' | 'no_trouble';

/**
 * Stores what a mail reports about one of ours, once, and orders what follows. The token in the return
 * address alone decides which mail is meant: nobody else can have written to it.
 */
export async function receiveReport(
  ctx: Context,
  source: Uint8Array,
  envelopeRecipients: readonly string[] = [],
): Promise<ReceivedReport> {
  const { database, clock, jobs, log, serviceKey, checkpoint } = ctx;
  const arrived = await readReport(source, envelopeRecipients);
  const mail_id = mailIdOf(ctx, arrived);
  if (mail_id === undefined) return 'unsigned';
  const { verdict, digest } = arrived;
  if (!verdict) return 'no_trouble';
  const { kind, status, isAddressUnknown: is_address_unknown } = verdict;
  const id = newId();
  const isNew = await database.transaction(async () => {
    // Who has seen the address of a mail could write to it for ever.
    if ((await countReportsOfMail(database, mail_id)) >= mostReportsOfMail) return false;
    const isStored = await insertReport(database, {
      ...{ id, mail_id, digest, kind, status, is_address_unknown },
      reply: sealReply(serviceKey, id, verdict.reply),
      reported_at: clock.now(),
    });
    if (!isStored) return false;
    await jobs.enqueue(
      recordBounceJob,
      { report_id: id },
      { startAfterSeconds: settlesAfterSeconds },
    );
    checkpoint('bounce.before_commit');
    return true;
  });
  checkpoint('bounce.stored');
  if (!isNew) return 'doubled';
  log.info(
    { code: 'bounce_reported', mail_id, kind, status },
    'a far mail server reports that a mail does not arrive, or not yet',
  );
  return 'stored';
}

function mailIdOf(ctx: Context, { addresses }: ParsedReport): string | undefined {
  for (const address of addresses) {
    const mailId = ctx.mailer.returnAddresses?.mailIdOf(address);
    if (mailId !== undefined) return mailId;
  }
  return undefined;
}

const keyId = 'service';
const placeOf = (reportId: string): TextPlace => ({
  format: 'plain',
  place: `bounce_reports/${reportId}/reply`,
});
const keyOf = (serviceKey: ServiceKey) => createSecretKey(serviceKey.derive('bounce-replies'));

/** It may name an address, and whose it is only shows when the report is passed on. */
function sealReply(serviceKey: ServiceKey, reportId: string, reply: string): string {
  return sealText(keyOf(serviceKey), keyId, placeOf(reportId), reply);
}

export function openReply(serviceKey: ServiceKey, reportId: string, sealed: string): string {
  return openText(keyOf(serviceKey), keyId, placeOf(reportId), sealed);
}

/** What the listener greets with, by which it is known. */
export const reportBanner = 'delivery reports only';
