import type { SecurityEventView } from '@zavet/contract/account/account-schemas';
import {
  kindsOfGroup,
  type SecurityEventGroup,
} from '@zavet/contract/account/security-event-groups';
import type { Context } from '../../../context.ts';
import { listSecurityEvents } from './security-event-repository.ts';

const pageSize = 20;

/** A page of what happened in an account, newest first. */
export async function readSecurityEvents(
  { database }: Context,
  userId: string,
  { group, after }: { group?: SecurityEventGroup | undefined; after?: string | undefined },
): Promise<{ events: SecurityEventView[]; next: string | null }> {
  const kinds = group && kindsOfGroup(group);
  const found = await listSecurityEvents(database, userId, { kinds, after, limit: pageSize + 1 });
  const rows = found.slice(0, pageSize);
  const hasMore = found.length > pageSize;
  return {
    events: rows,
    next: (hasMore && rows.at(-1)?.id) || null,
  };
}
