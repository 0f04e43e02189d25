import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { DoubtNotice, MistakeButton } from './agreement-sections.tsx';
import { CancelStart } from './cancel-buttons.tsx';
import styles from './legacies.module.css';
import { nameOf } from './legacy-stage.ts';
import { SupportHint } from './support-hint.tsx';

interface WaitingSectionProps {
  legacy: LegacyView;
  onDone: () => void;
}

/** The waiting period: the release date and the options until then. */
export function WaitingSection({ legacy, onDone }: WaitingSectionProps) {
  const { t } = useTranslation('legacies');
  const { activation } = legacy;
  if (!activation) return null;
  const name = nameOf(legacy);
  const contact = activation.contact_name ?? t('agreement.somebody');
  return (
    <>
      <div className={styles.paragraphs}>
        <p className={styles.headline}>
          <strong>{t('waiting.nothingSent')}</strong>
        </p>
        {!activation.doubt && <ReleaseTime releaseAt={activation.release_at} />}
        {activation.is_postponed && <p>{t('waiting.postponed')}</p>}
        <p className={styles.quiet}>
          {activation.is_mine
            ? t('waiting.mine', { name })
            : t('waiting.byOther', { name, who: contact })}
        </p>
      </div>
      <DoubtNotice legacy={legacy} onDone={onDone} />
      {activation.is_mine ? (
        <CancelStart legacy={legacy} onDone={onDone} />
      ) : (
        <>
          <p className={styles.quiet}>
            {activation.may_doubt && `${t('waiting.falseAlarm')} `}
            {t('waiting.askOwner', { name })}
          </p>
          <MistakeButton legacy={legacy} onDone={onDone} />
        </>
      )}
      <SupportHint />
    </>
  );
}

function ReleaseTime({ releaseAt }: { releaseAt: string | null }) {
  const { t } = useTranslation('legacies');
  const formats = useFormats();
  return (
    <p className={styles.strong}>
      {!releaseAt || Date.parse(releaseAt) <= Date.now()
        ? t('waiting.now')
        : t('waiting.until', { date: formats.deadline(releaseAt) })}
    </p>
  );
}
