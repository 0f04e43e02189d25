import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmButton } from '../../../ui/confirm-dialog.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Notice } from '../../../ui/notice.tsx';
import { useOutcomeToast } from '../../../ui/use-outcome-toast.ts';
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
  const report = useOutcomeToast();
  const withdraw = useMutationOf('withdrawDoubt');
  const { activation } = legacy;
  if (!activation?.doubt) return null;
  const { id, is_mine, doubt } = activation;
  const kind = doubt.is_mine ? 'byMe' : is_mine ? 'ofMine' : 'byOther';

  async function takeBack() {
    await report(withdraw.mutateAsync({ params: { id } }), { done: t('doubt.withdrawn') });
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

/** «This is a mistake», offered to the other contacts during the waiting period. */
export function MistakeButton({ legacy, onDone }: DoubtPartProps) {
  const { t } = useTranslation('legacies');
  const report = useOutcomeToast();
  const answer = useMutationOf('answerAgreement');
  const { activation } = legacy;
  if (!activation?.may_doubt) return null;
  const { id } = activation;
  const name = nameOf(legacy);

  async function doubt() {
    await report(answer.mutateAsync({ params: { id }, body: { agrees: false } }), {
      done: t('answer.doubtedDone'),
    });
    onDone();
  }

  return (
    <div className={styles.actions}>
      <ConfirmButton
        label={t('doubt.mistake')}
        aria-label={t('doubt.mistakeNamed', { name })}
        title={t('doubt.question')}
        confirmLabel={t('doubt.mistake')}
        cancelLabel={t('answer.back')}
        act={doubt}
      >
        <p>{t('doubt.questionText', { name })}</p>
      </ConfirmButton>
    </div>
  );
}
