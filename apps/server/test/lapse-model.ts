import { addDays, type Day, moscowDay } from '@zavet/contract/days';
import { type ActivationStatus, isActive } from '@zavet/contract/protocol/protocol-values';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { type Context, withService } from '../src/context.ts';
import { processGracePeriods } from '../src/features/billing/plans/grace-periods.ts';
import { planMails } from '../src/features/billing/plans/plan-mails.ts';
import { amendPlan, lockPlan } from '../src/features/billing/plans/plan-repository.ts';
import { planAfterLapse } from '../src/features/billing/plans/plan-rules.ts';
import { filesAboveLimit } from '../src/features/vault/instructions/remove-files.ts';
import type { MovableClock } from '../src/platform/clock.ts';
import { newId } from '../src/platform/ids.ts';
import type { JobQueue } from '../src/platform/jobs/job-queue.ts';
import type { AnyMail } from '../src/platform/mail/mail.ts';
import type { QueuedMail } from '../src/platform/mail/mailer.ts';
import { bought } from './plan-states.ts';

const day = 24 * 60 * 60 * 1000;

interface Notification {
  /** A contact or the owner. */
  who: string;
  on: Day;
  /** The day that the mail mentions. */
  day: Day;
}

/** State of the model when files were removed. */
export interface Removal {
  on: Day;
  notifications: Notification[];
  contacts: string[];
  protections: string[];
  /** Last day on which an activation protected the files. */
  unprotectedSince: Day;
  /** First day on which no contact could be notified. */
  unnotifiedSince: Day | null;
}

/** An owner with an expired plan and files above the limit. */
export async function lapsedOwner(ctx: Context, clock: MovableClock) {
  const { database } = ctx;
  const owner = newId();
  const queuedMails: QueuedMail[] = [];
  const notifications: Notification[] = [];
  const contacts: string[] = [];
  const removals: Removal[] = [];
  let release: { id: string; status: ActivationStatus; on: Day } | undefined;
  let unprotectedSince = '2000-01-01';
  const today = () => moscowDay(clock.now());

  // Mails are only recorded; the steps decide when they are accepted or refused.
  const jobs = {
    enqueue: async (_, mail) => void queuedMails.push(mail as unknown as QueuedMail),
  } as JobQueue;
  const service = withService({ ...ctx, jobs }, filesAboveLimit, {
    removeNewest: async () => {
      const { grace_unnotified_since: unnotifiedSince } = await lockPlan(database, owner);
      removals.push({
        ...{
          on: today(),
          notifications: [...notifications],
          contacts: [...contacts],
          unprotectedSince,
          unnotifiedSince,
        },
        protections: await currentProtections(),
      });
      return { removal_id: newId(), files: 1 };
    },
    leavingNames: async () => ['Letter.pdf'],
    removedNames: async () => ['Letter.pdf'],
  });

  async function currentProtections(): Promise<string[]> {
    const paying = await database.rows<{ id: string }>(sql`
      select payments.id from payments inner join plan_gifts on payment_id = payments.id
      where owner_id = ${owner} and status = 'pending'
        and created_at > ${new Date(clock.now().getTime() - day).toISOString()}`);
    return [...paying.map(() => 'payment'), ...currentReleases()];
  }

  function currentReleases(): string[] {
    if (!release || /rejected|canceled|vetoed|refunded/.test(release.status)) return [];
    const isOld = isActive(release.status) && today() > addDays(release.on, 366);
    return isOld ? [] : [release.status];
  }

  await database.rows(sql`
    insert into users (id, email, email_verified, created_at, updated_at)
    values (${owner}, ${`${owner}@example.org`}, true, now(), now())`);
  await lockPlan(database, owner);
  await amendPlan(database, owner, planAfterLapse(bought('storage_300_monthly'), today()));
  await database.rows(sql`
    insert into user_storage_usage (user_id, used_bytes) values (${owner}, ${40 * 1024 * 1024})`);

  async function endDay(): Promise<void> {
    await processGracePeriods(service);
    if (currentReleases().length > 0) unprotectedSince = today();
  }

  async function settleMails(answer: 'accepted' | 'refused'): Promise<void> {
    for (const { mail: name, ids } of queuedMails.splice(0)) {
      const mail = planMails.find((one) => one.name === name) as AnyMail<Context> | undefined;
      const found = mail && (await mail.find(service, ids));
      if (!mail || !found || !('facts' in found)) continue;
      if (answer === 'refused') await mail.settle?.(service, ids, found.facts, 'refused');
      else await recordSent(mail, ids, found.facts);
    }
  }

  async function recordSent(mail: AnyMail<Context>, ids: object, facts: unknown): Promise<void> {
    await mail.settle?.(service, ids, facts, 'accepted');
    const { files_removed_on: namedDay, stage } = facts as {
      files_removed_on?: Day;
      stage?: string;
    };
    if (stage === 'soon') notifications.push({ who: owner, on: today(), day: namedDay ?? '' });
    if (mail.name !== 'removal_ahead' || !('notice_id' in ids)) return;
    const [row] = await database.rows<{ contact_id: string }>(sql`
      select contact_id from removal_notices
      where id = ${(ids as { notice_id: string }).notice_id}`);
    notifications.push({ who: row?.contact_id ?? '', on: today(), day: namedDay ?? '' });
  }

  async function addContact(): Promise<void> {
    const id = newId();
    contacts.push(id);
    await database.rows(sql`
      insert into trusted_contacts (id, user_id, name, email, seal_id, status, created_at, updated_at)
      values (${id}, ${owner}, 'Anna', ${`${id}@example.org`}, ${id}, 'confirmed', now(), now())`);
  }

  async function start(status: ActivationStatus): Promise<void> {
    await veto();
    unprotectedSince = today();
    release = { id: await insertRelease(status), status, on: today() };
  }

  async function insertRelease(status: ActivationStatus): Promise<string> {
    const id = newId();
    const now = clock.now().toISOString();
    const waits = status === 'waiting';
    const isReviewed = ['requested', 'approved', 'rejected'].includes(status);
    await database.rows(sql`
      insert into activation_requests (id, deceased_user_id, trusted_contact_id, status,
        request_reason, rejection, activated_at, waiting_hours, waiting_since, release_at,
        created_at, updated_at)
      values (${id}, ${owner}, ${contacts[0] ?? null}, ${status},
        ${isReviewed ? 'review' : null}, ${status === 'rejected' ? 'not_proven' : null},
        ${isActive(status) ? now : null}, ${waits ? 1 : null}, ${waits ? now : null},
        ${waits ? new Date(clock.now().getTime() + day).toISOString() : null}, ${now}, ${now})`);
    return id;
  }

  async function veto(): Promise<void> {
    if (!release) return;
    unprotectedSince = today();
    await database.rows(sql`delete from activation_requests where id = ${release.id}`);
    await insertRelease('vetoed');
    release = undefined;
  }

  async function startGiftPayment(): Promise<void> {
    const id = newId();
    const { version } = await lockPlan(database, owner);
    await database.rows(sql`
      insert into payments (id, plan_id, kind, amount_kopecks, basis, provider, idempotence_key, created_at)
      values (${id}, 'storage_300_monthly', 'gift', 30000, ${version}, 'mock', ${id}, ${clock.now().toISOString()})`);
    await database.rows(sql`
      insert into plan_gifts (payment_id, owner_id, contact_id)
      values (${id}, ${owner}, ${contacts[0] ?? null})`);
  }

  const failPayments = () =>
    database.rows(sql`
      update payments set status = 'canceled' where status = 'pending'
        and id in (select payment_id from plan_gifts where owner_id = ${owner})`);

  return {
    removals,
    settleMails,
    /** Vetoes the release and fails open payments. */
    endProtections: async () => {
      await veto();
      await failPayments();
    },
    day: async () => {
      clock.advance(day);
      await endDay();
    },
    do: async (step: LapseStep): Promise<unknown> => {
      switch (step.do) {
        case 'days':
          for (let passed = 0; passed < step.days; passed++) {
            clock.advance(day);
            await endDay();
          }
          return;
        case 'downtime':
          return clock.advance(step.days * day);
        case 'mails':
          return settleMails(step.answer);
        case 'contact agrees':
          return contacts.length < 3 && addContact();
        case 'contact leaves': {
          const removedId = contacts.shift();
          return database.rows(
            sql`delete from trusted_contacts where id = ${removedId ?? newId()}`,
          );
        }
        case 'start':
          return start(step.status);
        case 'veto':
          return veto();
        case 'contact starts to pay':
          return startGiftPayment();
        case 'payment fails':
          return failPayments();
      }
    },
    deleteOwner: () => database.rows(sql`delete from users where id = ${owner}`),
    owner,
  };
}

