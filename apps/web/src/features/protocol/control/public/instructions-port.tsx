import type { OwnDelivery } from '@zavet/contract/protocol/legacy-endpoints';
import type { DeliveryState } from '@zavet/contract/protocol/protocol-values';
import type { ComponentProps } from 'react';
import { Badge, type Tone } from '../../../../ui/badge.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { Heading } from '../../../../ui/heading.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { SkeletonLines } from '../../../../ui/loading.tsx';
import type { InstructionDeliveryProvider } from '../../../vault/instructions/public/delivery-port.ts';
import styles from '../protocol.module.css';
import { eventsOf, isOpened } from '../protocol-rules.ts';
import { useOwnProtocol } from './own-protocol.tsx';

/** Implements the port of the instruction screens. */
export const instructionDelivery: ComponentProps<typeof InstructionDeliveryProvider>['value'] = {
  Deliveries,
  UnsentReason,
};

function UnsentReason({ instructionId }: { instructionId: string }) {
  const { t } = useTranslation('protocol');
  const left = useOwnProtocol().data?.protocol?.left;
  const found = left?.find(({ instruction_id }) => instruction_id === instructionId);
  return found ? <p className={styles.quiet}>{t(`left.${found.reason}`)}</p> : null;
}

function Deliveries({ instructionId }: { instructionId: string }) {
  const { t } = useTranslation('protocol');
  const query = useOwnProtocol();
  const deliveries = query.data?.protocol?.deliveries.filter(
    (delivery) => delivery.instruction_id === instructionId,
  );
  return (
    <>
      <Heading level={3}>{t('deliveries.title')}</Heading>
      {deliveries && deliveries.length > 0 && (
        <ul className={styles.deliveries}>
          {deliveries.map((delivery) => (
            <DeliveryItem key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      )}
      {!deliveries && query.isError && (
        <ErrorState
          title={t('loadFailed')}
          error={query.error}
          isRetrying={query.isFetching}
          onRetry={() => query.refetch()}
        />
      )}
      {!deliveries && !query.isError && <SkeletonLines lines={2} />}
    </>
  );
}

const tones: Record<DeliveryState, Tone> = {
  queued: 'gold',
  accepted: 'green',
  unreachable: 'red',
  withheld: 'plain',
  closed: 'plain',
};

function DeliveryItem({ delivery }: { delivery: OwnDelivery }) {
  const { t } = useTranslation('protocol');
  const formats = useFormats();
  const { recipient_name: name, recipient_email: email, state } = delivery;
  return (
    <li className={styles.delivery}>
      <div className={styles.deliveryHead}>
        <div className={styles.recipient}>
          <strong>{name ?? email ?? t('deliveries.damaged')}</strong>
          {name && email && <span className={styles.quiet}>{email}</span>}
        </div>
        <Badge tone={tones[state]}>
          {t(isOpened(delivery) ? 'deliveries.opened' : `deliveries.states.${state}`)}
        </Badge>
      </div>
      {state === 'closed' && <p className={styles.quiet}>{t('deliveries.closed')}</p>}
      {state === 'withheld' && <p className={styles.quiet}>{t('deliveries.withheld')}</p>}
      <dl className={styles.events}>
        {eventsOf(delivery).map((event) => (
          <div key={event.name}>
            <dt>{t(`deliveries.events.${event.name}`)}</dt>
            <dd>
              <time dateTime={event.at}>{formats.dateTime(event.at)}</time>
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
