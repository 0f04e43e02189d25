import { defineEndpoint } from '../endpoint.ts';
import * as schema from './account-schemas.ts';

export const profileEndpoints = {
  getProfile: defineEndpoint({
    id: 'get-profile',
    summary: 'The own profile; created if it is missing.',
    method: 'GET',
    path: '/profile',
    callers: 'owner',
    output: schema.profileView,
    errors: [],
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
    limits: [{ per: 'account', max: 30, seconds: 3600 }],
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
    errors: [],
  }),
} as const;
