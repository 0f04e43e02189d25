import { z } from 'zod';
import { timestamp } from '../account/fields.ts';
import { defineEndpoint } from '../endpoint.ts';
import { planIds } from '../plans/plan-catalogue.ts';
import { operatorCodeField } from './desk-endpoints.ts';

const moment = z.iso.datetime({ offset: true, error: 'date_invalid' }).max(40, 'date_invalid');

/** A time during which the service could not be used. */
export const outageInput = z.object({ began_at: moment, ended_at: moment });

export const outageView = z.object({
  id: z.string(),
  began_at: timestamp,
  ended_at: timestamp,
  recorded_at: timestamp,
  /** When every owner has been compensated. */
  applied_at: timestamp.nullable(),
  /** How many owners have been looked at so far. */
  owners: z.number().int(),
});
export type OutageView = z.input<typeof outageView>;

/** What an outage would do, by the rules that are applied to it. */
export const outagePreview = z.object({
  /** Whether it is made good with money instead of days. */
  is_long: z.boolean(),
  is_recorded: z.boolean(),
  extended: z.array(
    z.object({ plan: z.enum(planIds), days: z.number().int(), owners: z.number().int() }),
  ),
  /** Owners who get money back, how much in all, and what their payments do not cover. */
  refunded_owners: z.number().int(),
  refunded_kopecks: z.number().int(),
  missing_kopecks: z.number().int(),
});
export type OutagePreview = z.output<typeof outagePreview>;

export const outageEndpoints = {
  listOutages: defineEndpoint({
    id: 'list-outages',
    summary: 'The outages that were recorded, the latest first.',
    method: 'GET',
    path: '/operator/outages',
    callers: 'operator',
    output: z.object({ outages: z.array(outageView) }),
    errors: [],
  }),
  previewOutage: defineEndpoint({
    id: 'preview-outage',
    summary: 'Whom an outage would extend or give money back, by the same rules; changes nothing.',
    method: 'POST',
    path: '/operator/outages/preview',
    callers: 'operator',
    body: outageInput,
    output: z.object({ preview: outagePreview }),
    errors: [],
    limits: [{ per: 'account', max: 60, seconds: 3600 }],
  }),
  recordOutage: defineEndpoint({
    id: 'record-outage',
    summary: 'Record an outage; within the hour a job makes it good.',
    method: 'POST',
    path: '/operator/outages',
    callers: 'operator',
    asksForCode: true,
    body: outageInput.extend({ code: operatorCodeField }),
    output: z.object({ is_new: z.boolean() }),
    errors: [],
  }),
} as const;
