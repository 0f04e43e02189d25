import { useEffect, useRef } from 'react';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { SectionCard } from '../../../../ui/card.tsx';
import { ConfirmButton } from '../../../../ui/confirm-dialog.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { Heading } from '../../../../ui/heading.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { IconPrinter } from '../../../../ui/more-icons.tsx';
import { Paper } from '../../../../ui/paper.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { useOutcomeToast } from '../../../../ui/use-outcome-toast.ts';
import styles from './settings.module.css';

/** The paper code for a veto: created, shown once, replaced or removed. */
export function PaperCodeCard({ madeAt }: { madeAt: string | null }) {
  const { t } = useTranslation('release');
  const describe = useErrorText();
  const formats = useFormats();
  // The code is shown once and never cached.
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

interface PrintablePaperCodeProps {
  /** In groups, as printed. */
  code: string;
  onKept: () => void;
}

/** Shown once. Only this card is printed. */
function PrintablePaperCode({ code, onKept }: PrintablePaperCodeProps) {
  const { t } = useTranslation('release');
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  return (
    <section
      ref={section}
      tabIndex={-1}
      className={styles.paperCode}
      aria-label={t('code.shownTitle')}
    >
      <p>{t('code.shownText')}</p>
      <Paper>
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
      </Paper>
      <div className={styles.actions}>
        <Button
          kind="quiet"
          icon={<IconPrinter size={20} aria-hidden />}
          onClick={() => window.print()}
        >
          {t('code.print')}
        </Button>
        <Button onClick={onKept}>{t('code.kept')}</Button>
      </div>
    </section>
  );
}

/** Short enough to type. */
function vetoPageAddress(): string {
  return `${location.host}/stop`;
}
