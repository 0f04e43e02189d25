import { useEffect, useRef } from 'react';
import { saveAs } from '../../../../platform/client/save-as.ts';
import { Button } from '../../../../ui/button.tsx';
import { Heading } from '../../../../ui/heading.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { IconCopy, IconDownload, IconPrinter } from '../../../../ui/more-icons.tsx';
import { Paper } from '../../../../ui/paper.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import cardStyles from '../cards/cards.module.css';
import { useAskBeforeLeaving } from '../cards/guarded-forms.tsx';
import styles from './factors.module.css';

interface RecoveryCodesPaperProps {
  codes: string[];
  onKept: () => void;
}

/** The codes, shown once. Printed, the page is this list and nothing else. */
export function RecoveryCodesPaper({ codes, onKept }: RecoveryCodesPaperProps) {
  const { t } = useTranslation('factors');
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.focus(), []);
  useAskBeforeLeaving(true);
  const text = `${t('recovery.fileHead')}\r\n\r\n${codes.join('\r\n')}\r\n`;

  async function copy() {
    await navigator.clipboard.writeText(text);
    toasts.success(t('recovery.copied'));
  }

  return (
    <section
      ref={place}
      tabIndex={-1}
      className={styles.place}
      aria-label={t('recovery.shownTitle')}
    >
      <p>{t('recovery.shownLead')}</p>
      <Paper>
        <Heading level={3}>{t('recovery.shownTitle')}</Heading>
        <p className={styles.head}>{t('recovery.fileHead')}</p>
        <ol className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
      </Paper>
      <div className={cardStyles.actions}>
        <Button kind="quiet" icon={<IconCopy size={20} aria-hidden />} onClick={() => void copy()}>
          {t('recovery.copy')}
        </Button>
        <Button
          kind="quiet"
          icon={<IconDownload size={20} aria-hidden />}
          onClick={() => saveAs(new Blob([text], { type: 'text/plain' }), t('recovery.fileName'))}
        >
          {t('recovery.download')}
        </Button>
        <Button
          kind="quiet"
          icon={<IconPrinter size={20} aria-hidden />}
          onClick={() => window.print()}
        >
          {t('recovery.print')}
        </Button>
      </div>
      <div>
        <Button onClick={onKept}>{t('recovery.done')}</Button>
      </div>
    </section>
  );
}
