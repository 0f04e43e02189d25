import { useEffect, useRef } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Heading } from '../../../../ui/heading.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { IconPrinter } from '../../../../ui/more-icons.tsx';
import { Paper } from '../../../../ui/paper.tsx';
import paperStyles from './paper.module.css';
import styles from './settings.module.css';
import { vetoPageAddress } from './stop-page.ts';

interface PrintablePaperCodeProps {
  /** As it is written on paper, in groups. */
  code: string;
  onKept: () => void;
}

/** The code, shown once. Printed, the page is this card and nothing else. */
export function PrintablePaperCode({ code, onKept }: PrintablePaperCodeProps) {
  const { t } = useTranslation('release');
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <section
      ref={place}
      tabIndex={-1}
      className={paperStyles.place}
      aria-label={t('code.shownTitle')}
    >
      <p>{t('code.shownText')}</p>
      <Paper>
        <Heading level={3}>{t('code.paperTitle')}</Heading>
        <p className={paperStyles.code}>
          {code.split('-').map((group, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two groups may be the same
            <span key={index}>{group}</span>
          ))}
        </p>
        <p>{t('code.paperText')}</p>
        <p className={paperStyles.page}>{vetoPageAddress()}</p>
        <p className={styles.help}>{t('code.paperOwn')}</p>
      </Paper>
      <div className={styles.actions}>
        <Button
          kind="quiet"
          icon={<IconPrinter size={20} aria-hidden />}
          onClick={() => window.print()}
        >
          {t('code.print')}
        </Button>
        <Button onClick={onKept}>{t('code.kept')}</Button>
      </div>
    </section>
  );
}
