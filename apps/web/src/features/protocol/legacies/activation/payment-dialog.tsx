import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { releaseAt } from '@zavet/contract/protocol/release-rules';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { waitingHoursNow } from '../agreement/agreement-rules.ts';
import { nameOf } from '../legacy-stage.ts';
import { useDuration } from '../use-duration.ts';
import { StartDialog, type StartDialogProps } from './start-dialog.tsx';

/** What it costs, when letters leave and until when there is a way back, before anything happens. */
export function PaymentDialog(props: StartDialogProps) {
  const { t } = useTranslation('legacies');
  const formats = useFormats();
  const { legacy } = props;
  const price = formats.rubles(legacy.activation_price);
  return (
    <StartDialog
      {...props}
      title={t('dialog.title')}
      acceptLabel={t('dialog.accept', { price })}
      isDangerous
    >
      <p>{t('dialog.effect', { name: nameOf(legacy) })}</p>
      {waitingHoursNow(legacy) > 0 ? (
        <WaitingTerms legacy={legacy} price={price} />
      ) : (
        <>
          <p>
            <strong>{t('dialog.irreversible')}</strong>
          </p>
          <p>{t('dialog.cost', { price })}</p>
        </>
      )}
      {legacy.is_paid_by_other && <p>{t('dialog.paidByOther')}</p>}
      <p>{t('dialog.told')}</p>
    </StartDialog>
  );
}

function WaitingTerms({ legacy, price }: { legacy: LegacyView; price: string }) {
  const { t } = useTranslation('legacies');
  const formats = useFormats();
  const duration = useDuration();
  const now = new Date();
  const hours = waitingHoursNow(legacy);
  const leaves = releaseAt(now, hours).toISOString();
  return (
    <>
      <p>
        {t('dialog.waiting', {
          duration: duration(hours),
          date: formats.deadline(leaves),
        })}
      </p>
      <p>{t('dialog.stoppable', { name: nameOf(legacy) })}</p>
      <p>
        <strong>{t('dialog.irreversibleLater')}</strong>
      </p>
      <p>{t('dialog.costRefunded', { price })}</p>
    </>
  );
}
