import type { OutagePreview } from '@zavet/contract/desk/payment-endpoints';
import { DataTable } from '../../../../ui/data-table.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';

const kopecksPerRuble = 100;

/** Whom an outage would extend, or give money back. */
export function OutageEffects({ preview }: { preview: OutagePreview }) {
  const { t } = useTranslation('desk-payments');
  const formats = useFormats();
  const { extended, refunded_owners, refunded_kopecks, missing_kopecks } = preview;
  const rubles = (kopecks: number) => formats.rubles(kopecks / kopecksPerRuble);
  const isNobodys = extended.length === 0 && refunded_owners === 0 && missing_kopecks === 0;
  return (
    <>
      {preview.is_recorded && <Notice kind="warning">{t('outages.recordedAlready')}</Notice>}
      {isNobodys && <Notice>{t('outages.nobody')}</Notice>}
      {extended.length > 0 && (
        <DataTable
          label={t('outages.extends')}
          rows={extended}
          keyOf={({ plan, days }) => `${plan} ${days}`}
          columns={[
            { title: t('outages.plan'), cell: ({ plan }) => t(`plans.${plan}`) },
            {
              title: t('outages.days'),
              cell: ({ days }) => formats.number(days),
              isNumber: true,
            },
            {
              title: t('outages.owners'),
              cell: ({ owners }) => formats.number(owners),
              isNumber: true,
            },
          ]}
        />
      )}
      {refunded_owners > 0 && (
        <Notice kind="warning">
          {t('outages.refunds', {
            owners: formats.number(refunded_owners),
            amount: rubles(refunded_kopecks),
          })}
        </Notice>
      )}
      {missing_kopecks > 0 && (
        <Notice kind="warning">{t('outages.missing', { amount: rubles(missing_kopecks) })}</Notice>
      )}
    </>
  );
}
