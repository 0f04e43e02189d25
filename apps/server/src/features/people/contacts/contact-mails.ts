import type { Context } from '../../../context.ts';
import { newId } from '../../../platform/ids.ts';
import {
  button,
  declareMail,
  type FoundMail,
  mailText,
  quietButton,
} from '../../../platform/mail/mail.ts';
import { claimMailAllowance } from '../../../platform/mail/mail-allowance.ts';
import { linkTo } from '../../../platform/mail/mailed-link.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { nameInSubject, nameWithAddress } from '../../../platform/mail/templates/plain-name.ts';
import { findPerson } from '../../identity/account/index.ts';
import {
  type Contact,
  type ContactNotice,
  deleteContactNotice,
  findContactById,
  findContactNotice,
  insertContactNotice,
} from './contact-repository.ts';

interface ChangeFacts {
  change: ChangeIds['change'];
  contact_name: string;
  contact_email: string;
  is_activated: boolean;
}

type ChangeIds =
  | { change: 'contact_accepted' | 'contact_declined'; contact_id: string }
  | { change: 'contact_followed' | 'contact_account_deleted'; contact_id: string }
  | { change: ContactNotice['kind']; notice_id: string };

export const contactChanged = declareMail({
  name: 'contact_changed',
  to: 'the owner',
  when: 'a contact answered, changed or deleted their account, got another address, was removed or erased',
  retry: 'usual',
  find: async (ctx: Context, ids: ChangeIds): Promise<FoundMail<ChangeFacts> | undefined> => {
    const { database } = ctx;
    if ('notice_id' in ids) {
      const notice = await findContactNotice(database, ids.notice_id);
      return notice && mailToOwner(ctx, ids.change, notice);
    }
    const contact = await findContactById(database, ids.contact_id);
    if (!contact || !isCurrent(ids.change, contact)) return undefined;
    const mail = await mailToOwner(ctx, ids.change, contact);
    const isAnswer = ids.change === 'contact_accepted' || ids.change === 'contact_declined';
    if (!mail || !isAnswer) return mail;
    // Limits the mails, because contacts may change their answer often.
    const isAllowed = (await claimMailAllowance(ctx, 'contact_answer', ids.contact_id)) === 0;
    return isAllowed ? mail : undefined;
  },
  text: (words, { change, contact_name, contact_email, is_activated }, { publicUrl }) =>
    mailText(
      words,
      `contacts.contact_changed.${change}`,
      (say) => [
        say('body', { person: nameWithAddress(contact_name, contact_email) }),
        // After the activation, contacts only receive letters; they no longer act on the protocol.
        say(
          is_activated && (change === 'contact_accepted' || change === 'contact_account_deleted')
            ? 'activated'
            : 'next',
        ),
        change === 'contact_moved' || change === 'contact_removed'
          ? quietButton(words.t('account.new_password'), linkTo(publicUrl, '/forgot-password'))
          : button(words.t('contacts.open_list'), linkTo(publicUrl, '/contact')),
      ],
      { values: { name: nameInSubject(contact_name, contact_email) } },
    ),
  settle: async ({ database }, ids) => {
    if ('notice_id' in ids) await deleteContactNotice(database, ids.notice_id);
  },
});

/** False if the contact has changed the answer meanwhile: the newer answer has its own mail. */
function isCurrent(change: ChangeIds['change'], { is_confirmed, status }: Contact): boolean {
  if (change === 'contact_accepted') return is_confirmed;
  return change !== 'contact_declined' || status === 'declined';
}

async function mailToOwner(
  { database }: Context,
  change: ChangeIds['change'],
  {
    user_id,
    name: contact_name,
    email: contact_email,
    status,
  }: Pick<Contact, 'user_id' | 'name' | 'email'> & { status?: Contact['status'] },
): Promise<FoundMail<ChangeFacts> | undefined> {
  const owner = await findPerson(database, user_id);
  const facts = { change, contact_name, contact_email, is_activated: status === 'activated' };
  return owner && { to: owner.email, language: owner.language, facts };
}

/**
 * Notifies the owner that the address of a contact changed or that a contact was removed. The
 * notice keeps the former address until it is sent.
 */
export async function enqueueContactNotice(
  ctx: Context,
  { user_id, name, email, preferred_language }: Contact,
  kind: ContactNotice['kind'],
): Promise<void> {
  const { database, clock } = ctx;
  const id = newId();
  const notice = { id, user_id, kind, name, email, preferred_language, created_at: clock.now() };
  await insertContactNotice(database, notice);
  await enqueueMail(ctx, contactChanged, { change: kind, notice_id: id }, { mailId: id });
}
