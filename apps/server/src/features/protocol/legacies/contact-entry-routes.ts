import { contactCardEndpoints } from '@zavet/contract/contacts/contact-card-endpoints';
import { stillHereEndpoints } from '@zavet/contract/contacts/still-here-endpoints';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { type Owner, type Route, route } from '../../../platform/http/route.ts';
import { confirmStillHere, openCardOf } from '../../people/contacts/index.ts';
import { isOwnContactEntry } from './legacy-repository.ts';

/** What a signed-in contact does with their own entry at somebody's. */
export function contactEntryRoutes(contacts: Context): Route[] {
  const requireOwnEntry = async ({ user_id }: Owner, contactId: string) => {
    if (!(await isOwnContactEntry(contacts.database, user_id, contactId))) fail('legacy_not_found');
  };
  return [
    route(contactCardEndpoints.getContactCard, async ({ owner, params }) => {
      await requireOwnEntry(owner, params.id);
      return openCardOf(contacts, params.id);
    }),
    route(stillHereEndpoints.confirmStillHere, async ({ owner, params }) => {
      await requireOwnEntry(owner, params.id);
      await confirmStillHere(contacts, params.id);
      return {};
    }),
  ];
}
