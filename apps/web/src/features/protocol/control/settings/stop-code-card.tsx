import { useState } from 'react';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { SectionCard } from '../../../../ui/section-card.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { useTellOutcome } from '../use-tell-outcome.ts';
import styles from './settings.module.css';
import { StopCodePaper } from './stop-code-paper.tsx';
import { stopPage } from './stop-page.ts';

/** The code on paper: made, shown once, replaced, ended. */
export function StopCodeCard({ madeAt }: { madeAt: string | null }) {
  const { t } = useTranslation('release');
  const describe = useErrorText();
  const formats = useFormats();
  // The code is shown once and kept nowhere.
  const make = useMutationOf('makeStopCode', { gcTime: 0 });
  const [isReplacing, setReplacing] = useState(false);
  const hasCode = madeAt !== null;

  function makeCode() {
    make.mutate(undefined, {
      onError: (error) => toasts.error(`${t('code.failed')}. ${describe(error)}`),
      onSettled: () => setReplacing(false),
    });
  }

  const shown = make.data?.code;
  return (
    <SectionCard
      title={t('code.title')}
      lead={t('code.lead', { address: stopPage() })}
      badge={
        <Badge tone={hasCode ? 'green' : 'plain'}>{t(hasCode ? 'code.made' : 'code.none')}</Badge>
      }
    >
      {hasCode && !shown && <p>{t('code.madeAt', { day: formats.date(madeAt) })}</p>}
      {shown ? (
        <StopCodePaper code={shown} onKept={make.reset} />
      ) : (
        <div className={styles.actions}>
          <Button
            kind="quiet"
            loading={make.isPending}
            onClick={hasCode ? () => setReplacing(true) : makeCode}
          >
            {t(hasCode ? 'code.replace' : 'code.make')}
          </Button>
          {hasCode && <RemoveCode />}
        </div>
      )}
      <ConfirmDialog
        isOpen={isReplacing}
        title={t('code.replaceTitle')}
        confirmLabel={t('code.replaceConfirm')}
        cancelLabel={t('code.replaceCancel')}
        isBusy={make.isPending}
        onConfirm={makeCode}
        onCancel={() => setReplacing(false)}
      >
        <p>{t('code.replaceText')}</p>
      </ConfirmDialog>
    </SectionCard>
  );
}

function RemoveCode() {
  const { t } = useTranslation('release');
  const tell = useTellOutcome();
  const remove = useMutationOf('removeStopCode');
  const [isAsking, setAsking] = useState(false);

  async function confirm() {
    const words = { done: t('code.removed'), failed: t('code.removeFailed') };
    await tell(remove.mutateAsync(), words);
    setAsking(false);
  }

  return (
    <>
      <Button kind="quietDanger" onClick={() => setAsking(true)}>
        {t('code.remove')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('code.removeTitle')}
        confirmLabel={t('code.removeConfirm')}
        cancelLabel={t('code.removeCancel')}
        isDangerous
        isBusy={remove.isPending}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      >
        <p>{t('code.removeText')}</p>
      </ConfirmDialog>
    </>
  );
}
