import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { SectionCard } from '../../../../ui/card.tsx';
import { ConfirmButton } from '../../../../ui/confirm-dialog.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { RecoveryCodesPaper } from './recovery-codes-paper.tsx';

/** From this many on the owner is asked to make new ones. */
const fewCodes = 2;

interface RecoveryCodesCardProps {
  left: number;
  /** Codes that were just made: they can be read now, and never again. */
  shown: string[] | undefined;
  onMade: (codes: string[]) => void;
  onKept: () => void;
}

export function RecoveryCodesCard({ left, shown, onMade, onKept }: RecoveryCodesCardProps) {
  const { t } = useTranslation('factors');
  const describe = useErrorText();
  const make = useMutationOf('makeRecoveryCodes');

  async function confirm() {
    try {
      onMade((await make.mutateAsync()).recovery_codes);
    } catch (error) {
      toasts.error(describe(error));
    }
  }

  return (
    <SectionCard title={t('recovery.title')} lead={t('recovery.lead')}>
      {shown ? (
        <RecoveryCodesPaper codes={shown} onKept={onKept} />
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
