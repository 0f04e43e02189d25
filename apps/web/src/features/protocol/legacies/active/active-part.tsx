import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { DeliveryMeter } from '../../control/public/delivery-meter.tsx';
import styles from '../legacies.module.css';
import { WithheldContacts } from './left-out.tsx';
import { ReceivedInstructions } from './received-instructions.tsx';
import { UnreachedRecipients } from './unreached.tsx';

/** After the activation: how far it is, what came to the visitor, and who goes without. */
export function ActivePart({ legacy }: { legacy: LegacyView }) {
  const { t } = useTranslation('legacies');
  const formats = useFormats();
  const { activation } = legacy;
  const activatedAt = activation?.activated_at ?? legacy.protocol_activated_at;
  return (
    <>
      {activatedAt && (
        <p>
          {t(activation?.is_mine ? 'active.byMe' : 'active.byOther', {
            date: formats.dateTime(activatedAt),
          })}
        </p>
      )}
      {activation && <DeliveryMeter progress={activation.progress} />}
      {legacy.instruction_count > 0 ? (
        <ReceivedInstructions legacy={legacy} />
      ) : (
        <p className={styles.quiet}>{t('received.none')}</p>
      )}
      {activation?.is_mine && activation.progress.accepted < activation.progress.total && (
        <UnreachedRecipients legacy={legacy} activationId={activation.id} />
      )}
      {activation?.is_mine && activation.progress.withheld > 0 && (
        <WithheldContacts legacy={legacy} activationId={activation.id} />
      )}
    </>
  );
}
