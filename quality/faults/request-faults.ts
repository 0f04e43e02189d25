import { ApiError } from '@zavet/contract/client';
import { sql } from 'drizzle-orm';
import { generateSync } from 'otplib';
import { appointOperator } from '../../apps/server/src/features/identity/operators/appoint.ts';
import { operatorCodes } from '../../apps/server/src/features/identity/operators/operator-codes.ts';
import { type Browser, createBrowser } from '../../apps/server/test/browser.ts';
import { strongPassword } from '../../apps/server/test/people.ts';
import { createAccount, type Family } from './family.ts';
import type { Stack } from './stack.ts';
import type { Fault, Scene } from './trial.ts';

/** A server dies over a request, or over its approval; the same is pressed again at the other one. */
export function requestFaults(): Fault[] {
  return [
    ...['request.before_commit', 'request.filed'].map((point) => fault(point, 'filing')),
    ...['decision.before_commit', 'decision.made'].map((point) => fault(point, 'deciding')),
  ];
}

function fault(point: string, step: 'filing' | 'deciding'): Fault {
  return {
    name: `request, server at ${point}`,
    leads: true,
    comesBack: false,
    happen: async (scene) => {
      const [family] = scene.families;
      if (!family) return;
      // Nobody knows the PIN, so the contact asks the operators.
      await scene.stack.database.rows(sql`
        update user_profiles set pin_hash = 'nobody knows it' where user_id = ${family.owner.id}`);
      const id = await overDeath(scene, step === 'filing' && point, () => fileAt(scene, family));
      const operator = await sitDownAtDesk(scene.stack);
      await overDeath(scene, step === 'deciding' && point, () => operator.approve(id));
      await assertOnce(scene, family);
      scene.activate(0);
    },
  };
}

/** Does something at the first server, which dies over it, and then until it works out. */
async function overDeath<T>(
  { stack, broken }: Scene,
  point: string | false,
  act: () => Promise<T>,
): Promise<T> {
  if (!point) return act();
  const [victim] = stack.servers;
  victim.dieAt({ point, passing: 1 });
  const acting = act();
  await victim.death();
  broken();
  await stack.fix();
  return acting;
}

async function fileAt({ people }: Scene, { owner, activator }: Family): Promise<string> {
  const body = {
    deceased_user_id: owner.id,
    trusted_contact_id: activator.contact_id,
    explanation: 'Мама умерла в среду.',
  };
  const filed = await people[0]?.insist((browser) => browser.fileRequest({ body }));
  return filed?.request.id ?? '';
}

/** Somebody at the desk who presses at one server after the other. */
async function sitDownAtDesk(stack: Stack): Promise<{ approve(id: string): Promise<void> }> {
  const { database, ctx, servers } = stack;
  const { email, id: userId } = await createAccount(stack);
  const given = await appointOperator(ctx, operatorCodes(ctx), email);
  const session = createBrowser(servers[0].url());
  await session.signIn({ body: { email, password: strongPassword } });
  /** Nobody waits here until there is another code: the last one counts again. */
  const code = async () => {
    await database.rows(sql`update operators set last_step = null where user_id = ${userId}`);
    return generateSync({ secret: given?.secret ?? '' });
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
          // The first press had got through without the operator's hearing of it.
          if (error instanceof ApiError && error.code === 'review_closed') return;
          if (error instanceof ApiError && error.status < 500) throw error;
        }
      }
    },
  };
}

/** However often it was pressed, it was filed and approved once. */
async function assertOnce({ stack: { database } }: Scene, { owner }: Family): Promise<void> {
  const rows = await database.rows<{ act: string }>(sql`
    select act from audit_entries where owner_id = ${owner.id} order by at`);
  const acts = rows.map(({ act }) => act).join();
  if (acts !== 'request_filed,request_approved') throw new Error(`in the audit log: ${acts}`);
}
