import { z } from 'zod';
import { defineEndpoint, hour } from '../endpoint.ts';
import { idParams, timestamp } from '../fields.ts';
import { operatorCodeDigits } from './desk-values.ts';

/** One-time code of the authenticator; spaces are removed. */
export const operatorCodeField = z
  .string('required')
  .transform((value) => value.replace(/\s/g, ''))
  .pipe(z.string().regex(new RegExp(`^\\d{${operatorCodeDigits}}$`), 'code_invalid'));

export const codeInput = z.object({ code: operatorCodeField });

/** Common part of operator actions on one subject. Each action adds a body with the code. */
export const operatorAction = {
  callers: 'operator',
  asksForCode: true,
  params: idParams,
} as const;

const deskView = z.object({
  is_operator: z.boolean(),
  /** End of this session's access; null if the desk is closed. */
  open_until: timestamp.nullable(),
});
export type DeskView = z.input<typeof deskView>;

/** Access to the operators' desk. */
export const deskEndpoints = {
  getDesk: defineEndpoint({
    id: 'get-desk',
    summary: 'Whether the caller is an operator, and until when the desk is open.',
    route: 'GET /operator/desk',
    callers: 'owner',
    output: deskView,
  }),
  openDesk: defineEndpoint({
    id: 'open-desk',
    summary: 'Open the desk for this session with a one-time code, for eight hours.',
    route: 'POST /operator/desk',
    callers: 'owner',
    body: codeInput,
    output: deskView,
    errors: ['operator_required', 'wrong_operator_code', 'operator_code_locked'],
    limits: [{ per: 'account', max: 30, seconds: hour }],
  }),
  closeDesk: defineEndpoint({
    id: 'close-desk',
    summary: 'Close the desk of this session.',
    route: 'DELETE /operator/desk',
    callers: 'operator',
  }),
} as const;
