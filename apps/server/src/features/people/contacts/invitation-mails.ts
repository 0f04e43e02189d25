import { linkLifetimes } from '@zavet/contract/timings';
import type { Context } from '../../../context.ts';
import { SealBroken } from '../../../platform/encryption/sealed-text.ts';
import {
  button,
  declareMail,
  type FinalMailOutcome,
  type FoundMail,
  type MailHeldBack,
  mailText,
} from '../../../platform/mail/mail.ts';
import { claimMailAllowance } from '../../../platform/mail/mail-allowance.ts';
import type { MailRefused } from '../../../platform/mail/mail-transport.ts';
import { linkWithSecret } from '../../../platform/mail/mailed-link.ts';
import { type MailWords, rubles } from '../../../platform/mail/templates/mail-words.ts';
import {
  isolateText,
  nameInSubject,
  nameWithAddress,
  plainName,
  plainTitle,
} from '../../../platform/mail/templates/plain-name.ts';
import { findPerson, type Person } from '../../identity/account/index.ts';
import { findActivationPrice } from './confirmation-card.ts';
import { codeOf } from './confirmation-codes.ts';
import { ownersProtocol } from './contact-ports.ts';
import type { Contact } from './contact-repository.ts';
import { openPrivateText } from './contact-view.ts';
import {
  findInvitedContact,
  type InvitedContact,
  recordBouncedInvitation,
  recordMailState,
} from './invitation-repository.ts';

const giveUpAfterMs = 7 * 24 * 60 * 60 * 1000;
const allowancePerOwner = { max: 60, seconds: 3_600 };

interface InvitationIds {
  invitation_id: string;
}

interface DueInvitation extends InvitedContact {
  owner: Person;
}

/** An unsent invitation, or the time to wait for a mail allowance. */
async function findDueInvitation(
  ctx: Context,
  { invitation_id }: InvitationIds,
): Promise<DueInvitation | MailHeldBack | undefined> {
  const { database, clock } = ctx;
  const invited = await findInvitedContact(database, { id: invitation_id });
  if (!invited || !isDue(invited, clock.now())) return undefined;
  const wait_seconds = await claimInvitationAllowance(ctx, invited.contact);
  if (wait_seconds > 0) return { wait_seconds };
  const owner = await findPerson(database, invited.contact.user_id);
  return owner && { ...invited, owner };
}

/** Retries and outcomes shared by both mails. */
const invitationOutcome = {
  retry: 'until_final',
  settle: (
    { database }: Context,
    { invitation_id }: InvitationIds,
    _: unknown,
    end: FinalMailOutcome,
  ) => recordMailState(database, invitation_id, end === 'accepted' ? 'sent' : 'refused'),
  onBounced: ({ database }: Context, { invitation_id }: InvitationIds) =>
    recordBouncedInvitation(database, invitation_id),
  isFinal: ({ clock }: Context, { permanent }: MailRefused, { invited_at }: { invited_at: Date }) =>
    permanent || clock.now().getTime() - invited_at.getTime() > giveUpAfterMs,
} as const;

function isDue({ invitation, contact }: InvitedContact, now: Date): boolean {
  return (
    invitation.mail_state !== 'sent' && contact.status === 'pending' && invitation.expires_at > now
  );
}

/** Limits invitations per address and per owner, because owners may enter any address. */
async function claimInvitationAllowance(
  ctx: Context,
  { email, user_id }: Contact,
): Promise<number> {
  const wait = await claimMailAllowance(ctx, 'contact_invitation', email);
  return wait > 0
    ? wait
    : claimMailAllowance(ctx, 'contact_invitation_from', user_id, allowancePerOwner);
}

const dayMs = 24 * 60 * 60 * 1000;

interface InvitationFacts {
  contact_name: string;
  owner_name: string | null;
  owner_email: string;
  /** The owner's words to the contact; may be empty. */
  note: string;
  /** In rubles. */
  activation_price: number;
  code: string;
  token: string;
  invited_at: Date;
}

