import { daysAfter } from '@zavet/contract/days';
import type { SweptKind } from '@zavet/contract/legal/retention-table';
import { retention } from '@zavet/contract/legal/service-terms';
import type { Remover } from '../../../platform/database/removal.ts';
import { forgetReports } from './report-repository.ts';
import { forgetSentMails } from './sent-mail-repository.ts';

export const bounceRemovers = {
  bounces: async ({ database }, now, limit) => {
    const before = daysAfter(now, -retention.bounceDays);
    return {
      bounce_reports: await forgetReports(database, before, limit),
      sent_mails: await forgetSentMails(database, before, limit),
    };
  },
} as const satisfies Partial<Record<SweptKind, Remover>>;
