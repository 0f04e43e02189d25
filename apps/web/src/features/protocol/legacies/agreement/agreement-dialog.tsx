import { releaseTimings } from '@zavet/contract/protocol/release-rules';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { StartDialog, type StartDialogProps } from '../activation/start-dialog.tsx';
import { nameOf } from '../legacy-stage.ts';
import { useDuration } from '../use-duration.ts';
import { waitingHoursAlone } from './agreement-rules.ts';

const hourMs = 60 * 60 * 1000;

/** That the owner wants two people to agree, whom we ask, and what follows. */
export function AgreementDialog(props: StartDialogProps) {
  const { t } = useTranslation('legacies');
  const duration = useDuration();
  const { legacy } = props;
  return (
    <StartDialog
      {...props}
      title={t('agreement.question')}
      acceptLabel={t('agreement.ask')}
      isDangerous
    >
      <p>{t('agreement.why', { name: nameOf(legacy) })}</p>
      <p>{t('agreement.free')}</p>
      <p>
        {t('agreement.ifNobody', {
          patience: duration(releaseTimings.agreement / hourMs),
          duration: duration(waitingHoursAlone(legacy)),
        })}
      </p>
      <p>{t('agreement.told')}</p>
    </StartDialog>
  );
}
