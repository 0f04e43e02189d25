import { legalEndpoints } from '@zavet/contract/legal/legal-endpoints';
import { type Route, route } from '../../../platform/http/route.ts';
import { acceptDocuments } from './accept-documents.ts';
import type { LegalDeps } from './legal-deps.ts';
import { readConsents } from './read-consents.ts';
import { readDocuments } from './read-documents.ts';

export function legalRoutes(deps: LegalDeps): Route[] {
  const { operator, place, maxContacts } = deps;
  return [
    route(legalEndpoints.getService, () => ({
      operator: operator ?? null,
      support_email: place.supportEmail,
      site_address: place.publicUrl,
      trusted_contacts: maxContacts,
    })),
    route(legalEndpoints.getDocuments, ({ owner }) => readDocuments(deps, owner.user_id)),
    route(legalEndpoints.listConsents, async ({ owner }) => ({
      consents: await readConsents(deps, owner.user_id),
    })),
    route(legalEndpoints.acceptDocuments, ({ owner, body, caller }) =>
      acceptDocuments(deps, owner, body.accepted, caller),
    ),
  ];
}
