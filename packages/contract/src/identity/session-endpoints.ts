import { z } from 'zod';
import { defineEndpoint, hour, minute } from '../endpoint.ts';
import { nothing } from '../fields.ts';
import * as schema from './account-schemas.ts';
import { proveInput, secondStepView } from './factor-schemas.ts';

export const profileEndpoints = {
  getProfile: defineEndpoint({
    id: 'get-profile',
    summary: 'The own profile; created if it is missing.',
    method: 'GET',
    path: '/profile',
    callers: 'owner',
    output: schema.profileView,
  }),
  updateBasicInfo: defineEndpoint({
    id: 'update-basic-info',
    summary: 'Set first name, last name and date of birth. Each can be set once.',
    method: 'PATCH',
    path: '/profile/basic-info',
    callers: 'owner',
    proof: 'recent',
    body: schema.basicInfoInput,
    output: schema.profileView,
    errors: ['no_changes', 'field_locked'],
    // A date of birth is compared with the PIN, which takes a while.
    limits: [{ per: 'account', max: 30, seconds: hour }],
  }),
  updateContactInfo: defineEndpoint({
    id: 'update-contact-info',
    summary: 'Change the phone number; an empty one removes it.',
    method: 'PATCH',
    path: '/profile/contact-info',
    callers: 'owner',
    proof: 'recent',
    body: schema.contactInfoInput,
    output: schema.profileView,
    errors: ['no_changes'],
  }),
  updatePreferredLanguage: defineEndpoint({
    id: 'update-preferred-language',
    summary: 'Choose the language of screens and mails.',
    method: 'PUT',
    path: '/profile/preferred-language',
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
      'Sign in with e-mail and password. An account with a second factor gets no session yet, but what its second step takes.',
    method: 'POST',
    path: '/session',
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
    method: 'GET',
    path: '/session',
    callers: 'anyone',
    output: z.object({ session: schema.sessionView.nullable() }),
  }),
  refreshSession: defineEndpoint({
    id: 'refresh-session',
    summary: 'Renew the short half of the session with its long half.',
    method: 'POST',
    path: '/session/refresh',
    callers: 'anyone',
    output: z.object({ session: schema.sessionView }),
    errors: ['session_missing'],
  }),
  proveSession: defineEndpoint({
    id: 'prove-session',
    summary:
      'Prove with the password, a passkey or a one-time code that the owner is there. It counts for ten minutes.',
    method: 'POST',
    path: '/session/proof',
    callers: 'owner',
    body: proveInput,
    output: nothing,
    errors: ['wrong_password', 'wrong_one_time_code', 'passkey_refused'],
    limits: [{ per: 'account', max: 60, seconds: hour }],
  }),
  signOut: defineEndpoint({
    id: 'logout',
    summary: 'End the session of this browser. Succeeds also when there is none.',
    method: 'DELETE',
    path: '/session',
    callers: 'anyone',
    output: nothing,
  }),
  listSessions: defineEndpoint({
    id: 'list-sessions',
    summary: 'The active sessions of the account, this one first.',
    method: 'GET',
    path: '/sessions',
    callers: 'owner',
    output: z.object({ sessions: z.array(schema.activeSessionView) }),
  }),
  endSession: defineEndpoint({
    id: 'end-session',
    summary: 'End one other session of the account.',
    method: 'DELETE',
    path: '/sessions/{id}',
    callers: 'owner',
    proof: 'fresh',
    params: z.object({ id: z.uuid('invalid') }),
    output: nothing,
    errors: ['not_found'],
  }),
  endOtherSessions: defineEndpoint({
    id: 'end-other-sessions',
    summary: 'End every session of the account but this one.',
    method: 'DELETE',
    path: '/sessions',
    callers: 'owner',
    proof: 'fresh',
    output: z.object({ ended: z.number().int() }),
  }),
} as const;
