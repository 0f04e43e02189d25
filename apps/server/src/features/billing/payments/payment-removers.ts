import { addYears, daysAfter } from '@zavet/contract/days';
import type { SweptKind } from '@zavet/contract/legal/retention-table';
import { retention } from '@zavet/contract/legal/service-terms';
import type { Remover } from '../../../platform/database/removal.ts';
import { forgetNotifications } from './notification-repository.ts';
import { forgetPayments } from './payment-repository.ts';

export const paymentRemovers = {
  payments: async ({ database }, now, limit) => ({
    payments: await forgetPayments(database, addYears(now, -retention.paymentYears), limit),
  }),
  strange_notifications: async ({ database }, now, limit) => {
    const before = daysAfter(now, -retention.strangeNotificationDays);
    return { strange_notifications: await forgetNotifications(database, before, limit) };
  },
} as const satisfies Partial<Record<SweptKind, Remover>>;
