import { feature, jobOf } from '../../../feature.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { announceEditions } from './announce-editions.ts';
import { editionNotice } from './emails/edition-notice.ts';
import { priceNotice } from './emails/price-notice.ts';
import { legalRoutes } from './legal-routes.ts';

export { megabytes, planName, productName } from './plan-words.ts';
export { type PriceDeps, pricesFor } from './prices-for.ts';

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
