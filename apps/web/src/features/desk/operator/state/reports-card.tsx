import type { ReportSource, ServiceStatus } from '@zavet/contract/desk/status-endpoints';
import { SectionCard } from '../../../../ui/card.tsx';
import { FactList } from '../../../../ui/fact-list.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { useAgo } from './use-ago.ts';

/** Whether delivery reports come in, and how many came in the last day. */
export function ReportsCard({ reports }: { reports: ServiceStatus['reports'] }) {
  const { t } = useTranslation('desk-state');
  const formats = useFormats();
  return (
    <SectionCard title={t('reports.title')}>
      {reports.ways.length === 0 && <Notice kind="warning">{t('reports.none')}</Notice>}
      {reports.ways.map((way) => (
        <Way key={way.way} way={way} />
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

function Way({ way }: { way: ReportSource }) {
  const { t } = useTranslation('desk-state');
  const formats = useFormats();
  const ago = useAgo();
  const when = (moment: string | null) =>
    moment ? `${formats.dateTime(moment)} (${ago(moment)})` : t('reports.never');
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
