import { z } from 'zod';
import { nothing, timestamp } from '../account/fields.ts';
import { idField } from '../contacts/contact-schemas.ts';
import { defineEndpoint } from '../endpoint.ts';
import { operatorCodeField } from '../operators/desk-endpoints.ts';
import { maintenanceStates } from './maintenance-values.ts';

const moment = z.iso.datetime({ offset: true, error: 'date_invalid' }).max(40, 'date_invalid');

/** A time during which the service will not be available. There is nothing else to say about it. */
export const maintenanceInput = z.object({ begins_at: moment, ends_at: moment });
export type MaintenanceInput = z.output<typeof maintenanceInput>;

export const comingMaintenance = z.object({ begins_at: timestamp, ends_at: timestamp });
export type ComingMaintenance = z.input<typeof comingMaintenance>;

export const maintenanceView = z.object({
  id: z.string(),
  begins_at: timestamp,
  ends_at: timestamp,
  planned_at: timestamp,
  called_off_at: timestamp.nullable(),
  state: z.enum(maintenanceStates),
  /** How many people a mail server took the notice for. */
  told: z.number().int(),
  /** How many of them less than the promised time ahead. */
  told_late: z.number().int(),
  /** Notices that are on their way. */
  waiting: z.number().int(),
});
export type MaintenanceView = z.input<typeof maintenanceView>;

export const maintenanceEndpoints = {
  getMaintenance: defineEndpoint({
    id: 'get-maintenance',
    summary: 'The next planned maintenance, or the one that is under way.',
    method: 'GET',
    path: '/maintenance',
    callers: 'anyone',
    output: z.object({ maintenance: comingMaintenance.nullable() }),
    errors: [],
  }),
  listMaintenance: defineEndpoint({
    id: 'list-maintenance',
    summary: 'Maintenance that was planned, the latest first, and how many people were told.',
    method: 'GET',
    path: '/operator/maintenance',
    callers: 'operator',
    output: z.object({ maintenance: z.array(maintenanceView) }),
    errors: [],
  }),
  planMaintenance: defineEndpoint({
    id: 'plan-maintenance',
    summary:
      'Plan maintenance. Everybody is told by mail at once, and by a notice on every screen.',
    method: 'POST',
    path: '/operator/maintenance',
    callers: 'operator',
    asksForCode: true,
    body: maintenanceInput.extend({ code: operatorCodeField }),
    output: z.object({ id: z.string() }),
    errors: ['maintenance_overlaps'],
  }),
  callOffMaintenance: defineEndpoint({
    id: 'call-off-maintenance',
    summary:
      'Call maintenance off that has not begun. Everybody who was told of it gets one more mail.',
    method: 'POST',
    path: '/operator/maintenance/{id}/call-off',
    callers: 'operator',
    asksForCode: true,
    params: z.object({ id: idField }),
    body: z.object({ code: operatorCodeField }),
    output: nothing,
    errors: ['not_found', 'maintenance_begun'],
  }),
} as const;
