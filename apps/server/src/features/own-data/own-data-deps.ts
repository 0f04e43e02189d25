import type { ArchiveSections } from '@zavet/contract/own-data/archive-schema';
import type { ValueSigner } from '../../platform/encryption/signed-value.ts';
import type { RateLimiter } from '../../platform/http/rate-limiter.ts';
import type { ContactDeps } from '../contacts/public.ts';
import type { InstructionDeps } from '../instructions/public.ts';
import type { ProtocolDeps } from '../protocol/public.ts';

/** What is kept about an owner besides instructions, each as its feature shows it. */
export type ReadSections = (userId: string) => Promise<Omit<ArchiveSections, 'instructions'>>;

/** What the use cases of this feature work with. */
export interface OwnDataDeps extends InstructionDeps {
  readSections: ReadSections;
  contacts: ContactDeps;
  protocol: ProtocolDeps;
  limiter: RateLimiter;
  /** Signs what a browser shows when it downloads. */
  ticketSigner: ValueSigner;
}