/** Events while a plan is unpaid. */
type LapseStep =
  /** Days on which the daily jobs run. */
  | { do: 'days'; days: number }
  /** Days on which no job runs. */
  | { do: 'downtime'; days: number }
  | { do: 'mails'; answer: 'accepted' | 'refused' }
  | { do: 'contact agrees' }
  | { do: 'contact leaves' }
  | { do: 'start'; status: ActivationStatus }
  | { do: 'veto' }
  | { do: 'contact starts to pay' }
  | { do: 'payment fails' };

const openStatuses: ActivationStatus[] = [
  'requested',
  'approved',
  'agreement_pending',
  'agreed',
  'payment_pending',
  'waiting',
  'delivered',
];
const endedStatuses: ActivationStatus[] = ['rejected', 'payment_canceled', 'vetoed', 'refunded'];

const stepWithoutDetails = <Kind extends LapseStep['do']>(name: Kind) => fc.constant({ do: name });

export const lapseSteps: fc.Arbitrary<LapseStep[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ do: fc.constant('days'), days: fc.integer({ min: 1, max: 16 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('downtime'),
        days: fc.integer({ min: 20, max: 40 }),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({ do: fc.constant('mails'), answer: fc.constant('accepted') }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('mails'), answer: fc.constant('refused') }),
    },
    { weight: 1, arbitrary: stepWithoutDetails('contact agrees') },
    { weight: 1, arbitrary: stepWithoutDetails('contact leaves') },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('start'),
        status: fc.constantFrom(...openStatuses, ...endedStatuses),
      }),
    },
    { weight: 1, arbitrary: stepWithoutDetails('veto') },
    { weight: 1, arbitrary: stepWithoutDetails('contact starts to pay') },
    { weight: 1, arbitrary: stepWithoutDetails('payment fails') },
  ) as fc.Arbitrary<LapseStep>,
  { minLength: 4, maxLength: 18 },
);
