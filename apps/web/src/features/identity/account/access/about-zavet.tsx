import type { ReactNode } from 'react';
import { Envelope } from '../../../../ui/drawings/envelope.tsx';
import { KeyWithTag } from '../../../../ui/drawings/key-with-tag.tsx';
import { Notebook } from '../../../../ui/drawings/notebook.tsx';
import { Heading } from '../../../../ui/heading.tsx';
import { useLanguage, useTranslation } from '../../../../ui/language/use-translation.ts';
import styles from './about-zavet.module.css';

/** Introduces the product to new visitors beside the form. */
export function AboutZavet() {
  const { t } = useTranslation('account');
  const { language } = useLanguage();
  return (
    <section className={styles.about} aria-labelledby="about-zavet">
      <Heading level={2} size="section" id="about-zavet">
        {t('about.lead')}
      </Heading>
      <ol className={styles.steps} aria-label={t('about.how')}>
        <Step title={t('about.write.title')} text={t('about.write.text')}>
          <Notebook width={104} />
        </Step>
        <Step title={t('about.trust.title')} text={t('about.trust.text')}>
          <KeyWithTag width={88} />
        </Step>
        <Step title={t('about.receive.title')} text={t('about.receive.text')}>
          <Envelope kind="sealed" width={96} />
        </Step>
      </ol>
      {/* A separate page outside the application. */}
      <a className={styles.more} href={`/welcome?lang=${language}`}>
        {t('about.more')}
      </a>
    </section>
  );
}

interface StepProps {
  title: string;
  text: string;
  children: ReactNode;
}

function Step({ title, text, children }: StepProps) {
  return (
    <li>
      <span className={styles.drawing}>{children}</span>
      <div>
        <Heading level={3}>{title}</Heading>
        <p className={styles.text}>{text}</p>
      </div>
    </li>
  );
}
