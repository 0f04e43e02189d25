import type { ReviewView } from '@zavet/contract/desk/request-endpoints';
import { SectionCard } from '../../../../ui/card.tsx';
import { FactList } from '../../../../ui/fact-list.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import styles from './requests.module.css';

/** How it was decided, or that it ended without a decision. */
export function DecisionMade({ review }: { review: ReviewView }) {
  const { t } = useTranslation('desk-requests');
  const formats = useFormats();
  const { basis, rejection, note, decided_at } = review;
  if (!basis && !rejection) {
    return (
      <SectionCard title={t('decision.title')}>
        <p>{t('decision.none')}</p>
      </SectionCard>
    );
  }
  return (
    <SectionCard title={t('decision.title')}>
      <FactList
        facts={[
          {
            name: t('decision.outcome'),
            value: rejection ? t(`rejections.${rejection}`) : t('decision.approved'),
          },
          ...(basis ? [{ name: t('decision.basis'), value: t(`bases.${basis}`) }] : []),
          ...(decided_at
            ? [{ name: t('decision.when'), value: formats.dateTime(decided_at) }]
            : []),
          ...(note
            ? [{ name: t('decision.note'), value: <p className={styles.text}>{note}</p> }]
            : []),
        ]}
      />
    </SectionCard>
  );
}
