import { linkLifetimes } from '@zavet/contract/timings';
import type { Context } from '../../../context.ts';
import { newId } from '../../../platform/new-id.ts';
import type { NewEnvelope } from './envelope-repository.ts';

/** An envelope with a link of its own, which lives for a year from now. */
export function newEnvelope(
  { linkTokens }: Pick<Context, 'linkTokens'>,
  whose: Pick<NewEnvelope, 'activation_id' | 'user_id' | 'contact_id'>,
  now: Date,
): NewEnvelope {
  return {
    id: newId(),
    ...whose,
    created_at: now,
    link: {
      ...linkTokens.create(),
      expires_at: new Date(now.getTime() + linkLifetimes.delivery),
    },
  };
}
