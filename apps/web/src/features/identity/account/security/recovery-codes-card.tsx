import { useEffect, useRef } from 'react';
import { saveAs } from '../../../../platform/client/save-as.ts';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { SectionCard } from '../../../../ui/card.tsx';
import { ConfirmButton } from '../../../../ui/confirm-dialog.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { Heading } from '../../../../ui/heading.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { IconCopy, IconDownload, IconPrinter } from '../../../../ui/more-icons.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { Paper } from '../../../../ui/paper.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { useUnsavedChanges } from '../card-parts.tsx';
import cardStyles from '../cards.module.css';
import styles from './security.module.css';

/** With this many codes left, the owner is asked to create new ones. */
const fewCodes = 2;

interface RecoveryCodesCardProps {
  left: number;
  /** Codes that were just created. They are shown once. */
  newCodes: string[] | undefined;
  onCreated: (codes: string[]) => void;
  onSaved: () => void;
}

export function RecoveryCodesCard({ left, newCodes, onCreated, onSaved }: RecoveryCodesCardProps) {
  const { t } = useTranslation('factors');
  const describe = useErrorText();
  const create = useMutationOf('makeRecoveryCodes');

  async function confirm() {
    try {
      onCreated((await create.mutateAsync()).recovery_codes);
    } catch (error) {
      toasts.error(describe(error));
    }
  }

  return (
    <SectionCard title={t('recovery.title')} lead={t('recovery.lead')}>
      {newCodes ? (
        <RecoveryCodesPaper codes={newCodes} onSaved={onSaved} />
      ) : (
        <>
          <p>{t('recovery.left', { left })}</p>
          {left <= fewCodes && <Notice kind="warning">{t('recovery.few')}</Notice>}
          <div>
            <ConfirmButton
              label={t('recovery.make')}
              title={t('recovery.makeTitle')}
              confirmLabel={t('recovery.make')}
              act={confirm}
            >
              {t('recovery.makeText')}
            </ConfirmButton>
          </div>
        </>
      )}
    </SectionCard>
  );
}

interface RecoveryCodesPaperProps {
  codes: string[];
  onSaved: () => void;
}

/** Shows the codes once. The printed page contains only this list. */
function RecoveryCodesPaper({ codes, onSaved }: RecoveryCodesPaperProps) {
  const { t } = useTranslation('factors');
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  useUnsavedChanges(true);
  const text = `${t('recovery.fileHead')}\r\n\r\n${codes.join('\r\n')}\r\n`;

  async function copy() {
    await navigator.clipboard.writeText(text);
    toasts.success(t('recovery.copied'));
  }

  return (
    <section
      ref={section}
      tabIndex={-1}
      className={styles.newCodes}
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
        <Button onClick={onSaved}>{t('recovery.done')}</Button>
      </div>
    </section>
  );
}
