import type { LetterRow } from '@zavet/contract/operators/letter-endpoints';
import type { Context } from '../../../context.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { findInvolvingOwners } from '../../people/involvement/index.ts';
import { listUnreachedLetters, type UnreachedLetter } from './letter-repository.ts';
import { correctorOf, smtpCodeOf } from './letter-rules.ts';
import { opened } from './open-recipient.ts';

const pageLength = 50;

/** Letters that did not arrive, for operators: who is concerned, and nothing that is sealed. */
export async function listLetters(
  ctx: Context,
  operator: Owner,
  after: string | undefined,
): Promise<{ letters: LetterRow[]; next: string | null }> {
  const found = await listUnreachedLetters(ctx.database, after, pageLength + 1);
  const page = found.slice(0, pageLength);
  const isMore = found.length > pageLength;
  const owners = page.map(({ user_id }) => user_id);
  const involving = await findInvolvingOwners(ctx, operator, owners);
  return {
    letters: page.map((letter) => ({
      ...rowOf(ctx, letter),
      is_involved: involving.has(letter.user_id),
    })),
    next: isMore ? (page.at(-1)?.id ?? null) : null,
  };
}

function rowOf(ctx: Context, letter: UnreachedLetter): Omit<LetterRow, 'is_involved'> {
  const { id, state, letters, last_refusal: refusal, refusals, owner } = letter;
  const { contact_name, contact_email } = letter;
  const written_at = new Date(letter.created_at);
  return {
    ...{ id, state, letters, refusal, written_at },
    is_bounced: letter.refusal_kind === 'bounced',
    owner: { name: owner.full_name || null, email: owner.email },
    contact:
      contact_name !== null && contact_email !== null
        ? { name: contact_name, email: contact_email }
        : null,
    smtp_code: codeOf(ctx, letter),
    tries: refusals,
    refused_since: new Date(letter.refused_since ?? letter.refused_at ?? letter.created_at),
    last_tried_at: new Date(letter.refused_at ?? letter.created_at),
    next_try_at: state === 'queued' ? new Date(letter.next_attempt_at) : null,
    is_under_way: letter.is_claimed,
    is_corrected: letter.corrected_email !== null,
    activator: {
      name: letter.activator_name,
      email: letter.activator_email,
      account: accountOf(letter),
      is_contact: letter.trusted_contact_id !== null,
    },
    corrected_by: correctorOf(letter, letter),
  };
}

function accountOf({ initiator_user_id, is_activator_confirmed }: UnreachedLetter) {
  if (initiator_user_id === null) return 'gone';
  return is_activator_confirmed ? 'confirmed' : 'unconfirmed';
}

function codeOf({ vault }: Context, letter: UnreachedLetter): string | null {
  const { refusal_id, refusal_reply } = letter;
  if (!refusal_id || !refusal_reply) return null;
  const key = vault.open(letter.user_id, letter);
  const reply = opened(() => key.open(refusal_id, 'reply', refusal_reply));
  return reply === undefined ? null : smtpCodeOf(reply);
}
