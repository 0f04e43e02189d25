import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { SectionCard } from '../../../../ui/card.tsx';
import { ConfirmButton } from '../../../../ui/confirm-dialog.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { SkeletonLines } from '../../../../ui/loading.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { useEditMode } from '../../../../ui/use-edit-mode.ts';
import { useOutcomeToast } from '../../../../ui/use-outcome-toast.ts';
import styles from '../cards.module.css';
import { AddFactorButton } from './add-factor-button.tsx';

const CodesSetUp = lazyPart(async () => (await import('./codes-set-up.tsx')).CodesSetUp);

interface CodesCardProps {
  isOn: boolean;
  /** The account has no second factor yet. */
  isFirst: boolean;
  onRecoveryCodes: (codes: string[] | null) => void;
}

export function CodesCard({ isOn, isFirst, onRecoveryCodes }: CodesCardProps) {
  const { t } = useTranslation('factors');
  const describe = useErrorText();
  const mode = useEditMode();
  const begin = useMutationOf('beginCodes');

  function close(codes?: string[] | null) {
    begin.reset();
    if (codes === undefined) return mode.close();
    mode.closeAtHeading();
    onRecoveryCodes(codes);
  }

  return (
    <SectionCard
      title={t('codes.title')}
      lead={t('codes.lead')}
      headingRef={mode.heading}
      badge={isOn && <Badge tone="green">{t('codes.on')}</Badge>}
    >
      {begin.error && (
        <Notice kind="error" announced title={t('codes.failure')}>
          {describe(begin.error)}
        </Notice>
      )}
      {isOn && <RemoveCodes onRemoved={mode.heading} />}
      {!isOn && mode.isEditing && begin.data && (
        <CodesSetUp {...begin.data} onDone={close} waiting={<SkeletonLines lines={4} />} />
      )}
      {!isOn && <p className={styles.lead}>{t('recovery.ahead')}</p>}
      {!isOn && !mode.isEditing && (
        <AddFactorButton
          label={t('codes.setUp')}
          dialogTitle={t('first.oneTimeCodes')}
          isFirst={isFirst}
          isBusy={begin.isPending}
          buttonRef={mode.opener}
          onStart={() => begin.mutate(undefined, { onSuccess: mode.open })}
        />
      )}
    </SectionCard>
  );
}

interface RemoveCodesProps {
  /** Takes the focus after the button disappears. */
  onRemoved: { current: HTMLElement | null };
}

function RemoveCodes({ onRemoved }: RemoveCodesProps) {
  const { t } = useTranslation('factors');
  const report = useOutcomeToast();
  const remove = useMutationOf('removeCodes');

  async function confirm() {
    if (!(await report(remove.mutateAsync(), { done: t('codes.removed') }))) return;
    requestAnimationFrame(() => onRemoved.current?.focus());
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
