import { daysAfter } from '@zavet/contract/days';
import type { SweptKind } from '@zavet/contract/legal/retention-table';
import { retention } from '@zavet/contract/legal/service-terms';
import type { Remover } from '../../../platform/database/removal.ts';
import { forgetContactNotices } from './contact-notice-repository.ts';

export const contactRemovers = {
  contact_notices: async ({ database }, now, limit) => {
    const before = daysAfter(now, -retention.lastMailDays);
    return { contact_notices: await forgetContactNotices(database, before, limit) };
  },
} as const satisfies Partial<Record<SweptKind, Remover>>;
