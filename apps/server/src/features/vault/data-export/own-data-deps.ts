import type { ArchiveSections } from '@zavet/contract/own-data/archive-schema';
import type { ReleaseRules } from '@zavet/contract/protocol/release-rules';
import type { ValueSigner } from '../../../platform/encryption/signed-value.ts';
import type { RateLimiter } from '../../../platform/http/rate-limiter.ts';
import type { ContactDeps } from '../../people/contacts/index.ts';
import type { InstructionDeps } from '../instructions/index.ts';

/** What is kept about an owner besides instructions, each as its feature shows it. */
export type ReadSections = (userId: string) => Promise<Omit<ArchiveSections, 'instructions'>>;

/** What the use cases of this feature work with. */
export interface OwnDataDeps extends InstructionDeps {
  readSections: ReadSections;
  contacts: ContactDeps;
  /** Takes over the owner's protocol rules unless they protect less. Answered by the domain above. */
  importRules(userId: string, rules: ReleaseRules): Promise<boolean>;
  limiter: RateLimiter;
  /** Signs what a browser shows when it downloads. */
  ticketSigner: ValueSigner;
}
