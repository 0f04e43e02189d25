import {
  type Context,
  type ExportSections,
  type KeyTables,
  type Provision,
  perContext,
  type RetentionRules,
  type Subscription,
} from './context.ts';
import type { Route } from './platform/http/route.ts';
import { type Job, type JobName, type RetryName, retryPolicies } from './platform/jobs/job.ts';
import type { AnyMail } from './platform/mail/mail.ts';

/** The manifest of a feature: its contributions to the program. */
export interface Feature {
  name: string;
  routes?(ctx: Context): Route[];
  jobs?: readonly FeatureJob[];
  mails?: readonly AnyMail<Context>[];
  on?: readonly Subscription[];
  provides?: readonly Provision[];
  exports?: ExportSections;
  retention?: RetentionRules;
  keyTables?: Partial<KeyTables>;
}

export function feature(manifest: Feature): Feature {
  return manifest;
}

/** During time travel, a scheduled job runs at the end of each simulated day, or waits for its real schedule. */
type OnTimeTravel = 'runs' | 'waits' | ((ctx: Context) => Promise<void>);

type Timing =
  | { schedule?: never; onTimeTravel?: never; runsTwiceAMinute?: never }
  /** Cron expression in Moscow time; `runsTwiceAMinute` adds a run after half a minute. */
  | { schedule: string; onTimeTravel: OnTimeTravel; runsTwiceAMinute?: boolean };

type JobManifest<Data extends object> = Timing &
  Omit<Job<Data>, 'name' | 'retry' | 'schedule' | 'run'> & {
    /** For docs/jobs.md. */
    purpose: string;
    retry: RetryName;
    run(ctx: Context, data: Data, signal: AbortSignal): Promise<void>;
  };

/** A job of the queue that still needs a context. */
export interface FeatureJob extends Omit<Job, 'run'> {
  purpose: string;
  retryName: RetryName;
  onTimeTravel: OnTimeTravel | undefined;
  run(ctx: Context, data: object, signal: AbortSignal): Promise<void>;
}

export function jobOf<Data extends object>(
  { name }: JobName<Data>,
  { retry, run, ...declared }: JobManifest<Data>,
): FeatureJob {
  const { onTimeTravel, runsTwiceAMinute, ...job } = declared;
  return {
    ...(job as unknown as Omit<FeatureJob, 'run'>),
    ...{ name, retry: retryPolicies[retry], retryName: retry, onTimeTravel },
    run: async (ctx, data, signal) => {
      if (runsTwiceAMinute && !('is_extra_run' in data)) {
        await ctx.jobs.enqueue({ name }, { is_extra_run: true }, { startAfterSeconds: 30 });
      }
      await run(ctx, data as Data, signal);
    },
  };
}

/** Tasks for the end of each simulated day during time travel, in the order of the jobs. */
export function endOfDayTasks(
  jobs: readonly Pick<FeatureJob, 'onTimeTravel' | 'run'>[],
): ((ctx: Context) => Promise<void>)[] {
  return jobs.flatMap(({ onTimeTravel, run }) => {
    if (onTimeTravel === 'runs')
      return (ctx: Context) => run(ctx, {}, new AbortController().signal);
    return typeof onTimeTravel === 'function' ? onTimeTravel : [];
  });
}

/** Emitted by a domain. Features above subscribe in their manifests. */
export interface Event<Payload> {
  readonly name: string;
  /** Carries the type; never set. */
  readonly payload?: Payload;
}

export function event<Payload>(name: string): Event<Payload> {
  return { name };
}

export function on<Payload>(
  event: Event<Payload>,
  handle: (ctx: Context, payload: Payload) => Promise<void>,
): Subscription {
  return { event, handle: handle as Subscription['handle'] };
}

/** Calls the subscribers in order, in the caller's transaction. */
export async function emit<Payload>(
  ctx: Context,
  event: Event<Payload>,
  payload: Payload,
): Promise<void> {
  for (const subscription of ctx.wiring.subscriptions) {
    if (subscription.event === event) await subscription.handle(ctx, payload);
  }
}

/** A query of a domain that exactly one feature above answers in its manifest. */
export type Port<Answers> = (ctx: Context) => Answers;

export function port<Answers>(name: string): Port<Answers> {
  const found: Port<Answers> = perContext((ctx) => {
    const provision = ctx.wiring.provisions.find(({ port }) => port === found);
    if (!provision) throw new Error(`No feature provides ${name}.`);
    return provision.create(ctx) as Answers;
  });
  return found;
}

export function provide<Answers>(
  port: Port<Answers>,
  create: (ctx: Context) => Answers,
): Provision {
  return { port, create };
}
