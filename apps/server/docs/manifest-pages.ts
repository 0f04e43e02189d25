import { retentionTable } from '@zavet/contract/service/retention-table';
import type { FeatureJob } from '../src/feature.ts';
import { letterMail } from '../src/features/protocol/emails/letter-mail.ts';
import { features, jobs, mails } from '../src/features.ts';
import { retryPolicies } from '../src/platform/jobs/job.ts';
import { defaultBatchSize } from '../src/platform/jobs/run-job.ts';
import type { AnyMail } from '../src/platform/mail/mail.ts';
import { aligned, code, codes, list, page, timeOf } from './markdown.ts';

export function mailsPage(): string {
  const stoppable = [...mails, letterMail].filter(({ unsubscribeUrl }) => unsubscribeUrl);
  const sections = features
    .filter(({ mails = [] }) => mails.length > 0)
    .map(({ name, mails = [] }) => {
      const usual = mostOften(mails.map(({ retry }) => retry));
      const lines = mails.map((mail) => lineOfMail(mail, usual));
      if (name === 'protocol') {
        const { name, to, when } = letterMail;
        lines.push(`${code(name)} (own queue), ${recipientText(to)}: ${when}`);
      }
      return `## ${name} (${usual})\n\n${list(lines)}`;
    });
  return page(
    'Mails',
    'the manifests',
    'By feature, with the [retry policy](jobs.md#retry-policies) of most of its mails: name, policy if it is another one, recipient (`owner*`: every address of the owner), cause. A mail that is no longer due when it is written is not sent. Its Message-ID is made of name and id, so a repeated mail is shown once. A permanent refusal is final, except for the support mailbox.',
    `\`List-Unsubscribe\` is set on mails that recur and that the reader can end: ${codes(stoppable.map(({ name }) => name))}. It leads to a page with a button; \`List-Unsubscribe-Post\` is never set, because providers press it on behalf of readers.`,
    `Bulk mails yield to all others: ${codes(mails.filter(({ isBulk }) => isBulk).map(({ name }) => name))}.`,
    ...sections,
  );
}

function mostOften(names: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}

function lineOfMail({ name, to, when, retry }: AnyMail, usual: string | undefined): string {
  return `${code(name)}${retry === usual ? '' : ` (${retry})`}, ${recipientText(to)}: ${when}`;
}

const recipientText = (to: string) =>
  to.replace(/^(the|a) /, '').replace('owner (all addresses)', 'owner*');

export function jobsPage(): string {
  const policies = Object.entries(retryPolicies).map(
    ([name, { limit, firstPauseSeconds, longestPauseSeconds }]) => [
      name,
      String(limit),
      limit === 0 ? '' : `${timeOf(firstPauseSeconds)} to ${timeOf(longestPauseSeconds)}`,
    ],
  );
  return page(
    'Jobs',
    'the manifests',
    `Name, schedule (Moscow time), retry policy, timeout, and the jobs of a kind that one process runs concurrently where not ${defaultBatchSize}. Jobs without attempts left are kept for ${retentionTable.failed_jobs.period.days} days (\`npm run jobs\`); waiting ones are never dropped.`,
    ...features
      .map(({ name, jobs = [] }) => ({ name, jobs }))
      .concat({ name: 'platform', jobs: jobs.filter((job) => !isOfFeature(job)) })
      .filter(({ jobs }) => jobs.length > 0)
      .map(({ name, jobs }) => `## ${name}\n\n${list(jobs.map(lineOfJob))}`),
    `## Retry policies\n\nRetries, and pauses, which double from the first to the longest with jitter.\n\n\`\`\`\n${aligned(policies)}\n\`\`\``,
  );
}

const isOfFeature = (job: FeatureJob) => features.some(({ jobs = [] }) => jobs.includes(job));

function lineOfJob({ name, schedule, retryName, expireSeconds, concurrency, purpose }: FeatureJob) {
  const facts = [
    schedule ? scheduleText(schedule) : 'on demand',
    code(retryName),
    timeOf(expireSeconds),
    ...(concurrency === undefined || concurrency === defaultBatchSize
      ? []
      : [`${concurrency} concurrently`]),
  ];
  return `${code(name)} (${facts.join(', ')}): ${purpose}`;
}

export function scheduleText(cron: string): string {
  const [, minute, hour] = /^(\S+) (\S+) \* \* \*$/.exec(cron) ?? [];
  const every = /^\*\/(\d+)$/.exec(minute ?? '')?.[1];
  if (minute === '*' && hour === '*') return 'every minute';
  if (every !== undefined && hour === '*') return `every ${every} min`;
  const two = (text = '') => text.padStart(2, '0');
  if (/^\d+$/.test(minute ?? '') && hour === '*') return `hourly at :${two(minute)}`;
  if (/^\d+ \d+$/.test(`${minute} ${hour}`)) return `daily ${two(hour)}:${two(minute)}`;
  return code(cron);
}
