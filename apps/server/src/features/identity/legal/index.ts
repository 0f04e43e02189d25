import { legalEndpoints } from '@zavet/contract/identity/legal-endpoints';
import type { Context } from '../../../context.ts';
import { feature, jobOf } from '../../../feature.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { announceEditions } from './announce-editions.ts';
import { acceptDocuments, readDocuments } from './legal-documents.ts';
import { editionNotice, priceNotice } from './notice-mails.ts';

export { megabytes, planName, pricesFor, productName } from './prices.ts';

export const legalFeature = feature({
  name: 'legal',
  routes: legalRoutes,
  jobs: [
    jobOf(jobName<object>('announce-editions'), {
      purpose: 'announces new documents and prices, in batches',
      retry: 'quarter_hour',
      expireSeconds: 3_600,
      schedule: '27 * * * *',
      onTimeTravel: 'runs',
      run: (ctx, _, signal) => announceEditions(ctx, signal),
    }),
  ],
  mails: [editionNotice, priceNotice],
});

function legalRoutes(ctx: Context): Route[] {
  return [
    route(legalEndpoints.getService, () => ({
      operator: ctx.config.legalEntity ?? null,
      support_email: ctx.mailer.site.supportEmail,
      site_address: ctx.mailer.site.publicUrl,
      trusted_contacts: ctx.config.maxTrustedContacts,
    })),
    route(legalEndpoints.getDocuments, ({ owner }) => readDocuments(ctx, owner.user_id)),
    route(legalEndpoints.acceptDocuments, ({ owner, body, caller }) =>
      acceptDocuments(ctx, owner, body.accepted, caller),
    ),
  ];
}
