import { daysAfter } from '@zavet/contract/days';
import type { SweptKind } from '@zavet/contract/legal/retention-table';
import { retention } from '@zavet/contract/legal/service-terms';
import type { Remover } from '../../../platform/database/removal.ts';
import { forgetMailCounts } from './mail-outcome-repository.ts';

export const operationRemovers = {
  mail_outcomes: async ({ database }, now) => {
    const before = daysAfter(now, -retention.mailCountDays);
    return { mail_outcomes: await forgetMailCounts(database, before) };
  },
} as const satisfies Partial<Record<SweptKind, Remover>>;
