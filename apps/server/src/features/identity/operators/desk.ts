import { type DeskView, operatorCodeField } from '@zavet/contract/operators/desk-endpoints';
import { deskTimings } from '@zavet/contract/operators/operator-values';
import { fail } from '../../../platform/failure.ts';
import type { OperatorGate } from '../../../platform/http/bind-route.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { appendAudit } from '../audit/index.ts';
import type { OperatorDeps } from './operator-deps.ts';
import { closeDesk, findDesk, putDesk } from './operator-repository.ts';
import { takeCode } from './take-code.ts';

export async function readDesk({ database, clock }: OperatorDeps, owner: Owner): Promise<DeskView> {
  const desk = await findDesk(database, owner, clock.now());
  return {
    is_operator: desk !== undefined,
    open_until: desk?.open_until?.toISOString() ?? null,
  };
}

/** Eight hours from the code on, however often it is given meanwhile. */
export async function openDesk(deps: OperatorDeps, owner: Owner, code: string): Promise<DeskView> {
  const { database, clock } = deps;
  if (!(await findDesk(database, owner, clock.now()))) fail('operator_required');
  await takeCode(deps, owner.user_id, code);
  await database.transaction(async () => {
    const opened_at = clock.now();
    const open_until = new Date(opened_at.getTime() + deskTimings.lifetime);
    await putDesk(database, { ...owner, opened_at, open_until });
    await appendAudit(deps, { actor: operatorActor(owner), act: 'desk_opened' });
  });
  return readDesk(deps, owner);
}

export async function leaveDesk({ database }: OperatorDeps, { session_id }: Owner): Promise<void> {
  await closeDesk(database, session_id);
}

/** Who is let through to what operators do. */
export function createOperatorGate(deps: OperatorDeps): OperatorGate {
  return {
    admit: async (owner) => {
      const desk = await findDesk(deps.database, owner, deps.clock.now());
      if (!desk) fail('operator_required');
      if (!desk.open_until) fail('operator_code_required');
    },
    takeCode: (owner, code) => takeCode(deps, owner.user_id, operatorCodeField.parse(code)),
  };
}

/** The operator as the one who acts, for the audit log. */
export function operatorActor({ user_id }: Pick<Owner, 'user_id'>) {
  return { kind: 'operator', id: user_id } as const;
}
