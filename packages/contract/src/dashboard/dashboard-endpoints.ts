import { z } from 'zod';
import { timestamp } from '../account/fields.ts';
import { defineEndpoint } from '../endpoint.ts';
import { legacyView } from '../protocol/protocol-schemas.ts';
import { storageView } from '../storage/storage-endpoints.ts';
import { readinessView } from './readiness.ts';

export const dashboardView = z.object({
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  trusted_contacts: z.object({
    total: z.number().int(),
    confirmed: z.number().int(),
    /** Invited, not answered yet. */
    pending: z.number().int(),
    uninvited: z.number().int(),
    /** 0 means that there is no limit. */
    limit: z.number().int(),
  }),
  instructions: z.object({ total: z.number().int() }),
  storage: storageView,
  /** Since when the own protocol is active. */
  protocol_activated_at: timestamp.nullable(),
  /** Those who trusted the caller, as on their own screen. */
  legacies: z.array(legacyView),
});
export type DashboardView = z.input<typeof dashboardView>;

export const dashboardEndpoints = {
  getDashboard: defineEndpoint({
    id: 'get-dashboard',
    summary: 'The figures of the dashboard, and those who trusted the caller.',
    method: 'GET',
    path: '/dashboard',
    callers: 'owner',
    output: dashboardView,
    errors: [],
  }),
  getReadiness: defineEndpoint({
    id: 'get-readiness',
    summary: 'What would happen, and what would go wrong, if the protocol were started today.',
    method: 'GET',
    path: '/dashboard/readiness',
    callers: 'owner',
    output: readinessView,
    errors: [],
  }),
} as const;
