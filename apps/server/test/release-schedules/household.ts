import { randomUUID } from 'node:crypto';
import type { ReleaseRules } from '@zavet/contract/protocol/release-rules';
import { type SQL, sql } from 'drizzle-orm';
import { withService } from '../../src/context.ts';
import { paymentProvider } from '../../src/features/billing/payments/configured-provider.ts';
import type {
  PaymentKey,
  PaymentProvider,
  ProviderPayment,
} from '../../src/features/billing/payments/payment-provider.ts';
import { createPasswords, pins } from '../../src/features/identity/account/passwords/passwords.ts';
import type { Clock } from '../../src/platform/clock.ts';
import { recordHeartbeat } from '../../src/platform/downtime/heartbeat.ts';
import type { Owner } from '../../src/platform/http/route.ts';
import { newId } from '../../src/platform/ids.ts';
import { strongPassword } from '../people.ts';
import { quickHashes, startTestProduct, type TestProduct } from '../test-product.ts';
import { openLedger } from './ledger.ts';

/** A database and a clock for a sequence of households. */
export interface Lane extends TestProduct {
  provider: QuickProvider;
}

/** Jobs are only enqueued: the schedule decides when and how often they run. */
export async function openLane(): Promise<Lane> {
  const product = await startTestProduct({}, { runsJobs: false });
  const provider = createQuickProvider(product.clock);
  // The jobs of this product use the same provider.
  Object.assign(product.ctx, withService(product.ctx, paymentProvider, provider));
  await openLedger(product.database);
  await recordHeartbeat(product.ctx);
  return { ...product, provider };
}

export interface Account extends Owner {
  email: string;
}

export interface StagedContact {
  contactId: string;
  person: Account;
  invitationToken: string;
}

/** An owner with confirmed contacts and an instruction for all of them. */
export interface Household {
  owner: Account;
  contacts: StagedContact[];
  pin: string | null;
  vetoCode: string;
}

interface HouseholdOptions {
  contacts: number;
  rules: ReleaseRules | null;
  hasPin: boolean;
}

const rightPin = '4711';
const passwordHash = createPasswords(quickHashes).hash(strongPassword);

/** Creates a household with few statements, because the tests create thousands. */
export async function createHousehold(lane: Lane, options: HouseholdOptions): Promise<Household> {
  const { database, ctx } = lane;
  const owner = newAccount();
  const contacts = Array.from({ length: options.contacts }, () => {
    const invitationId = newId();
    return {
      contactId: randomUUID(),
      person: newAccount(),
      invitationId,
      invitationToken: ctx.linkTokens.tokenOf(invitationId),
    };
  });
  const accounts = [owner, ...contacts.map(({ person }) => person)];
  const now = sql`${lane.clock.now().toISOString()}::timestamptz`;
  await database.rows(sql`
    insert into users (id, email, email_verified, created_at, updated_at)
    values ${joinValues(accounts, ({ user_id, email }) => sql`(${user_id}::uuid, ${email}, true, ${now}, ${now})`)}`);
  await database.rows(sql`
    insert into sessions (id, user_id, token, expires_at, created_at, updated_at)
    values ${joinValues(accounts, ({ user_id, session_id }) => sql`(${session_id}::uuid, ${user_id}::uuid, ${session_id}, 'infinity', ${now}, ${now})`)}`);
  const password = await passwordHash;
  await database.rows(sql`
    insert into passwords (user_id, hash, changed_at)
    values ${joinValues(accounts, ({ user_id }) => sql`(${user_id}::uuid, ${password}, ${now})`)}`);
  const pinHash = options.hasPin ? await hashPin(lane) : null;
  await database.rows(sql`
    insert into user_profiles (id, user_id, pin_hash, created_at, updated_at)
    values (${newId()}, ${owner.user_id}, ${pinHash}, ${now}, ${now})`);
  await ctx.vault.keyOf(owner.user_id);
  const id = randomUUID();
  await database.rows(sql`
    with written as (
      insert into instructions (id, user_id, draft_id, heading, has_recipient, category, priority,
        content, text_digest, text_saved_at, seal_id, reviewed_at, created_at, updated_at)
      values (${id}, ${owner.user_id}, ${id}, 'x', false, 'notary', 'high', 'x',
        'x', ${now}, ${id}, ${now}, ${now}, ${now}))
    insert into trusted_contacts (
      id, user_id, name, email, seal_id, status, bound_user_id, created_at, updated_at)
    values ${joinValues(contacts, ({ contactId, person }) => sql`(${contactId}::uuid, ${owner.user_id}::uuid, 'Анна', ${person.email}, ${contactId}::uuid, 'confirmed', ${person.user_id}::uuid, ${now}, ${now})`)}`);
  await database.rows(sql`
    with named as (
      insert into instruction_contacts (instruction_id, contact_id, user_id)
      select ${id}::uuid, id, user_id from trusted_contacts where user_id = ${owner.user_id})
    insert into contact_invitations (id, contact_id, code_digest, link_digest, expires_at, created_at)
    values ${joinValues(contacts, ({ contactId, invitationId, invitationToken }) => sql`(${invitationId}::uuid, ${contactId}::uuid, ${invitationId}, ${ctx.linkTokens.digestOf(invitationToken)}, ${now} + interval '30 days', ${now})`)}`);
  if (options.rules) await insertRules(lane, owner, options.rules);
  return { owner, contacts, pin: options.hasPin ? rightPin : null, vetoCode: '' };
}

