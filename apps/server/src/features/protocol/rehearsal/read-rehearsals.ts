import { moscowDay } from '@zavet/contract/days';
import type {
  PlannedMail,
  RehearsalPlan,
  RehearsalsView,
} from '@zavet/contract/protocol/rehearsal-endpoints';
import type { Context } from '../../../context.ts';
import { SealBroken } from '../../../platform/encryption/sealed-text.ts';
import { fail } from '../../../platform/failure.ts';
import type { MailText, SiteInfo } from '../../../platform/mail/mail.ts';
import { mailWords } from '../../../platform/mail/templates/mail-words.ts';
import { findPerson, hasPin, namedOwner, type Person } from '../../identity/account/index.ts';
import { ownersProtocol } from '../../people/contacts/index.ts';
import { openHeading } from '../../vault/instructions/index.ts';
import { rehearsalRecipientMail, rehearsalRequestMail } from './participant-mails.ts';
import {
  type ConfirmedContact,
  listConfirmedContacts,
  listRecipientHeadings,
  listRehearsals,
} from './rehearsal-repository.ts';
import {
  endsAtFor,
  furtherRecipients,
  type NamedAddress,
  nextStartAt,
  startObstacle,
} from './rehearsal-rules.ts';
import { viewRehearsals } from './rehearsal-view.ts';

/** The plan of a rehearsal that would start now, and the results of previous ones. */
export async function readRehearsals(ctx: Context, userId: string): Promise<RehearsalsView> {
  return { plan: await readPlan(ctx, userId), rehearsals: await viewRehearsals(ctx, userId) };
}

async function readPlan(ctx: Context, userId: string): Promise<RehearsalPlan> {
  const { database, clock } = ctx;
  const owner = (await findPerson(database, userId)) ?? fail('session_missing');
  const { contacts, recipients, left_out } = await planParticipants(ctx, userId);
  const { obstacle, next_start_at } = await readObstacle(ctx, userId, contacts.length);
  const asks_for_pin = await hasPin(database, userId);
  const until = moscowDay(endsAtFor(clock.now()));
  return {
    contacts: contacts.map(({ name, email }) => ({ name, email })),
    recipients,
    recipients_omitted: left_out,
    asks_for_pin,
    obstacle: obstacle ?? null,
    next_start_at: next_start_at ?? null,
    ...plannedMails(owner, ctx.mailer.site, { asks_for_pin, until }),
  };
}

/**
 * The obstacle to a start now, and the time of the next possible start. Reliable only while the
 * owner is locked.
 */
export async function readObstacle(ctx: Context, userId: string, confirmedContacts: number) {
  const { database, clock } = ctx;
  const rehearsals = await listRehearsals(database, userId);
  const next_start_at = nextStartAt(
    rehearsals.map(({ started_at }) => started_at),
    clock.now(),
  );
  const obstacle = startObstacle({
    confirmed_contacts: confirmedContacts,
    is_protocol_running: await ownersProtocol(ctx).isUnderWay(userId),
    is_open: rehearsals.some(({ ended_at }) => ended_at === null),
    next_start_at,
  });
  return { obstacle, next_start_at };
}

interface PlannedParticipants {
  contacts: ConfirmedContact[];
  recipients: NamedAddress[];
  left_out: number;
}

/** The contacts to mail and the addresses to check if a rehearsal started now. */
export async function planParticipants(ctx: Context, userId: string): Promise<PlannedParticipants> {
  const contacts = await listConfirmedContacts(ctx.database, userId);
  const named = await listNamedRecipients(ctx, userId);
  const addresses = contacts.map(({ email }) => email);
  return { contacts, ...furtherRecipients(named, addresses) };
}

/**
 * The recipients named in instructions. Skips damaged headings; readiness and the list of
 * instructions report them.
 */
async function listNamedRecipients(
  { database, vault }: Context,
  userId: string,
): Promise<NamedAddress[]> {
  const rows = await listRecipientHeadings(database, userId);
  return rows.flatMap((row) => {
    try {
      const { recipient_name, recipient_email } = openHeading(vault.open(userId, row), row);
      return recipient_email ? [{ name: recipient_name ?? '', email: recipient_email }] : [];
    } catch (error) {
      if (error instanceof SealBroken) return [];
      throw error;
    }
  });
}

/** Previews the mails in the owner's language. */
function plannedMails(
  owner: Person,
  site: SiteInfo,
  planned: { asks_for_pin: boolean; until: string },
): { contact_mail: PlannedMail; recipient_mail: PlannedMail } {
  const words = mailWords(owner.language);
  const facts = namedOwner(owner);
  const requestFacts = { ...facts, ...planned, token: '' };
  return {
    contact_mail: plannedMail(rehearsalRequestMail.text(words, requestFacts, site)),
    recipient_mail: plannedMail(rehearsalRecipientMail.text(words, facts, site)),
  };
}

function plannedMail({ subject, blocks }: MailText): PlannedMail {
  const paragraphs = blocks.filter((block) => typeof block === 'string');
  const button = blocks.find((block) => typeof block === 'object' && 'button' in block);
  return { subject, paragraphs, action: button && 'button' in button ? button.button : null };
}
