import { useFormats } from '../../interface/language/formats.ts';
import { useTranslation } from '../../interface/language/use-translation.ts';
import { SectionCard } from '../../interface/section-card.tsx';
import styles from './legacies.module.css';

const steps = ['before', 'start', 'agreement', 'waiting', 'delivery', 'owner'] as const;

interface HowItWorksProps {
  /** What a start costs the reader, in rubles. */
  price: number;
  /** Operators look at a request before every start. */
  isReviewed: boolean;
}

export function HowItWorks({ price: rubles, isReviewed }: HowItWorksProps) {
  const { t } = useTranslation('legacies');
  const formats = useFormats();
  const price = formats.rubles(rubles);
  return (
    <SectionCard title={t('how.title')}>
      <ol className={styles.how}>
        {steps.map((step) => (
          <li key={step}>
            {t(step === 'start' && isReviewed ? 'how.startReviewed' : `how.${step}`, { price })}
          </li>
        ))}
      </ol>
    </SectionCard>
  );
}
