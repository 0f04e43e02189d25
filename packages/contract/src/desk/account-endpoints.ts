import { z } from 'zod';
import { planPeriods, storagePlans } from '../billing/plan-catalogue.ts';
import { defineEndpoint, hour } from '../endpoint.ts';
import { idParams, localeField, nameField, timestamp } from '../fields.ts';
import { emailOnlyInput } from '../identity/account-schemas.ts';
import { contactStatuses } from '../people/contact-rules.ts';
import { codeInput, operatorAction, operatorCodeField } from './desk-endpoints.ts';
import {
  accountMatches,
  accountStates,
  correctableFields,
  correctionProofs,
  customPlanLimits,
  proofReferenceMaxLength,
  renewalEndReasons,
  requestedRefundGrounds,
  suspensionReasons,
} from './desk-values.ts';

const day = z.iso.date();

const foundAccount = z.object({
  id: z.string(),
  email: z.string(),
  match: z.enum(accountMatches),
  state: z.enum(accountStates),
  created_at: timestamp,
});
export type FoundAccount = z.input<typeof foundAccount>;

/** An account as operators see it: metadata and counts, never content. */
const accountView = z.object({
  id: z.string(),
  email: z.string(),
  pending_email: z.string().nullable(),
  state: z.enum(accountStates),
  language: localeField,
  created_at: timestamp,
  last_seen_at: timestamp.nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  date_of_birth: z.string().nullable(),
  has_pin: z.boolean(),
  plan: z.object({
    plan: z.enum(storagePlans),
    period: z.enum(planPeriods).nullable(),
    limit_mb: z.number().int(),
    valid_until: day.nullable(),
    grace_until: day.nullable(),
    auto_renewal: z.boolean(),
    has_card: z.boolean(),
  }),
  contacts: z.record(z.enum(contactStatuses), z.number().int()),
  instructions: z.number().int(),
  files: z.number().int(),
  used_bytes: z.number().int(),
  sessions: z.array(
    z.object({
      id: z.string(),
      ip_address: z.string().nullable(),
      user_agent: z.string().nullable(),
      created_at: timestamp,
      last_seen_at: timestamp,
    }),
  ),
  consents: z.array(
    z.object({ document: z.string(), version: z.string(), accepted_at: timestamp }),
  ),
  /** Failed sign-ins that currently delay further ones, by known and unknown devices. */
  throttles: z.array(
    z.object({
      is_known_device: z.boolean(),
      failures: z.number().int(),
      wait_seconds: z.number().int(),
    }),
  ),
  /** Corrections by operators, newest first. */
  corrections: z.array(
    z.object({
      id: z.string(),
      fields: z.array(z.enum(correctableFields)),
      proof: z.enum(correctionProofs),
      reference: z.string(),
      corrected_at: timestamp,
    }),
  ),
  suspension: z
    .object({
      reason: z.enum(suspensionReasons),
      suspended_at: timestamp,
      /** Null if this reason never leads to a deletion. */
      deletable_from: timestamp.nullable(),
    })
    .nullable(),
  /** Payments that are not refunded yet, newest first. */
  refundable: z.array(
    z.object({
      id: z.string(),
      product: z.string(),
      amount_kopecks: z.number().int(),
      paid_at: timestamp,
    }),
  ),
  /** The operator owns the account or is named by its owner, so another operator must act. */
  is_involved: z.boolean(),
});
export type AccountView = z.input<typeof accountView>;

/** The values of all three fields after the correction, including unchanged ones. */
export const correctionInput = z.object({
  first_name: nameField.nullable(),
  last_name: nameField.nullable(),
  date_of_birth: z.string('date_invalid').max(10, 'date_invalid').nullable(),
  proof: z.enum(correctionProofs, 'required'),
  reference: z
    .string('required')
    .trim()
    .min(1, 'required')
    .max(proofReferenceMaxLength, 'too_long'),
});

export const renewalEndInput = z.object({ reason: z.enum(renewalEndReasons, 'required') });
export const suspensionInput = z.object({ reason: z.enum(suspensionReasons, 'required') });

export const customPlanInput = z.object({
  storage_mb: z
    .int('invalid')
    .min(customPlanLimits.minMb, 'invalid')
    .max(customPlanLimits.maxMb, 'invalid'),
  /** First day without the plan. */
  valid_until: z.iso.date('date_invalid'),
});

export const requestedRefundInput = z.object({
  payment_id: z.uuid('required'),
  ground: z.enum(requestedRefundGrounds, 'required'),
});

