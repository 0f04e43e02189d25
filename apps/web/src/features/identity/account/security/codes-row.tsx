import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmButton } from '../../../../ui/confirm-dialog.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { lazyComponent } from '../../../../ui/lazy-component.tsx';
import { SkeletonLines } from '../../../../ui/loading.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { SettingRow } from '../../../../ui/setting-row.tsx';
import { useEditMode } from '../../../../ui/use-edit-mode.ts';
import { useOutcomeToast } from '../../../../ui/use-outcome-toast.ts';
import styles from '../cards.module.css';
import { AddFactorButton } from './add-factor-button.tsx';

const CodesSetUp = lazyComponent(async () => (await import('./codes-set-up.tsx')).CodesSetUp);

interface CodesRowProps {
  isOn: boolean;
  /** The account has no second factor yet. */
  isFirst: boolean;
  onRecoveryCodes: (codes: string[] | null) => void;
}

export function CodesRow({ isOn, isFirst, onRecoveryCodes }: CodesRowProps) {
  const { t } = useTranslation(['factors', 'shell']);
  const describe = useErrorText();
  const mode = useEditMode();
  const start = useMutationOf('startCodeSetup');

  function close(codes?: string[] | null) {
    start.reset();
    if (codes === undefined) return mode.close();
    mode.closeAtHeading();
    onRecoveryCodes(codes);
  }

  const closeButton = (
    <Button kind="quiet" onClick={() => close()}>
      {t('shell:actions.close')}
    </Button>
  );
  return (
    <SettingRow
      name={t('codes.title')}
      value={t(isOn ? 'codes.on' : 'codes.off')}
      tone={isOn ? 'green' : undefined}
      mode={mode}
    >
      {start.data && !isOn ? (
        <CodesSetUp {...start.data} onDone={close} waiting={<SkeletonLines lines={4} />} />
      ) : (
        <>
          <p className={styles.lead}>{t('codes.lead')}</p>
          {start.error && (
            <Notice kind="error" announced title={t('codes.failure')}>
              {describe(start.error)}
            </Notice>
          )}
          <div className={styles.actions}>
            {isOn ? (
              <RemoveCodes onRemoved={mode.closeAtHeading} />
            ) : (
              <AddFactorButton
                label={t('codes.setUp')}
                dialogTitle={t('first.oneTimeCodes')}
                isFirst={isFirst}
                isBusy={start.isPending}
                onStart={() => start.mutate(undefined)}
              />
            )}
            {closeButton}
          </div>
        </>
      )}
    </SettingRow>
  );
}

function RemoveCodes({ onRemoved }: { onRemoved: () => void }) {
  const { t } = useTranslation('factors');
  const report = useOutcomeToast();
  const remove = useMutationOf('removeCodes');

  async function confirm() {
    if (await report(remove.mutateAsync(), { done: t('codes.removed') })) onRemoved();
  }

  return (
    <div>
      <ConfirmButton
        kind="quietDanger"
        label={t('codes.remove')}
        title={t('codes.removeTitle')}
        confirmLabel={t('codes.remove')}
        isDangerous
        act={confirm}
      >
        {t('codes.removeText')}
      </ConfirmButton>
    </div>
  );
}
