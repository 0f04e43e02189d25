import { legalEndpoints } from '@zavet/contract/identity/legal-endpoints';
import type { Context } from '../../../context.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { acceptDocuments } from './accept-documents.ts';
import { readConsents } from './read-consents.ts';
import { readDocuments } from './read-documents.ts';

export function legalRoutes(ctx: Context): Route[] {
  return [
    route(legalEndpoints.getService, () => ({
      operator: ctx.config.legalEntity ?? null,
      support_email: ctx.mailer.site.supportEmail,
      site_address: ctx.mailer.site.publicUrl,
      trusted_contacts: ctx.config.maxTrustedContacts,
    })),
    route(legalEndpoints.getDocuments, ({ owner }) => readDocuments(ctx, owner.user_id)),
    route(legalEndpoints.listConsents, async ({ owner }) => ({
      consents: await readConsents(ctx, owner.user_id),
    })),
    route(legalEndpoints.acceptDocuments, ({ owner, body, caller }) =>
      acceptDocuments(ctx, owner, body.accepted, caller),
    ),
  ];
}
