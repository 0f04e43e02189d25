import { type DeskView, operatorCodeField } from '@zavet/contract/desk/desk-endpoints';
import { deskTimings } from '@zavet/contract/desk/desk-values';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { OperatorGate } from '../../../platform/http/bind-route.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { appendAudit } from '../audit/index.ts';
import { consumeCode } from './operator-codes.ts';
import { deleteDeskSession, findDeskSession, saveDeskSession } from './operator-repository.ts';

export async function readDesk({ database, clock }: Context, owner: Owner): Promise<DeskView> {
  const desk = await findDeskSession(database, owner, clock.now());
  return {
    is_operator: desk !== undefined,
    open_until: desk?.open_until ?? null,
  };
}

/** Opens the desk for eight hours from now, also if it is already open. */
export async function openDesk(ctx: Context, owner: Owner, code: string): Promise<DeskView> {
  const { database, clock } = ctx;
  if (!(await findDeskSession(database, owner, clock.now()))) fail('operator_required');
  await consumeCode(ctx, owner.user_id, code);
  await database.transaction(async () => {
    const opened_at = clock.now();
    const open_until = new Date(opened_at.getTime() + deskTimings.lifetime);
    await saveDeskSession(database, { ...owner, opened_at, open_until });
    await appendAudit(ctx, { actor: operatorActor(owner), act: 'desk_opened' });
  });
  return readDesk(ctx, owner);
}

export async function closeDesk({ database }: Context, { session_id }: Owner): Promise<void> {
  await deleteDeskSession(database, session_id);
}

/** Guards routes with `callers: 'operator'`. */
export function createOperatorGate(ctx: Context): OperatorGate {
  return {
    admit: async (owner) => {
      const desk = await findDeskSession(ctx.database, owner, ctx.clock.now());
      if (!desk) fail('operator_required');
      if (!desk.open_until) fail('operator_code_required');
    },
    consumeCode: (owner, code) => consumeCode(ctx, owner.user_id, operatorCodeField.parse(code)),
  };
}

export function operatorActor({ user_id }: Pick<Owner, 'user_id'>) {
  return { kind: 'operator', id: user_id } as const;
}
