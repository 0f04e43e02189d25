import { createSecretKey } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { openText, sealText, type TextPlace } from '../../../platform/encryption/sealed-text.ts';
import type { ServiceKey } from '../../../platform/encryption/service-key.ts';
import { newId } from '../../../platform/ids.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { countReportsOfMail, insertReport } from './bounce-repository.ts';
import { type ParsedReport, readReport } from './read-report.ts';

export const recordBounceJob = jobName<{ report_id: string }>('record-bounce');

/** A fast server may report before the sending is recorded. */
const settleDelaySeconds = 60;

/** Exceeds the attempts and delay reports of any mail. */
const maxReportsPerMail = 100;

/** `unknown_address`: not one of our return addresses. `no_failure`: success, receipt or reply. */
type ReceivedReport = 'stored' | 'duplicate' | 'unknown_address' | 'no_failure';

/**
 * Stores a report once and enqueues its handling. Only the token in the return address identifies
 * the mail, because only the recipient's servers know it.
 */
export async function receiveReport(
  ctx: Context,
  source: Uint8Array,
  envelopeRecipients: readonly string[] = [],
): Promise<ReceivedReport> {
  const { database, clock, jobs, log, serviceKey, checkpoint } = ctx;
  const report = await readReport(source, envelopeRecipients);
  const mail_id = mailIdOf(ctx, report);
  if (mail_id === undefined) return 'unknown_address';
  const { verdict, digest } = report;
  if (!verdict) return 'no_failure';
  const { kind, status, isAddressUnknown: is_address_unknown } = verdict;
  const id = newId();
  const isNew = await database.transaction(async () => {
    // Limits the reports per mail, because a recipient could send any number of them.
    if ((await countReportsOfMail(database, mail_id)) >= maxReportsPerMail) return false;
    const isStored = await insertReport(database, {
      ...{ id, mail_id, digest, kind, status, is_address_unknown },
      reply: sealReply(serviceKey, id, verdict.reply),
      reported_at: clock.now(),
    });
    if (!isStored) return false;
    await jobs.enqueue(
      recordBounceJob,
      { report_id: id },
      { startAfterSeconds: settleDelaySeconds },
    );
    checkpoint('bounce.before_commit');
    return true;
  });
  checkpoint('bounce.stored');
  if (!isNew) return 'duplicate';
  log.info(
    { code: 'bounce_reported', mail_id, kind, status },
    'a mail server reports a failed or delayed mail',
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

/** Seals the reply of the other server, because it may contain an address. */
function sealReply(serviceKey: ServiceKey, reportId: string, reply: string): string {
  return sealText(keyOf(serviceKey), keyId, placeOf(reportId), reply);
}

export function openReply(serviceKey: ServiceKey, reportId: string, sealed: string): string {
  return openText(keyOf(serviceKey), keyId, placeOf(reportId), sealed);
}

/** Greeting of the listener, by which the `doctor` command recognizes it. */
export const reportBanner = 'delivery reports only';
