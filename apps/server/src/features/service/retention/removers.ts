import { addYears, daysAfter } from '@zavet/contract/days';
import type { SweptKind } from '@zavet/contract/legal/retention-table';
import { retention } from '@zavet/contract/legal/service-terms';
import type { Context } from '../../../context.ts';
import type { Remover } from '../../../platform/database/removal.ts';
import { forgetCalls } from '../../../platform/http/rate-limit-repository.ts';
import { paymentRemovers } from '../../billing/payments/index.ts';
import { maintenanceRemovers } from '../../desk/maintenance/index.ts';
import { operationRemovers } from '../../desk/service-status/index.ts';
import { supportRemovers } from '../../desk/support/index.ts';
import { accountRemovers } from '../../identity/account/index.ts';
import { bounceRemovers } from '../../mail/bounces/index.ts';
import { contactRemovers } from '../../people/contacts/index.ts';
import { protocolRemovers } from '../../protocol/index.ts';
import { forgetRuns } from './run-repository.ts';

/** Who ends which kind of data: one that the table promises and nobody ends does not compile. */
export function removersOf({ captured }: Pick<Context, 'captured'>): Record<SweptKind, Remover> {
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
