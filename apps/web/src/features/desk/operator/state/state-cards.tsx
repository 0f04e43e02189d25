import type {
  MailCount,
  QueueState,
  ReportSource,
  ServiceStatus,
} from '@zavet/contract/desk/status-endpoints';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { SectionCard } from '../../../../ui/card.tsx';
import { type Column, DataTable } from '../../../../ui/data-table.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { FactList } from '../../../../ui/fact-list.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';

export function RequestsCard({ requests }: { requests: ServiceStatus['requests'] }) {
  const { t } = useTranslation('desk-state');
  const formats = useFormats();
  const ago = useTimeAgo();
  const { waiting, overdue, oldest_filed_at } = requests;
  return (
    <SectionCard title={t('requests.title')}>
      {overdue > 0 && <Notice kind="warning">{t('requests.late')}</Notice>}
      <FactList
        facts={[
          { name: t('requests.waiting'), value: formats.number(waiting) },
          { name: t('requests.overdue'), value: formats.number(overdue) },
          ...(oldest_filed_at ? [{ name: t('requests.oldest'), value: ago(oldest_filed_at) }] : []),
        ]}
      />
    </SectionCard>
  );
}

export function QueuesCard({ queues }: { queues: QueueState[] }) {
  const { t } = useTranslation('desk-state');
  const formats = useFormats();
  const ago = useTimeAgo();
  const columns: Column<QueueState>[] = [
    { title: t('queues.job'), cell: ({ job }) => <code>{job}</code> },
    { title: t('queues.waiting'), isNumber: true, cell: ({ waiting }) => formats.number(waiting) },
    { title: t('queues.running'), isNumber: true, cell: ({ running }) => formats.number(running) },
    { title: t('queues.later'), isNumber: true, cell: ({ later }) => formats.number(later) },
    {
      title: t('queues.oldest'),
      cell: ({ oldest_due_at }) => (oldest_due_at ? ago(oldest_due_at) : t('queues.notWaiting')),
    },
  ];
  return (
    <SectionCard
      title={t('queues.title')}
      lead={queues.length === 0 ? t('queues.none') : undefined}
    >
      {queues.length > 0 && (
        <DataTable
          isNarrow
          label={t('queues.label')}
          columns={columns}
          rows={queues}
          keyOf={({ job }) => job}
        />
      )}
    </SectionCard>
  );
}

/** Sources of delivery reports, and reports of the last day. */
export function ReportsCard({ reports }: { reports: ServiceStatus['reports'] }) {
  const { t } = useTranslation('desk-state');
  const formats = useFormats();
  return (
    <SectionCard title={t('reports.title')}>
      {reports.ways.length === 0 && <Notice kind="warning">{t('reports.none')}</Notice>}
      {reports.ways.map((way) => (
        <ReportSourceFacts key={way.way} way={way} />
      ))}
      <FactList
        facts={[
          { name: t('reports.failed'), value: formats.number(reports.failed) },
          { name: t('reports.delayed'), value: formats.number(reports.delayed) },
        ]}
      />
    </SectionCard>
  );
}

function ReportSourceFacts({ way }: { way: ReportSource }) {
  const { t } = useTranslation('desk-state');
  const formats = useFormats();
  const ago = useTimeAgo();
  const when = (at: string | null) =>
    at ? `${formats.dateTime(at)} (${ago(at)})` : t('reports.never');
  return (
    <>
      {way.trouble && (
        <Notice kind="error" title={t(`reports.broken.${way.way}`)}>
          {when(way.failed_at)} · <code>{way.trouble}</code>
        </Notice>
      )}
      <FactList facts={[{ name: t(`reports.last.${way.way}`), value: when(way.read_at) }]} />
    </>
  );
}

/** Responses of mail servers in the last day, and a test mail. */
export function MailCard({ mail }: { mail: ServiceStatus['mail'] }) {
  const { t } = useTranslation('desk-state');
  const formats = useFormats();
  const columns: Column<MailCount>[] = [
    { title: t('mail.mail'), cell: (count) => <code>{count.mail}</code> },
    { title: t('mail.accepted'), isNumber: true, cell: ({ accepted }) => formats.number(accepted) },
    { title: t('mail.refused'), isNumber: true, cell: ({ refused }) => formats.number(refused) },
    {
      title: t('mail.postponed'),
      isNumber: true,
      cell: ({ postponed }) => formats.number(postponed),
    },
  ];
  return (
    <SectionCard
      title={t('mail.title')}
      lead={t('mail.waiting', { value: formats.number(mail.waiting) })}
    >
      {mail.counts.length === 0 ? (
        <p>{t('mail.none')}</p>
      ) : (
        <DataTable
          isNarrow
          label={t('mail.label')}
          columns={columns}
          rows={mail.counts}
          keyOf={(count) => count.mail}
        />
      )}
      <TestMailButton />
    </SectionCard>
  );
}

function TestMailButton() {
  const { t } = useTranslation('desk-state');
  const describe = useErrorText();
  const test = useMutationOf('sendTestMail');
  return (
    <>
      {test.isError && (
        <Notice kind="error" announced title={t('mail.testFailed')}>
          {describe(test.error)}
        </Notice>
      )}
      {test.isSuccess && (
        <Notice kind="success" announced>
          {t('mail.testSent')}
        </Notice>
      )}
      <div>
        <Button kind="quiet" loading={test.isPending} onClick={() => test.mutate()}>
          {t('mail.test')}
        </Button>
      </div>
    </>
  );
}

const bytesPerMegabyte = 1024 * 1024;

export function InfrastructureCards({ state }: { state: ServiceStatus }) {
  const { t } = useTranslation('desk-state');
  const formats = useFormats();
  const ago = useTimeAgo();
  const { storage, backup_made_at, versions } = state;
  const figure = (text: string) =>
    storage.is_estimated ? t('storage.about', { figure: text }) : text;
  return (
    <>
      <SectionCard title={t('storage.title')}>
        <FactList
          facts={[
            {
              name: t('storage.used'),
              value: figure(formats.megabytes(storage.used_bytes / bytesPerMegabyte)),
            },
            { name: t('storage.objects'), value: figure(formats.number(storage.objects)) },
            { name: t('storage.removals'), value: formats.number(storage.waiting_removals) },
          ]}
        />
      </SectionCard>
      <SectionCard title={t('backup.title')}>
        {backup_made_at ? (
          <FactList
            facts={[
              {
                name: t('backup.age'),
                value: `${formats.dateTime(backup_made_at)} (${ago(backup_made_at)})`,
              },
            ]}
          />
        ) : (
          <p>{t('backup.none')}</p>
        )}
      </SectionCard>
      <SectionCard title={t('versions.title')}>
        <FactList
          facts={[
            { name: t('versions.program'), value: versions.program },
            { name: t('versions.node'), value: versions.node },
            { name: t('versions.database'), value: versions.database },
            {
              name: t('versions.migrations'),
              value: t('versions.migrationsOf', {
                applied: versions.migrations_applied,
                known: versions.migrations_known,
              }),
            },
          ]}
        />
      </SectionCard>
    </>
  );
}

function useTimeAgo(): (at: string) => string {
  const { t } = useTranslation('desk-state');
  const formats = useFormats();
  return (at) => t('ago', { time: formats.timeSince(at) });
}