export const accountDeskEndpoints = {
  searchAccounts: defineEndpoint({
    id: 'search-accounts',
    summary: 'Accounts with exactly this address: present, pending or former.',
    route: 'POST /operator/accounts/search',
    callers: 'operator',
    body: emailOnlyInput,
    output: z.object({ accounts: z.array(foundAccount) }),
    limits: [{ per: 'account', max: 120, seconds: hour }],
  }),
  getAccount: defineEndpoint({
    id: 'get-account',
    summary: 'One account with its dates and figures. Access is recorded in the audit log.',
    route: 'GET /operator/accounts/{id}',
    callers: 'operator',
    params: idParams,
    output: z.object({ account: accountView }),
    errors: ['not_found'],
    limits: [{ per: 'account', max: 240, seconds: hour }],
  }),
  resendConfirmation: defineEndpoint({
    id: 'resend-confirmation',
    summary: 'Resend the confirmation mail.',
    route: 'POST /operator/accounts/{id}/confirmation',
    callers: 'operator',
    proof: 'recent',
    params: idParams,
    errors: ['not_found', 'operator_involved', 'already_confirmed'],
    limits: [{ per: 'account', max: 60, seconds: hour }],
  }),
  liftSignInDelay: defineEndpoint({
    ...operatorAction,
    id: 'lift-sign-in-delay',
    summary: 'Let the owner try to sign in again immediately.',
    route: 'POST /operator/accounts/{id}/lifted-sign-in-delay',
    body: codeInput,
    errors: ['not_found', 'operator_involved', 'no_changes'],
  }),
  correctBasicInfo: defineEndpoint({
    ...operatorAction,
    id: 'correct-basic-info',
    summary: 'Correct a locked name or date of birth, on proof.',
    route: 'POST /operator/accounts/{id}/corrections',
    body: correctionInput.extend({ code: operatorCodeField }),
    errors: ['not_found', 'operator_involved', 'no_changes'],
  }),
  endRenewals: defineEndpoint({
    ...operatorAction,
    id: 'end-renewals',
    summary: 'After a death: end renewals and delete the saved card.',
    route: 'POST /operator/accounts/{id}/ended-renewals',
    body: renewalEndInput.extend({ code: operatorCodeField }),
    errors: ['not_found', 'operator_involved', 'no_changes'],
  }),
  suspendAccount: defineEndpoint({
    ...operatorAction,
    id: 'suspend-account',
    summary:
      'End all sessions and refuse new ones. The owner is notified of the reason and the appeal.',
    route: 'POST /operator/accounts/{id}/suspension',
    body: suspensionInput.extend({ code: operatorCodeField }),
    errors: ['not_found', 'operator_involved', 'no_changes'],
  }),
  liftSuspension: defineEndpoint({
    ...operatorAction,
    id: 'lift-suspension',
    summary: 'Lift a suspension.',
    route: 'POST /operator/accounts/{id}/lifted-suspension',
    body: codeInput,
    errors: ['not_found', 'operator_involved', 'no_changes'],
  }),
  deleteSuspendedAccount: defineEndpoint({
    ...operatorAction,
    id: 'delete-suspended-account',
    summary: 'Delete an account for a violation after the announced suspension.',
    route: 'POST /operator/accounts/{id}/deletion',
    body: codeInput,
    errors: ['not_found', 'operator_involved', 'not_suspended_long_enough', 'account_held'],
  }),
  grantCustomPlan: defineEndpoint({
    ...operatorAction,
    id: 'grant-custom-plan',
    summary: 'Grant the storage agreed with support, until a day.',
    route: 'POST /operator/accounts/{id}/custom-plan',
    body: customPlanInput.extend({ code: operatorCodeField }),
    errors: ['not_found', 'operator_involved'],
  }),
  refundOnRequest: defineEndpoint({
    ...operatorAction,
    id: 'refund-on-request',
    summary: 'Refund a payment in full at the request of its payer.',
    route: 'POST /operator/accounts/{id}/refunds',
    body: requestedRefundInput.extend({ code: operatorCodeField }),
    errors: ['not_found', 'operator_involved', 'no_changes'],
  }),
  eraseContact: defineEndpoint({
    id: 'erase-contact',
    summary:
      "Erase the data that owners keep about a contact with this address, on the contact's request.",
    route: 'POST /operator/erased-contacts',
    callers: 'operator',
    asksForCode: true,
    body: emailOnlyInput.extend({ code: operatorCodeField }),
    output: z.object({
      erased: z.number().int(),
      /**
       * Contacts of owners whose letters are released; they are deleted at the end of the handover.
       */
      kept: z.number().int(),
    }),
    errors: ['operator_involved'],
  }),
} as const;
