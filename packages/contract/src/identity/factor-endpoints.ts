import { z } from 'zod';
import { defineEndpoint, hour, minute } from '../endpoint.ts';
import { timestamp } from '../fields.ts';
import * as account from './account-schemas.ts';
import * as schema from './factor-schemas.ts';

const passkeyParams = z.object({ id: z.uuid('invalid') });
const changeLimits = [{ per: 'account', max: 60, seconds: hour }] as const;
const stepLimits = [{ per: 'address', max: 60, seconds: 15 * minute }] as const;

/** `has_ended_waiting_period`: the sign-in cancelled the report of a lost device. */
const signedIn = z.object({ session: account.sessionView, has_ended_waiting_period: z.boolean() });

/** Passkeys, one-time codes and recovery codes. */
export const factorEndpoints = {
  getFactors: defineEndpoint({
    id: 'get-factors',
    summary: 'Passkeys, one-time codes and remaining recovery codes of the account.',
    route: 'GET /account/factors',
    callers: 'owner',
    output: schema.factorsView,
  }),
  startPasskeyCreation: defineEndpoint({
    id: 'begin-passkey',
    summary: 'Options for creating a passkey for this account.',
    route: 'POST /account/passkeys/options',
    callers: 'owner',
    proof: 'fresh',
    output: schema.passkeyCreation,
    errors: ['factor_proof_required', 'passkey_limit_reached'],
    limits: changeLimits,
  }),
  addPasskey: defineEndpoint({
    id: 'add-passkey',
    summary: 'Add a passkey created by the browser. The first factor returns recovery codes.',
    route: 'POST /account/passkeys',
    callers: 'owner',
    proof: 'fresh',
    body: schema.addPasskeyInput,
    output: schema.newRecoveryCodes,
    errors: ['factor_proof_required', 'passkey_refused', 'passkey_limit_reached'],
    limits: changeLimits,
  }),
  renamePasskey: defineEndpoint({
    id: 'rename-passkey',
    summary: 'Rename a passkey.',
    route: 'PATCH /account/passkeys/{id}',
    callers: 'owner',
    proof: 'fresh',
    params: passkeyParams,
    body: schema.renamePasskeyInput,
    errors: ['not_found'],
    limits: changeLimits,
  }),
  removePasskey: defineEndpoint({
    id: 'remove-passkey',
    summary: 'Remove a passkey. Removing the last factor also removes recovery codes.',
    route: 'DELETE /account/passkeys/{id}',
    callers: 'owner',
    proof: 'fresh',
    params: passkeyParams,
    errors: ['factor_proof_required', 'not_found'],
    limits: changeLimits,
  }),
  startCodeSetup: defineEndpoint({
    id: 'begin-one-time-codes',
    summary: 'A new secret for an authenticator. It takes effect with the first correct code.',
    route: 'POST /account/one-time-codes/secret',
    callers: 'owner',
    proof: 'fresh',
    output: z.object({ secret: z.string(), uri: z.string() }),
    errors: ['factor_proof_required', 'codes_already_on'],
    limits: changeLimits,
  }),
  confirmCodes: defineEndpoint({
    id: 'confirm-one-time-codes',
    summary:
      'Turn on one-time codes with a code of the new secret. The first factor returns recovery codes.',
    route: 'POST /account/one-time-codes',
    callers: 'owner',
    proof: 'fresh',
    body: schema.oneTimeCodeInput,
    output: schema.newRecoveryCodes,
    errors: [
      'factor_proof_required',
      'wrong_one_time_code',
      'codes_already_on',
      'code_setup_ended',
    ],
    limits: changeLimits,
  }),
  removeCodes: defineEndpoint({
    id: 'remove-one-time-codes',
    summary: 'Turn off one-time codes. Removing the last factor also removes recovery codes.',
    route: 'DELETE /account/one-time-codes',
    callers: 'owner',
    proof: 'fresh',
    errors: ['factor_proof_required', 'not_found'],
    limits: changeLimits,
  }),
  makeRecoveryCodes: defineEndpoint({
    id: 'make-recovery-codes',
    summary: 'Create ten new recovery codes; previous ones become invalid.',
    route: 'POST /account/recovery-codes',
    callers: 'owner',
    proof: 'fresh',
    output: z.object({ recovery_codes: z.array(z.string()) }),
    errors: ['factor_proof_required', 'second_factor_missing'],
    limits: changeLimits,
  }),
  disownFactor: defineEndpoint({
    ...account.mailedLink,
    id: 'disown-factor',
    summary:
      'Disown a change of factors with the token of its mail. Disowns later factors until another factor is proven, ends every session, voids the password and returns a token for a new one.',
    route: 'POST /account/factors/disowning',
    output: z.object({ recovery_token: z.string() }),
  }),
  startPasskeySignIn: defineEndpoint({
    id: 'offer-passkey-sign-in',
    summary: 'Options for signing in with a passkey.',
    route: 'POST /session/passkey/options',
    callers: 'anyone',
    output: schema.passkeyRequest,
    limits: [{ per: 'address', max: 120, seconds: 15 * minute }],
  }),
  signInWithPasskey: defineEndpoint({
    id: 'sign-in-with-passkey',
    summary: 'Sign in with a passkey alone. It counts as both factors.',
    route: 'POST /session/passkey',
    callers: 'anyone',
    body: schema.passkeyAssertionInput,
    output: signedIn,
    errors: ['passkey_refused'],
    limits: stepLimits,
  }),
  completeSecondStep: defineEndpoint({
    id: 'take-second-step',
    summary: 'Complete a sign-in with a passkey, a one-time code or a recovery code.',
    route: 'POST /session/second-step',
    callers: 'anyone',
    body: schema.secondStepInput,
    output: signedIn,
    errors: [
      'second_step_expired',
      'passkey_refused',
      'wrong_one_time_code',
      'wrong_recovery_code',
    ],
    limits: stepLimits,
  }),
  reportLostDevice: defineEndpoint({
    id: 'report-lost-device',
    summary:
      'Report a lost second factor after the correct password. All factors end after 7 days unless stopped.',
    route: 'POST /session/lost-device',
    callers: 'anyone',
    output: z.object({ ends_at: timestamp }),
    errors: ['second_step_expired', 'lost_device_too_soon'],
    limits: [{ per: 'address', max: 20, seconds: hour }],
  }),
  cancelLostDevice: defineEndpoint({
    ...account.mailedLink,
    id: 'cancel-lost-device',
    summary: 'Stop the wait for a lost device with the token of one of its mails.',
    route: 'POST /account/lost-device/stop',
  }),
  startPasskeyProof: defineEndpoint({
    id: 'offer-passkey-proof',
    summary: 'Options for a proof with a passkey.',
    route: 'POST /session/proof/options',
    callers: 'owner',
    output: schema.passkeyRequest,
    limits: changeLimits,
  }),
} as const;
