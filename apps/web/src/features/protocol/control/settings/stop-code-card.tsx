import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { SectionCard } from '../../../../ui/card.tsx';
import { ConfirmButton } from '../../../../ui/confirm-dialog.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import { useOutcomeToast } from '../../../../ui/use-outcome-toast.ts';
import styles from './settings.module.css';
import { PrintablePaperCode } from './stop-code-paper.tsx';
import { vetoPageAddress } from './stop-page.ts';

/** The code on paper: made, shown once, replaced, ended. */
export function PaperCodeCard({ madeAt }: { madeAt: string | null }) {
  const { t } = useTranslation('release');
  const describe = useErrorText();
  const formats = useFormats();
  // The code is shown once and kept nowhere.
  const make = useMutationOf('createPaperCode', { gcTime: 0 });
  const hasCode = madeAt !== null;

  async function makeCode() {
    try {
      await make.mutateAsync();
    } catch (error) {
      toasts.error(`${t('code.failed')}. ${describe(error)}`);
    }
  }

  const shown = make.data?.code;
  return (
    <SectionCard
      title={t('code.title')}
      lead={t('code.lead', { address: vetoPageAddress() })}
      badge={
        <Badge tone={hasCode ? 'green' : 'plain'}>{t(hasCode ? 'code.made' : 'code.none')}</Badge>
      }
    >
      {hasCode && !shown && <p>{t('code.madeAt', { day: formats.date(madeAt) })}</p>}
      {shown ? (
        <PrintablePaperCode code={shown} onKept={make.reset} />
      ) : (
        <div className={styles.actions}>
          {hasCode ? (
            <>
              <ConfirmButton
                label={t('code.replace')}
                title={t('code.replaceTitle')}
                confirmLabel={t('code.replaceConfirm')}
                cancelLabel={t('code.replaceCancel')}
                act={makeCode}
              >
                <p>{t('code.replaceText')}</p>
              </ConfirmButton>
              <RemoveCode />
            </>
          ) : (
            <Button kind="quiet" loading={make.isPending} onClick={() => void makeCode()}>
              {t('code.make')}
            </Button>
          )}
        </div>
      )}
    </SectionCard>
  );
}

function RemoveCode() {
  const { t } = useTranslation('release');
  const report = useOutcomeToast();
  const remove = useMutationOf('removePaperCode');
  const words = { done: t('code.removed'), failed: t('code.removeFailed') };
  return (
    <ConfirmButton
      kind="quietDanger"
      label={t('code.remove')}
      title={t('code.removeTitle')}
      confirmLabel={t('code.removeConfirm')}
      cancelLabel={t('code.removeCancel')}
      isDangerous
      act={() => report(remove.mutateAsync(), words)}
    >
      <p>{t('code.removeText')}</p>
    </ConfirmButton>
  );
}
