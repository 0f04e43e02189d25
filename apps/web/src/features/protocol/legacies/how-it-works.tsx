import { useId } from 'react';
import { Heading } from '../../../ui/heading.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
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
  const headingId = useId();
  const price = formats.rubles(rubles);
  return (
    <section className={styles.howItWorks} aria-labelledby={headingId}>
      <Heading level={2} size="section" id={headingId}>
        {t('how.title')}
      </Heading>
      <ol className={styles.how}>
        {steps.map((step) => (
          <li key={step}>
            {t(step === 'start' && isReviewed ? 'how.startReviewed' : `how.${step}`, { price })}
          </li>
        ))}
      </ol>
    </section>
  );
}