export const contactInvitation = declareMail({
  name: 'contact_invitation',
  unconfirmedLimit: 'delay',
  to: 'the contact',
  when: 'an owner invites a contact; sent immediately, then by the job',
  ...invitationOutcome,
  find: async (
    ctx: Context,
    ids: InvitationIds,
  ): Promise<FoundMail<InvitationFacts> | MailHeldBack | undefined> => {
    const due = await findDueInvitation(ctx, ids);
    if (!due || 'wait_seconds' in due) return due;
    const { contact, invitation, owner } = due;
    const { serviceKey, linkTokens } = ctx;
    const facts = {
      contact_name: contact.name,
      owner_name: owner.full_name ?? invitation.owner_name,
      owner_email: owner.email,
      note: await openNote(ctx, contact),
      activation_price: await findActivationPrice(ctx, contact),
      code: codeOf(serviceKey, invitation.id),
      token: linkTokens.tokenOf(invitation.id),
      invited_at: invitation.created_at,
    };
    const { email: to, preferred_language: language } = contact;
    return { to, language, reply_to: owner.email, facts };
  },
  text: (words, facts: InvitationFacts, { publicUrl }) => {
    const { contact_name, owner_name, owner_email, code, token } = facts;
    const person = nameWithAddress(owner_name ?? '', owner_email);
    const note = isolateText(plainTitle(facts.note));
    return mailText(
      words,
      'contacts.contact_invitation',
      (say) => [
        say('who', { person }),
        ...(note ? [say('note', { note })] : []),
        say('later', { price: rubles(words, facts.activation_price * 100) }),
        button(say('action'), linkWithSecret(publicUrl, '/invitation', { token })),
        say('by_code'),
        { code },
        [say('validity', { count: linkLifetimes.contactInvitation / dayMs }), say('questions')],
        say('stranger'),
      ],
      {
        reason: 'contacts.reason',
        values: { name: nameInSubject(owner_name, owner_email) },
        greeting: greetingOf(words, contact_name),
      },
    );
  },
});

/** Empty if the text is damaged: the invitation is sent anyway. */
async function openNote({ vault, log }: Context, contact: Contact): Promise<string> {
  if (contact.invitation_note === null) return '';
  try {
    return openPrivateText(await vault.keyOf(contact.user_id), contact, 'invitation_note');
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    log.error(
      { code: 'contact_damaged', contact_id: contact.id },
      'the note of an invitation could not be decrypted and is not mailed',
    );
    return '';
  }
}

function greetingOf({ t }: MailWords, contactName: string): string | undefined {
  const name = isolateText(plainName(contactName));
  return name ? t('layout.greeting_named', { name }) : undefined;
}

interface LateInvitationFacts {
  contact_name: string;
  owner_name: string | null;
  owner_email: string;
  /** Name of the activating contact; null if that contact was removed. */
  activated_by: string | null;
  token: string;
  invited_at: Date;
}

export const lateInvitation = declareMail({
  name: 'late_invitation',
  to: 'an unanswered contact after a release',
  when: 'letters are kept for the contact',
  ...invitationOutcome,
  find: async (ctx: Context, ids: InvitationIds) => {
    const due = await findDueInvitation(ctx, ids);
    if (!due || 'wait_seconds' in due) return due;
    const { contact, invitation, owner } = due;
    const active = await ownersProtocol(ctx).findActive(contact.user_id);
    if (!active) return undefined;
    const facts = {
      contact_name: contact.name,
      owner_name: owner.full_name,
      owner_email: owner.email,
      activated_by: active.activated_by,
      token: ctx.linkTokens.tokenOf(invitation.id),
      invited_at: invitation.created_at,
    };
    return { to: contact.email, language: contact.preferred_language, facts };
  },
  text: (words, facts: LateInvitationFacts, { publicUrl }) => {
    const { contact_name, owner_name, owner_email, activated_by, token } = facts;
    const person = nameWithAddress(owner_name ?? '', owner_email);
    const activator = isolateText(plainName(activated_by ?? ''));
    return mailText(
      words,
      'contacts.late_invitation',
      (say) => [
        activator ? say('started', { person, activator }) : say('started_by_another', { person }),
        say('kept'),
        button(say('action'), linkWithSecret(publicUrl, '/invitation', { token })),
        say('validity'),
      ],
      {
        reason: 'contacts.reason',
        values: { name: nameInSubject(owner_name, owner_email) },
        greeting: greetingOf(words, contact_name),
      },
    );
  },
});
