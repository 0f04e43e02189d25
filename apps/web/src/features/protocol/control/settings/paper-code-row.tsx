import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmButton } from '../../../../ui/confirm-dialog.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { Heading } from '../../../../ui/heading.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { SettingRow } from '../../../../ui/setting-row.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { useEditMode } from '../../../../ui/use-edit-mode.ts';
import { useOutcomeToast } from '../../../../ui/use-outcome-toast.ts';
import styles from './settings.module.css';
import { ShownOnce } from './shown-once.tsx';

/** The paper code for a veto: created, shown once, replaced or removed. */
export function PaperCodeRow({ madeAt }: { madeAt: string | null }) {
  const { t } = useTranslation(['release', 'shell']);
  const describe = useErrorText();
  const formats = useFormats();
  const mode = useEditMode();
  // The code is shown once and never cached.
  const make = useMutationOf('createPaperCode', { gcTime: 0 });

  async function makeCode() {
    try {
      await make.mutateAsync();
    } catch (error) {
      toasts.error(`${t('code.failed')}. ${describe(error)}`);
    }
  }

  function close() {
    make.reset();
    mode.close();
  }

  return (
    <SettingRow
      name={t('code.title')}
      value={madeAt === null ? t('code.none') : t('code.madeAt', { day: formats.date(madeAt) })}
      mode={mode}
    >
      {make.data ? (
        <PrintablePaperCode code={make.data.code} onKept={close} />
      ) : (
        <>
          <p className={styles.help}>{t('code.lead', { address: vetoPageAddress() })}</p>
          <div className={styles.actions}>
            {madeAt === null ? (
              <Button loading={make.isPending} onClick={() => void makeCode()}>
                {t('code.make')}
              </Button>
            ) : (
              <>
                <ConfirmButton
                  label={t('code.replace')}
                  title={t('code.replaceTitle')}
                  confirmLabel={t('code.replaceConfirm')}
                  act={makeCode}
                >
                  <p>{t('code.replaceText')}</p>
                </ConfirmButton>
                <RemoveCode onRemoved={close} />
              </>
            )}
            <Button kind="quiet" onClick={close}>
              {t('shell:actions.cancel')}
            </Button>
          </div>
        </>
      )}
    </SettingRow>
  );
}

function RemoveCode({ onRemoved }: { onRemoved: () => void }) {
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
      isDangerous
      act={async () => {
        if (await report(remove.mutateAsync(), words)) onRemoved();
      }}
    >
      <p>{t('code.removeText')}</p>
    </ConfirmButton>
  );
}

interface PrintablePaperCodeProps {
  /** In groups, as printed. */
  code: string;
  onKept: () => void;
}

function PrintablePaperCode({ code, onKept }: PrintablePaperCodeProps) {
  const { t } = useTranslation('release');
  return (
    <ShownOnce
      label={t('code.shownTitle')}
      text={t('code.shownText')}
      keptLabel={t('code.kept')}
      onKept={onKept}
    >
      <Heading level={3}>{t('code.paperTitle')}</Heading>
      <p className={styles.codeGroups}>
        {code.split('-').map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two groups may be the same
          <span key={index}>{group}</span>
        ))}
      </p>
      <p>{t('code.paperText')}</p>
      <p className={styles.pageAddress}>{vetoPageAddress()}</p>
      <p className={styles.help}>{t('code.paperOwn')}</p>
    </ShownOnce>
  );
}

/** Short enough to type. */
function vetoPageAddress(): string {
  return `${location.host}/stop`;
}
