import { addYears, daysAfter } from '@zavet/contract/days';
import type { SweptKind } from '@zavet/contract/legal/retention-table';
import { retention } from '@zavet/contract/legal/service-terms';
import type { Remover } from '../../platform/database/removal.ts';
import { forgetCalls } from '../../platform/http/rate-limit-repository.ts';
import { accountRemovers } from '../account/public.ts';
import { bounceRemovers } from '../bounces/public.ts';
import { contactRemovers } from '../contacts/public.ts';
import { maintenanceRemovers } from '../maintenance/public.ts';
import { operationRemovers } from '../operation/public.ts';
import { paymentRemovers } from '../payments/public.ts';
import { protocolRemovers } from '../protocol/public.ts';
import { supportRemovers } from '../support/public.ts';
import type { RetentionDeps } from './retention-deps.ts';
import { forgetRuns } from './run-repository.ts';

/** Who ends which kind of data: one that the table promises and nobody ends does not compile. */
export function removersOf({
  captured,
}: Pick<RetentionDeps, 'captured'>): Record<SweptKind, Remover> {
  return {
    ...accountRemovers,
    ...bounceRemovers,
    ...contactRemovers,
    ...paymentRemovers,
    ...operationRemovers,
    ...maintenanceRemovers,
    ...protocolRemovers,
    ...supportRemovers,
    rate_limits: async ({ database }, now, limit) => {
      const before = daysAfter(now, -retention.attemptsDays);
      return { rate_limits: await forgetCalls(database, before, limit) };
    },
    retention_runs: async ({ database }, now, limit) => ({
      retention_runs: await forgetRuns(database, addYears(now, -retention.logsYears), limit),
    }),
    captured_mail: async (_, now, limit) => {
      const before = daysAfter(now, -retention.capturedMailDays);
      return { mails: (await captured?.forgetBefore(before, limit)) ?? 0 };
    },
  };
}
