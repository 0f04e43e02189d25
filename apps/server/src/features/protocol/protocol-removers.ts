import { daysAfter } from '@zavet/contract/days';
import type { SweptKind } from '@zavet/contract/legal/retention-table';
import { retention } from '@zavet/contract/legal/service-terms';
import type { Remover } from '../../platform/database/removal.ts';
import { forgetRecallNotices } from './rearming/recall-repository.ts';
import { removeOldPapers } from './requests/remove-old-papers.ts';
import { forgetFormerAddresses } from './rules/second-address-repository.ts';

export const protocolRemovers = {
  former_second_addresses: async ({ database }, now, limit) => {
    const before = daysAfter(now, -retention.lastMailDays);
    return { former_second_addresses: await forgetFormerAddresses(database, before, limit) };
  },
  recall_notices: async ({ database }, now, limit) => {
    const before = daysAfter(now, -retention.lastMailDays);
    return { recall_notices: await forgetRecallNotices(database, before, limit) };
  },
  request_papers: removeOldPapers,
} as const satisfies Partial<Record<SweptKind, Remover>>;
