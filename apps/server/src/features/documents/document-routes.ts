import { legalEndpoints } from '@zavet/contract/legal/legal-endpoints';
import { type Route, route } from '../../platform/http/route.ts';
import { acceptDocuments } from './accept-documents.ts';
import type { DocumentParts } from './document-parts.ts';
import { readDocuments } from './read-documents.ts';

export function documentRoutes(parts: DocumentParts): Route[] {
  const { operator, place } = parts;
  return [
    route(legalEndpoints.getService, () => ({
      operator: operator ?? null,
      support_email: place.supportEmail,
      site_address: place.publicUrl,
    })),
    route(legalEndpoints.getDocuments, ({ owner }) => readDocuments(parts, owner.user_id)),
    route(legalEndpoints.acceptDocuments, ({ owner, body, caller }) =>
      acceptDocuments(parts, owner, body.accepted, caller),
    ),
  ];
}