/** Deletes the household and all its traces. */
export async function deleteHousehold({ database, provider }: Lane): Promise<void> {
  await database.rows(sql`delete from users`);
  await database.rows(sql`delete from payments`);
  await database.rows(sql`delete from pgboss.job`);
  await database.rows(sql`delete from interruptions`);
  await database.rows(sql`delete from ledger`);
  provider.forget();
}

function newAccount(): Account {
  const user_id = randomUUID();
  return { user_id, email: `${user_id}@example.org`, session_id: randomUUID() };
}

async function insertRules({ database }: Lane, { user_id }: Account, rules: ReleaseRules) {
  await database.rows(sql`
    insert into protocol_rules (user_id, waiting_hours, needs_second, chosen_at)
    values (${user_id}, ${rules.waiting_hours}, ${rules.needs_second}, now())`);
}

let pinHash: Promise<string> | undefined;
function hashPin({ ctx }: Lane): Promise<string> {
  pinHash ??= pins(ctx).hash(rightPin);
  return pinHash;
}

function joinValues<T>(items: readonly T[], values: (item: T) => SQL): SQL {
  return sql.join(items.map(values), sql`, `);
}

interface KnownPayment extends PaymentKey {
  status: 'pending' | 'succeeded' | 'canceled';
  /** Time of the payment by the provider's clock. */
  paid_at: Date | null;
  refunded_kopecks: number;
}

/** An in-process payment provider for thousands of schedules. It sends no webhooks. */
interface QuickProvider extends PaymentProvider {
  payments(): KnownPayment[];
  /** Settles a pending payment as the payer or the bank does. */
  end(paymentId: string, status: 'succeeded' | 'canceled'): void;
  forget(): void;
}

function createQuickProvider(clock: Clock): QuickProvider {
  const known = new Map<string, KnownPayment>();
  const refunds = new Set<string>();
  const read = async (id: string) => {
    const found = known.get(id);
    return found && viewOf(found);
  };
  return {
    name: 'mock',
    create: async ({ payment_id, amount_kopecks, currency, created_at }) => {
      const request = { payment_id, amount_kopecks, currency, created_at };
      const made = known.get(payment_id) ?? { ...request, ...pendingState };
      known.set(payment_id, made);
      return viewOf(made);
    },
    read,
    find: ({ payment_id }) => read(payment_id),
    refund: async ({ idempotence_key, provider_payment_id, amount_kopecks }) => {
      const found = known.get(provider_payment_id);
      if (found?.status !== 'succeeded') throw new Error('a refund of what was not paid');
      if (!refunds.has(idempotence_key)) found.refunded_kopecks += amount_kopecks;
      refunds.add(idempotence_key);
      return { id: idempotence_key, status: 'succeeded' };
    },
    readRefund: async (id) => ({ id, status: 'succeeded' }),
    listRefunds: async () => [],
    payments: () => [...known.values()],
    end: (paymentId, status) => {
      const found = known.get(paymentId);
      if (found?.status !== 'pending') return;
      found.status = status;
      if (status === 'succeeded') found.paid_at = clock.now();
    },
    forget: () => {
      known.clear();
      refunds.clear();
    },
  };
}

const pendingState = { status: 'pending', paid_at: null, refunded_kopecks: 0 } as const;

function viewOf({ payment_id, status, amount_kopecks, currency }: KnownPayment): ProviderPayment {
  return {
    id: payment_id,
    status,
    amount_kopecks,
    currency,
    is_test: true,
    payment_id,
    confirmation_url: `http://zavet.test/pay/${payment_id}`,
    method: null,
    receipt: null,
    cancellation_reason: null,
  };
}

export const testCaller = { address: null, user_agent: null, request_id: 'schedule' } as never;

/** A veto that the product acknowledged. */
interface AcknowledgedVeto {
  activation_ids: string[];
  way: 'screen' | 'link' | 'code';
}

/** A household during a schedule. */
export interface Scene {
  lane: Lane;
  household: Household;
  /** Vetoes acknowledged to the owner. */
  vetoes: AcknowledgedVeto[];
  /** Downtimes of the service. */
  downtimes: { started_at: Date; ended_at: Date }[];
}

interface OpenActivation {
  id: string;
  initiator_user_id: string | null;
  release_at: Date | string | null;
}

export function activationsOf({ database }: Lane, { user_id }: Account, condition: SQL) {
  return database.rows<OpenActivation>(sql`
    select id, initiator_user_id, release_at from activation_requests
    where deceased_user_id = ${user_id} and ${condition} order by created_at, id`);
}

export function pick<T>(from: readonly T[], choice: number): T | undefined {
  return from[choice % Math.max(1, from.length)];
}
