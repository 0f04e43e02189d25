import type { SessionView } from '@zavet/contract/identity/account-schemas';

/** What a sign-in that needed more than a password ends with. */
export interface SignedInAnswer {
  session: SessionView;
  has_ended_wait: boolean;
}
