import { addYears } from '@zavet/contract/days';
import type { SweptKind } from '@zavet/contract/legal/retention-table';
import { retention } from '@zavet/contract/legal/service-terms';
import type { Remover } from '../../../platform/database/removal.ts';
import { forgetSupportRequests } from './support-repository.ts';

export const supportRemovers = {
  support_requests: async ({ database }, now, limit) => ({
    support_requests: await forgetSupportRequests(
      database,
      addYears(now, -retention.supportYears),
      limit,
    ),
  }),
} as const satisfies Partial<Record<SweptKind, Remover>>;
