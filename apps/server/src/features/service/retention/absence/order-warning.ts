import type { Context } from '../../../../context.ts';
import { enqueueMail } from '../../../../platform/mail/enqueue-mail.ts';
import { listOwnerAddresses } from '../../../protocol/index.ts';
import { absenceWarning, type WarningIds } from '../emails/absence-mails.ts';
import type { AbsenceWarning } from './absence-repository.ts';

/** Orders a warning to every address of its owner; another order has the same Message-IDs. */
export async function orderWarning(ctx: Context, warning: AbsenceWarning): Promise<void> {
  for (const { mailId, ids } of await mailsOf(ctx, warning)) {
    await enqueueMail(ctx, absenceWarning, ids, { mailId });
  }
}

/** One mail for each address that the owner has now. */
export async function mailsOf(
  { database }: Pick<Context, 'database'>,
  { id, second_mail_id, user_id }: AbsenceWarning,
): Promise<{ mailId: string; ids: WarningIds }[]> {
  const addresses = await listOwnerAddresses(database, user_id);
  return addresses.map(({ address }) => ({
    mailId: address === 'first' ? id : second_mail_id,
    ids: { warning_id: id, address },
  }));
}
