import type { DomainCheck } from '../../../platform/mail/domain-takes-mail.ts';
import type { MailPlace } from '../../../platform/mail/mail-place.ts';
import type { ContactDeps } from '../../people/contacts/index.ts';
import type { ProtocolDeps } from '../index.ts';

/** What the use cases of this feature work with. */
export interface RehearsalDeps
  extends Pick<ProtocolDeps, 'database' | 'clock' | 'jobs' | 'log' | 'vault' | 'linkTokens'> {
  protocol: ProtocolDeps;
  contacts: ContactDeps;
  place: MailPlace;
  /** Whether a domain takes mail. */
  checkDomain: DomainCheck;
}
