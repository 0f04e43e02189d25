import type { ReleaseRules } from '@zavet/contract/protocol/release-rules';
import { port } from '../../../feature.ts';

/** Takes over the owner's protocol rules unless they protect less. Part of the import's transaction. */
export const importRules =
  port<(userId: string, rules: ReleaseRules) => Promise<boolean>>('import-rules');
