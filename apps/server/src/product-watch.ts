import type { DatabaseObserver } from './platform/database/open-observer.ts';
import type { MetricsPage } from './platform/http/metrics-page.ts';
import type { RequestWatch } from './platform/http/request-observer.ts';
import type { JobWatch } from './platform/jobs/job-queue.ts';
import type { MailWatch } from './platform/mail/watched-transport.ts';

/** Who hears what happens in the product, where somebody watches over it. */
export interface ProductWatch {
  observer?: DatabaseObserver;
  requests?: RequestWatch;
  jobs?: Pick<JobWatch, 'meter' | 'tracing'>;
  mail?: MailWatch;
  metricsPage?: MetricsPage | undefined;
}
