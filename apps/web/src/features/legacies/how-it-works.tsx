import { pricesRubles } from '@zavet/contract/prices';
import { useFormats } from '../../interface/language/formats.ts';
import { useTranslation } from '../../interface/language/use-translation.ts';
import { SectionCard } from '../../interface/section-card.tsx';
import styles from './legacies.module.css';

const steps = ['before', 'start', 'agreement', 'waiting', 'delivery', 'owner'] as const;

export function HowItWorks() {
  const { t } = useTranslation('legacies');
  const formats = useFormats();
  const price = formats.rubles(pricesRubles.protocolActivation);
  return (
    <SectionCard title={t('how.title')}>
      <ol className={styles.how}>
        {steps.map((step) => (
          <li key={step}>{t(`how.${step}`, { price })}</li>
        ))}
      </ol>
    </SectionCard>
  );
}
