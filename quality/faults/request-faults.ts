import { ApiError } from '@zavet/contract/client';
import { sql } from 'drizzle-orm';
import { generateSync } from 'otplib';
import { appointOperator } from '../../apps/server/src/features/identity/operators/appoint-operator.ts';
import { operatorCodes } from '../../apps/server/src/features/identity/operators/operator-codes.ts';
import { type Browser, createBrowser } from '../../apps/server/test/browser.ts';
import { strongPassword } from '../../apps/server/test/people.ts';
import { createAccount, type Household } from './household.ts';
import type { Stack } from './stack.ts';
import type { Fault, Scene } from './trial.ts';

/** A server dies while it files or approves a request; the caller repeats at the other server. */
export function requestFaults(): Fault[] {
  return [
    ...['request.before_commit', 'request.filed'].map((point) => requestFault(point, 'filing')),
    ...['decision.before_commit', 'decision.made'].map((point) => requestFault(point, 'deciding')),
  ];
}

function requestFault(point: string, step: 'filing' | 'deciding'): Fault {
  return {
    name: `request, server at ${point}`,
    startsContacts: true,
    waitsOnReturnPage: false,
    disturb: async (scene) => {
      const [household] = scene.households;
      if (!household) return;
      // The contact cannot know this PIN, so must file a request.
      await scene.stack.database.rows(sql`
        update user_profiles set pin_hash = 'unknown' where user_id = ${household.owner.id}`);
      const id = await whileServerDies(scene, step === 'filing' && point, () =>
        fileRequest(scene, household),
      );
      const operator = await openOperatorDesk(scene.stack);
      await whileServerDies(scene, step === 'deciding' && point, () => operator.approve(id));
      await assertFiledAndApprovedOnce(scene, household);
      scene.activate(0);
    },
  };
}

/** Calls the first server, which dies meanwhile, and retries until it succeeds. */
async function whileServerDies<T>(
  { stack, markFault }: Scene,
  point: string | false,
  act: () => Promise<T>,
): Promise<T> {
  if (!point) return act();
  const [victim] = stack.servers;
  victim.dieAt({ point, passing: 1 });
  const pending = act();
  await victim.waitForExit();
  markFault();
  await stack.repair();
  return pending;
}

async function fileRequest(
  { contactClients }: Scene,
  { owner, activator }: Household,
): Promise<string> {
  const body = {
    deceased_user_id: owner.id,
    trusted_contact_id: activator.contact_id,
    explanation: 'Мама умерла в среду.',
  };
  const filed = await contactClients[0]?.retry((browser) => browser.fileRequest({ body }));
  return filed?.request.id ?? '';
}

/** Returns an operator who tries the servers in turn. */
async function openOperatorDesk(stack: Stack): Promise<{ approve(id: string): Promise<void> }> {
  const { database, ctx, servers } = stack;
  const { email, id: userId } = await createAccount(stack);
  const appointment = await appointOperator(ctx, operatorCodes(ctx), email);
  const session = createBrowser(servers[0].url());
  await session.signIn({ body: { email, password: strongPassword } });
  /** Allows a code to be reused, to avoid waiting for the next one. */
  const code = async () => {
    await database.rows(sql`update operators set last_step = null where user_id = ${userId}`);
    return generateSync({ secret: appointment?.secret ?? '' });
  };
  await session.openDesk({ body: { code: await code() } });
  const browserAt = (turn: number): Browser => {
    const browser = createBrowser(servers[turn % servers.length]?.url() ?? '');
    for (const [name, value] of session.cookies) browser.cookies.set(name, value);
    return browser;
  };
  return {
    approve: async (id) => {
      for (let turn = 0; ; turn++) {
        const body = { code: await code(), basis: 'other' as const, note: '' };
        try {
          await browserAt(turn).approveReview({ params: { id }, body });
          return;
        } catch (error) {
          // The first attempt had succeeded, but its response was lost.
          if (error instanceof ApiError && error.code === 'review_closed') return;
          if (error instanceof ApiError && error.status < 500) throw error;
        }
      }
    },
  };
}

/** The request must be filed and approved once, however often the calls were repeated. */
async function assertFiledAndApprovedOnce(
  { stack: { database } }: Scene,
  { owner }: Household,
): Promise<void> {
  const rows = await database.rows<{ act: string }>(sql`
    select act from audit_entries where owner_id = ${owner.id} order by at`);
  const acts = rows.map(({ act }) => act).join();
  if (acts !== 'request_filed,request_approved') throw new Error(`audit log: ${acts}`);
}
