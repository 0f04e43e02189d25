import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import styles from './form.module.css';
import type { InstructionValues } from './instruction-values.ts';

interface OwnTextNoticeProps {
  title: string;
  values: InstructionValues;
  onDismiss: () => void;
}

/** A text of one's own that has no form any more: to be read, copied and let go. */
export function OwnTextNotice({ title, values, onDismiss }: OwnTextNoticeProps) {
  const { t } = useTranslation('instructions');
  const [isDismissed, setDismissed] = useState(false);
  const whole = `${values.title}\n\n${values.content}`.trim();
  if (isDismissed) return null;

  async function copy() {
    try {
      await navigator.clipboard.writeText(whole);
      toasts.success(t('ownText.copied'));
    } catch {
      toasts.error(t('ownText.copyFailed'));
    }
  }

  return (
    <Notice
      kind="warning"
      title={title}
      actions={
        <>
          <Button kind="quiet" onClick={() => void copy()}>
            {t('ownText.copy')}
          </Button>
          <Button
            kind="plain"
            onClick={() => {
              onDismiss();
              setDismissed(true);
            }}
          >
            {t('ownText.dismiss')}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.ownText} aria-label={title} tabIndex={0}>
        {whole}
      </section>
    </Notice>
  );
}
