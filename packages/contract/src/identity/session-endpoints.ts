import { z } from 'zod';
import { defineEndpoint, hour, minute } from '../endpoint.ts';
import * as schema from './account-schemas.ts';
import { proofInput, secondStepView } from './factor-schemas.ts';

export const profileEndpoints = {
  getProfile: defineEndpoint({
    id: 'get-profile',
    summary: 'The own profile; created if missing.',
    route: 'GET /profile',
    callers: 'owner',
    output: schema.profileView,
  }),
  updateBasicInfo: defineEndpoint({
    id: 'update-basic-info',
    summary: 'Set first name, last name and date of birth. Each can be set once.',
    route: 'PATCH /profile/basic-info',
    callers: 'owner',
    proof: 'recent',
    body: schema.basicInfoInput,
    output: schema.profileView,
    errors: ['no_changes', 'field_locked'],
    // Limited, because comparing a date of birth with the PIN is slow.
    limits: [{ per: 'account', max: 30, seconds: hour }],
  }),
  updateContactInfo: defineEndpoint({
    id: 'update-contact-info',
    summary: 'Change the phone number; an empty one removes it.',
    route: 'PATCH /profile/contact-info',
    callers: 'owner',
    proof: 'recent',
    body: schema.contactInfoInput,
    output: schema.profileView,
    errors: ['no_changes'],
  }),
  updatePreferredLanguage: defineEndpoint({
    id: 'update-preferred-language',
    summary: 'Choose the language of screens and mails.',
    route: 'PUT /profile/preferred-language',
    callers: 'owner',
    proof: 'recent',
    body: schema.preferredLanguageInput,
    output: schema.profileView,
  }),
} as const;

export const sessionEndpoints = {
  signIn: defineEndpoint({
    id: 'sign-in',
    summary:
      'Sign in with e-mail and password. With a second factor, the response has its second step instead of a session.',
    route: 'POST /session',
    callers: 'anyone',
    body: schema.signInInput,
    output: z.object({
      session: schema.sessionView.nullable(),
      second_step: secondStepView.optional(),
    }),
    errors: ['invalid_credentials', 'email_not_verified'],
    limits: [{ per: 'address', max: 60, seconds: 15 * minute }],
  }),
  getSession: defineEndpoint({
    id: 'get-session',
    summary: 'The session of this browser, or null.',
    route: 'GET /session',
    callers: 'anyone',
    output: z.object({ session: schema.sessionView.nullable() }),
  }),
  refreshSession: defineEndpoint({
    id: 'refresh-session',
    summary: 'Renew the short half of the session with its long half.',
    route: 'POST /session/refresh',
    callers: 'anyone',
    output: z.object({ session: schema.sessionView }),
    errors: ['session_missing'],
  }),
  proveSession: defineEndpoint({
    id: 'prove-session',
    summary:
      'Prove the presence of the owner with the password, a passkey or a one-time code, for ten minutes.',
    route: 'POST /session/proof',
    callers: 'owner',
    body: proofInput,
    errors: ['wrong_password', 'wrong_one_time_code', 'passkey_refused'],
    limits: [{ per: 'account', max: 60, seconds: hour }],
  }),
  signOut: defineEndpoint({
    id: 'logout',
    summary: 'End the session of this browser. Also succeeds without one.',
    route: 'DELETE /session',
    callers: 'anyone',
  }),
  listSessions: defineEndpoint({
    id: 'list-sessions',
    summary: 'Active sessions of the account, the present one first.',
    route: 'GET /sessions',
    callers: 'owner',
    output: z.object({ sessions: z.array(schema.activeSessionView) }),
  }),
  endSession: defineEndpoint({
    id: 'end-session',
    summary: 'End another session of the account.',
    route: 'DELETE /sessions/{id}',
    callers: 'owner',
    proof: 'fresh',
    params: z.object({ id: z.uuid('invalid') }),
    errors: ['not_found'],
  }),
  endOtherSessions: defineEndpoint({
    id: 'end-other-sessions',
    summary: 'End all other sessions of the account.',
    route: 'DELETE /sessions',
    callers: 'owner',
    proof: 'fresh',
    output: z.object({ ended: z.number().int() }),
  }),
} as const;
