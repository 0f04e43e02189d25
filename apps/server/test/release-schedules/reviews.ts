import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { ProtocolDeps } from '../../src/features/protocol/protocol-deps.ts';
import {
  approveRequest,
  rejectRequest,
} from '../../src/features/protocol/requests/decide-on-request.ts';
import { fileRequest } from '../../src/features/protocol/requests/file-request.ts';
import { activationsOf, pick, type Scene } from './scene.ts';
import type { Doing } from './steps.ts';

const operator = { user_id: randomUUID(), session_id: randomUUID() };

/** A contact asks the operators, or one of them decides. */
export async function review(
  { lane, household }: Scene,
  doing: Extract<Doing, { do: 'file' | 'decide' }>,
  deps: ProtocolDeps,
): Promise<unknown> {
  const { owner, contacts } = household;
  if (doing.do === 'file') {
    const contact = pick(contacts, doing.who);
    if (!contact) return;
    return fileRequest(deps, contact.person, {
      deceased_user_id: owner.user_id,
      trusted_contact_id: contact.contactId,
      explanation: 'x',
    });
  }
  const id = pick(await activationsOf(lane, owner, sql`status = 'requested'`), doing.which)?.id;
  if (!id) return;
  if (doing.verdict === 'reject') {
    return rejectRequest(deps, operator, id, { reason: 'not_proven', note: '' });
  }
  const basis = doing.verdict === 'certify' ? 'death_certificate' : 'other';
  return approveRequest(deps, operator, id, { basis, note: '' });
}
