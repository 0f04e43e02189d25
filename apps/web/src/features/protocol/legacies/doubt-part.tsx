import type { LegacyView } from '@zavet/contract/protocol/protocol-schemas';
import { useState } from 'react';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Notice } from '../../../ui/notice.tsx';
import { toasts } from '../../../ui/toasts.tsx';
import styles from './legacies.module.css';
import { nameOf } from './legacy-stage.ts';

interface DoubtPartProps {
  legacy: LegacyView;
  onDone: () => void;
}

/** A start that a doubt holds back: by when it is decided, and the visitor's way back. */
export function DoubtNotice({ legacy, onDone }: DoubtPartProps) {
  const { t } = useTranslation('legacies');
  const formats = useFormats();
  const describe = useErrorText();
  const withdraw = useMutationOf('withdrawDoubt');
  const { activation } = legacy;
  if (!activation?.doubt) return null;
  const { id, is_mine, doubt } = activation;
  const kind = doubt.is_mine ? 'byMe' : is_mine ? 'ofMine' : 'byOther';

  async function takeBack() {
    try {
      await withdraw.mutateAsync({ params: { id } });
      toasts.success(t('doubt.withdrawn'));
    } catch (error) {
      toasts.error(describe(error));
    }
    onDone();
  }

  return (
    <Notice
      kind="warning"
      title={t('doubt.title')}
      actions={
        doubt.is_mine && (
          <Button
            kind="quiet"
            aria-label={t('doubt.withdrawNamed', { name: nameOf(legacy) })}
            loading={withdraw.isPending}
            onClick={() => void takeBack()}
          >
            {t('doubt.withdraw')}
          </Button>
        )
      }
    >
      <div className={styles.paragraphs}>
        <p>{t(`doubt.${kind}`)}</p>
        <p>{t('doubt.decided', { date: formats.deadline(doubt.decided_by) })}</p>
      </div>
    </Notice>
  );
}

/** «This is a mistake», offered to the other contacts while letters wait. */
export function MistakeButton({ legacy, onDone }: DoubtPartProps) {
  const { t } = useTranslation('legacies');
  const describe = useErrorText();
  const answer = useMutationOf('answerAgreement');
  const [isAsked, setAsked] = useState(false);
  const { activation } = legacy;
  if (!activation?.may_doubt) return null;
  const { id } = activation;
  const name = nameOf(legacy);

  async function doubt() {
    try {
      await answer.mutateAsync({ params: { id }, body: { agrees: false } });
      toasts.success(t('answer.doubtedDone'));
    } catch (error) {
      toasts.error(describe(error));
    }
    setAsked(false);
    onDone();
  }

  return (
    <div className={styles.actions}>
      <Button
        kind="quiet"
        aria-label={t('doubt.mistakeNamed', { name })}
        onClick={() => setAsked(true)}
      >
        {t('doubt.mistake')}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        title={t('doubt.question')}
        confirmLabel={t('doubt.mistake')}
        cancelLabel={t('answer.back')}
        isBusy={answer.isPending}
        onConfirm={() => void doubt()}
        onCancel={() => setAsked(false)}
      >
        <p>{t('doubt.questionText', { name })}</p>
      </ConfirmDialog>
    </div>
  );
}
