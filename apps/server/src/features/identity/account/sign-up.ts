import { defaultLocale, isLocale, type Locale } from '@zavet/contract/locales';
import type { AccountRequest } from './account-request-repository.ts';

/**
 * What one sign-up brought. Until the mailbox has spoken anyone may have signed up with its
 * address, so the link carries this and only the sign-up whose link is opened counts.
 */
export interface SignUp {
  password_hash: string;
  accepted: Record<string, string>;
  accepted_at: string;
  ip_address: string | null;
  user_agent: string | null;
  language: Locale;
}

export function signUpOf(request: AccountRequest): SignUp {
  const { preferred_language: language } = request;
  return {
    password_hash: request.password_hash ?? '',
    accepted: JSON.parse(request.accepted ?? '{}'),
    accepted_at: request.created_at.toISOString(),
    ip_address: request.ip_address,
    user_agent: request.user_agent,
    language: isLocale(language) ? language : defaultLocale,
  };
}

export function writeSignUp(signUp: SignUp): string {
  return JSON.stringify(signUp);
}

export function readSignUp(text: string): SignUp {
  return JSON.parse(text);
}
