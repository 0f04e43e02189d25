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

/** Creates, replaces or removes the paper code for a veto. A new code is shown once. */
export function PaperCodeRow({ createdAt }: { createdAt: string | null }) {
  const { t } = useTranslation(['release', 'shell']);
  const describe = useErrorText();
  const formats = useFormats();
  const mode = useEditMode();
  // The code is shown once and never cached.
  const create = useMutationOf('createPaperCode', { gcTime: 0 });

  async function createCode() {
    try {
      await create.mutateAsync();
    } catch (error) {
      toasts.error(`${t('code.failed')}. ${describe(error)}`);
    }
  }

  function close() {
    create.reset();
    mode.close();
  }

  return (
    <SettingRow
      name={t('code.title')}
      value={
        createdAt === null ? t('code.none') : t('code.madeAt', { day: formats.date(createdAt) })
      }
      mode={mode}
    >
      {create.data ? (
        <PrintablePaperCode code={create.data.code} onClose={close} />
      ) : (
        <>
          <p className={styles.help}>{t('code.lead', { address: vetoPageAddress() })}</p>
          <div className={styles.actions}>
            {createdAt === null ? (
              <Button loading={create.isPending} onClick={() => void createCode()}>
                {t('code.make')}
              </Button>
            ) : (
              <>
                <ConfirmButton
                  label={t('code.replace')}
                  title={t('code.replaceTitle')}
                  confirmLabel={t('code.replaceConfirm')}
                  act={createCode}
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
  /** The code in groups separated by hyphens, as printed. */
  code: string;
  onClose: () => void;
}

function PrintablePaperCode({ code, onClose }: PrintablePaperCodeProps) {
  const { t } = useTranslation('release');
  return (
    <ShownOnce
      label={t('code.shownTitle')}
      text={t('code.shownText')}
      closeLabel={t('code.kept')}
      onClose={onClose}
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

/** Address of the veto page, without the scheme so that it is short enough to type. */
function vetoPageAddress(): string {
  return `${location.host}/stop`;
}
