import { randomUUID } from 'node:crypto';
import { vetoableActivationStatuses } from '@zavet/contract/protocol/protocol-values';
import { sql } from 'drizzle-orm';
import type { Context } from '../../src/context.ts';
import { vetoByLinkOrCode, vetoOwnProtocol } from '../../src/features/protocol/activation/veto.ts';
import {
  approveByCertificate,
  proposeCertificate,
} from '../../src/features/protocol/requests/certificate.ts';
import {
  approveRequest,
  rejectRequest,
} from '../../src/features/protocol/requests/decide-request.ts';
import { fileRequest } from '../../src/features/protocol/requests/file-request.ts';
import { activationsOf, type Lane, pick, type Scene, testCaller } from './household.ts';
import type { Act } from './steps.ts';

const newOperator = () => ({ user_id: randomUUID(), session_id: randomUUID() });
const operator = newOperator();
const colleague = newOperator();

/** Files a request, or decides about an existing one. */
export async function review(
  { lane, household }: Scene,
  act: Extract<Act, { do: 'file request' | 'decide request' }>,
  ctx: Context,
): Promise<unknown> {
  const { owner, contacts } = household;
  if (act.do === 'file request') {
    const contact = pick(contacts, act.actor);
    if (!contact) return;
    return fileRequest(ctx, contact.person, {
      deceased_user_id: owner.user_id,
      trusted_contact_id: contact.contactId,
      explanation: 'x',
    });
  }
  const id = pick(await activationsOf(lane, owner, sql`status = 'requested'`), act.choice)?.id;
  if (!id) return;
  if (act.verdict === 'reject') {
    return rejectRequest(ctx, operator, id, { reason: 'not_proven', note: '' });
  }
  if (act.verdict === 'certify') return certify(lane, id, ctx);
  return approveRequest(ctx, operator, id, { basis: 'other', note: '' });
}

/** Performs the next of the two steps of an approval by death certificate. */
async function certify({ database, clock }: Lane, id: string, ctx: Context): Promise<void> {
  const now = sql`${clock.now().toISOString()}::timestamptz`;
  for (const { user_id } of [operator, colleague]) {
    await database.rows(sql`
      insert into users (id, email, email_verified, created_at, updated_at)
      values (${user_id}, ${`${user_id}@example.org`}, true, ${now}, ${now}) on conflict do nothing`);
    await database.rows(sql`
      insert into operators (user_id, secret, added_at) values (${user_id}, 'x', ${now})
      on conflict do nothing`);
  }
  await database.rows(sql`
    insert into request_documents (id, request_id, object_key, file_name, name_digest, size_bytes,
      mime_type, state, lease_until, created_at)
    select ${id}::uuid, request_id, ${id}, 'x', 'x', 1, 'application/pdf', 'stored', ${now}, ${now}
    from request_papers where request_id = ${id} on conflict do nothing`);
  const [request] = await database.rows<{ is_proposed: boolean }>(sql`
    select certificate_proposed_at is not null as is_proposed
    from activation_requests where id = ${id}`);
  const seen = { document_ids: [id], note: '' };
  return request?.is_proposed
    ? approveByCertificate(ctx, colleague, id, seen)
    : proposeCertificate(ctx, operator, id, seen);
}

type VetoAct = Extract<Act, { do: 'veto' }>;

/** Vetoes all activations and records the open ones as acknowledged. */
export async function veto(scene: Scene, { way, choice }: VetoAct, ctx: Context): Promise<void> {
  const { lane, household, vetoes } = scene;
  const { owner, vetoCode } = household;
  const startedActivations = await activationsOf(
    lane,
    owner,
    sql`status in ${vetoableActivationStatuses}`,
  );
  if (way === 'screen') await vetoOwnProtocol(ctx, owner, testCaller);
  else {
    const link = way === 'link' ? pick(await linksOf(scene), choice) : undefined;
    if (!link && (way === 'link' || !vetoCode)) return;
    const credentials = link ? { token: ctx.linkTokens.tokenOf(link.id) } : { code: vetoCode };
    const { is_released } = await vetoByLinkOrCode(ctx, credentials, testCaller);
    // After a release, a link or code vetoes nothing, so no veto is recorded.
    if (is_released) return;
  }
  if (way === 'code') household.vetoCode = '';
  vetoes.push({ activation_ids: startedActivations.map(({ id }) => id), way });
}

function linksOf({ lane, household }: Scene) {
  return lane.database.rows<{ id: string }>(sql`
    select veto_links.id from veto_links
    inner join activation_requests on activation_requests.id = activation_id
    where deceased_user_id = ${household.owner.user_id} order by veto_links.created_at, veto_links.id`);
}
