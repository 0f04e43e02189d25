import { useEffect, useRef } from 'react';
import { saveAs } from '../../../../platform/client/save-as.ts';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmButton } from '../../../../ui/confirm-dialog.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { Heading } from '../../../../ui/heading.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { IconCopy, IconDownload, IconPrinter } from '../../../../ui/more-icons.tsx';
import { Paper } from '../../../../ui/paper.tsx';
import { SettingRow } from '../../../../ui/setting-row.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { useEditMode } from '../../../../ui/use-edit-mode.ts';
import { useUnsavedChanges } from '../card-parts.tsx';
import cardStyles from '../cards.module.css';
import styles from './security.module.css';

/** At or below this number, the count is highlighted. */
const lowCodeCount = 2;

interface RecoveryCodesRowProps {
  left: number;
  onCreated: (codes: string[]) => void;
}

export function RecoveryCodesRow({ left, onCreated }: RecoveryCodesRowProps) {
  const { t } = useTranslation(['factors', 'shell']);
  const describe = useErrorText();
  const mode = useEditMode();
  const create = useMutationOf('makeRecoveryCodes');

  async function confirm() {
    try {
      const { recovery_codes } = await create.mutateAsync();
      mode.close();
      onCreated(recovery_codes);
    } catch (error) {
      toasts.error(describe(error));
    }
  }

  return (
    <SettingRow
      name={t('recovery.title')}
      value={t('recovery.left', { left })}
      tone={left <= lowCodeCount ? 'gold' : undefined}
      mode={mode}
    >
      <p className={cardStyles.lead}>{t('recovery.lead')}</p>
      <div className={cardStyles.actions}>
        <ConfirmButton
          label={t('recovery.make')}
          title={t('recovery.makeTitle')}
          confirmLabel={t('recovery.make')}
          act={confirm}
        >
          {t('recovery.makeText')}
        </ConfirmButton>
        <Button kind="quiet" onClick={mode.close}>
          {t('shell:actions.close')}
        </Button>
      </div>
    </SettingRow>
  );
}

interface RecoveryCodesPaperProps {
  codes: string[];
  onSaved: () => void;
}

/** Shows the codes once. The printed page contains only this list. */
export function RecoveryCodesPaper({ codes, onSaved }: RecoveryCodesPaperProps) {
  const { t } = useTranslation('factors');
  const section = useRef<HTMLElement>(null);
  // Waits a frame, because the closing dialog first restores the focus.
  useEffect(() => {
    const frame = requestAnimationFrame(() => section.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
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
