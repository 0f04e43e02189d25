import {
  maxNamedPerFinding,
  type ReadinessView,
} from '@zavet/contract/protocol/dashboard-endpoints';
import { rehearsalFigures } from '@zavet/contract/protocol/rehearsal-values';
import { rulesAt } from '@zavet/contract/protocol/release-rules';
import type { Context } from '../../../context.ts';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { SealBroken } from '../../../platform/encryption/sealed-text.ts';
import { fail } from '../../../platform/failure.ts';
import { openPrivateText, shownStatus } from '../../people/contacts/index.ts';
import { openHeading } from '../../vault/instructions/index.ts';
import {
  findReadinessFacts,
  listSealedHeadings,
  type SealedContact,
} from './dashboard-repository.ts';
import { findingsIn, letterPreviewOf, type RehearsalFacts } from './readiness-rules.ts';

/**
 * The findings about a release today, and a preview of its letters. Decrypts only the titles that
 * are shown.
 */
export async function readReadiness(ctx: Context, userId: string): Promise<ReadinessView> {
  const now = ctx.clock.now();
  const stored = await findReadinessFacts(ctx.database, userId, now);
  if (!stored) return fail('session_missing');
  const facts = {
    ...stored,
    is_mail_captured: ctx.capturedMails !== undefined,
    are_payments_configured: ctx.config.payments !== undefined,
  };
  const findings = findingsIn(facts, now);
  const letters = letterPreviewOf(facts);
  const key = stored.key && ctx.vault.open(userId, stored.key);
  const names = new Map(stored.contacts.map(({ id, name }) => [id, name]));
  const named = findings.flatMap(({ concerned }) => concerned).filter((id) => !names.has(id));
  const ids = [...new Set([...named, ...letters.shown.map(({ id }) => id)])];
  for (const [id, title] of await titlesOf(ctx, userId, key, ids)) names.set(id, title);
  return {
    findings: findings.map((finding) => ({
      ...finding,
      concerned: finding.concerned.map((id) => ({ id, name: names.get(id) ?? '' })),
    })),
    letters: {
      ...letters,
      shown: letters.shown.map((letter) => ({ ...letter, title: names.get(letter.id) ?? '' })),
    },
    people: stored.contacts.slice(0, maxNamedPerFinding).map((contact) => personOf(key, contact)),
    ...rulesAt(stored.rules, now),
    rehearsal: rehearsalOf(stored.rehearsal),
  };
}

function rehearsalOf(rehearsal: RehearsalFacts | null): ReadinessView['rehearsal'] {
  if (!rehearsal) return null;
  const { contacts, answered } = rehearsalFigures(rehearsal.parts);
  const started_at = new Date(rehearsal.started_at);
  return { started_at, is_open: rehearsal.is_open, answered, contacts };
}

async function titlesOf(
  { database }: Context,
  userId: string,
  key: OwnerKey | undefined,
  ids: readonly string[],
): Promise<[string, string][]> {
  if (ids.length === 0 || !key) return [];
  const rows = await listSealedHeadings(database, userId, ids);
  return rows.map((row) => [row.id, openOrEmpty(() => openHeading(key, row).title)]);
}

function personOf(key: OwnerKey | undefined, contact: SealedContact) {
  const { id, name, is_blocked } = contact;
  const status = shownStatus(contact.status, contact.mail_state !== null);
  const relationship = openOrEmpty(() => openPrivateText(key, contact, 'relationship'));
  return { id, name, relationship, status, is_blocked };
}

/** Empty for damaged texts, so that other findings are still shown. */
function openOrEmpty(open: () => string): string {
  try {
    return open();
  } catch (error) {
    if (error instanceof SealBroken) return '';
    throw error;
  }
}
