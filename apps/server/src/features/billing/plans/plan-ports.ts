import { port } from '../../../feature.ts';
import type { RemovalFacts } from './removal-rules.ts';

/** Every attempt to start an owner's protocol. */
export const releaseAttempts =
  port<(ownerId: string) => Promise<RemovalFacts['releases']>>('release-attempts');
