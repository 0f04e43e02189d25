import type { Context } from '../../../context.ts';
import { saveConsents } from './consent-repository.ts';
import { setPassword } from './password-repository.ts';
import { updateProfile } from './profile-repository.ts';
import type { SignUp } from './sign-up.ts';

/** Makes a sign-up the one that counts: its password, its consents, its language. */
export async function adoptSignUp(
  { database, clock }: Context,
  userId: string,
  signUp: SignUp,
): Promise<void> {
  await setPassword(database, userId, signUp.password_hash, clock.now());
  await saveConsents(database, userId, signUp.accepted, {
    accepted_at: new Date(signUp.accepted_at),
    ip_address: signUp.ip_address,
    user_agent: signUp.user_agent,
  });
  await updateProfile(database, userId, { preferred_language: signUp.language }, clock.now());
}
