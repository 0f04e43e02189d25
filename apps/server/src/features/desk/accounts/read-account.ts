import type { AccountView, FoundAccount } from '@zavet/contract/desk/account-endpoints';
import type { AccountState } from '@zavet/contract/desk/desk-values';
import type { AuditRow } from '@zavet/contract/identity/audit-endpoints';
import type { AuditAct } from '@zavet/contract/identity/audit-values';
import { defaultLocale, isLocale } from '@zavet/contract/locales';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { findPaymentMethod, listPaymentRows } from '../../billing/payments/index.ts';
import { readPlan } from '../../billing/plans/index.ts';
import {
  deletableFrom,
  findAccountSummary,
  findAccountsByEmail,
  findLastSeen,
  findPeople,
  findProfile,
  findSuspension,
  listConsents,
  listLiveSessions,
  listSuspendedAccounts,
  listThrottles,
} from '../../identity/account/index.ts';
import { appendAudit, listAudit } from '../../identity/audit/index.ts';
import { operatorActor } from '../../identity/operators/index.ts';
import { findInvolvingOwners } from '../../people/involvement/index.ts';
import { readStorage } from '../../vault/storage/index.ts';
import {
  countContent,
  listCorrections,
  listStartedProtocols,
  listWaitingActivationFees,
} from './account-desk-repository.ts';

/** Requires the complete address, so that operators cannot browse accounts. */
export async function searchAccounts(ctx: Context, email: string): Promise<FoundAccount[]> {
  const { database } = ctx;
  const found = await findAccountsByEmail(database, email);
  const stateOf = await readStates(
    ctx,
    found.map(({ id }) => id),
  );
  return found.map(({ email_verified, ...account }) => ({
    ...account,
    state: stateOf(account.id, email_verified),
  }));
}

const isId = (id: string | null) => id !== null;

/** Returns a page of the audit log. The log contains only ids; current names are added. */
export async function readAudit(
  { database }: Context,
  query: { act?: AuditAct; after?: string },
): Promise<{ entries: AuditRow[]; next: string | null }> {
  const { entries, next } = await listAudit(database, query);
  const ids = entries.flatMap(({ actor_id, owner_id }) => [actor_id, owner_id].filter(isId));
  const people = await findPeople(database, [...new Set(ids)]);
  const personOf = (id: string | null) => (id ? (people.get(id) ?? null) : null);
  return {
    entries: entries.map((entry) => ({
      ...entry,
      actor_person: personOf(entry.actor_id),
      owner: personOf(entry.owner_id),
    })),
    next,
  };
}

/** Everything an operator sees of an account. Each view is recorded. */
export async function viewAccount(ctx: Context, operator: Owner, id: string): Promise<AccountView> {
  const view = await readAccount(ctx, operator, id);
  await appendAudit(ctx, {
    actor: operatorActor(operator),
    act: 'account_viewed',
    owner_id: id,
    subject_id: id,
  });
  return view;
}

async function readAccount(ctx: Context, operator: Owner, id: string): Promise<AccountView> {
  const { database, clock } = ctx;
  const summary = (await findAccountSummary(database, id)) ?? fail('not_found');
  const profile = await findProfile(database, id);
  const language = profile?.preferred_language;
  const stateOf = await readStates(ctx, [id]);
  const lastSeen = await findLastSeen(database, id, clock.now());
  const { contacts, ...counts } = await countContent(database, id);
  const { used_bytes } = await readStorage(database, id);
  const involving = await findInvolvingOwners(ctx, operator, [id]);
  return {
    id,
    email: summary.email,
    pending_email: profile?.pending_email ?? null,
    state: stateOf(id, summary.email_verified),
    language: isLocale(language) ? language : defaultLocale,
    created_at: summary.created_at,
    last_seen_at: lastSeen ?? null,
    first_name: profile?.first_name ?? null,
    last_name: profile?.last_name ?? null,
    date_of_birth: profile?.date_of_birth ?? null,
    has_pin: Boolean(profile?.pin_hash),
    plan: await planOf(ctx, id),
    contacts: { pending: 0, confirmed: 0, declined: 0, activated: 0, ...contacts },
    ...counts,
    used_bytes,
    sessions: await listLiveSessions(database, id, clock.now()),
    consents: await listConsents(database, id),
    throttles: await listThrottles(ctx, id),
    corrections: await correctionsOf(ctx, id),
    suspension: await suspensionOf(ctx, id),
    refundable: await refundableOf(ctx, id),
    is_involved: involving.has(id),
  };
}

/** Returns a lookup of account states. A started protocol takes precedence over a suspension. */
async function readStates(
  { database }: Context,
  ids: readonly string[],
): Promise<(id: string, isConfirmed: boolean) => AccountState> {
  const started = ids.length > 0 ? await listStartedProtocols(database, ids) : [];
  const suspended = new Set(await listSuspendedAccounts(database, ids));
  const waitingByOwner = new Map(started.map(({ user_id, is_waiting }) => [user_id, is_waiting]));
  return (id, isConfirmed) => {
    const isWaiting = waitingByOwner.get(id);
    if (isWaiting === undefined) {
      if (suspended.has(id)) return 'suspended';
      return isConfirmed ? 'active' : 'unconfirmed';
    }
    return isWaiting ? 'protocol_waiting' : 'protocol_active';
  };
}

async function suspensionOf(ctx: Context, id: string): Promise<AccountView['suspension']> {
  const found = await findSuspension(ctx.database, id);
  if (!found) return null;
  return {
    reason: found.reason,
    suspended_at: found.suspended_at,
    deletable_from: deletableFrom(found) ?? null,
  };
}

const maxRefundable = 50;

async function refundableOf(ctx: Context, id: string): Promise<AccountView['refundable']> {
  const payments = await listPaymentRows(ctx.database, id, maxRefundable);
  const waitingFees = await listWaitingActivationFees(
    ctx.database,
    payments.map((payment) => payment.id),
  );
  return payments
    .filter(({ status, refunded_kopecks }) => status === 'succeeded' && refunded_kopecks === null)
    .filter((payment) => !waitingFees.has(payment.id))
    .map((payment) => ({
      id: payment.id,
      product: payment.plan_id,
      amount_kopecks: payment.amount_kopecks,
      paid_at: new Date(payment.settled_at ?? payment.created_at),
    }));
}

async function planOf(ctx: Context, id: string): Promise<AccountView['plan']> {
  const { database } = ctx;
  const { plan, period, limit_mb, valid_until, grace_until, auto_renewal } = await readPlan(
    database,
    id,
  );
  const has_card = (await findPaymentMethod(database, id)) !== undefined;
  return { plan, period, limit_mb, valid_until, grace_until, auto_renewal, has_card };
}

async function correctionsOf(ctx: Context, userId: string): Promise<AccountView['corrections']> {
  const { vault } = ctx;
  const corrections = await listCorrections(ctx.database, userId);
  if (corrections.length === 0) return [];
  const key = await vault.keyOf(userId);
  return corrections.map(({ id, fields, proof, reference, corrected_at }) => ({
    id,
    fields,
    proof,
    reference: key.open(id, 'reference', reference),
    corrected_at,
  }));
}
