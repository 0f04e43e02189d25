import type { OwnProtocol } from '@zavet/contract/protocol/legacy-endpoints';
import { Suspense } from 'react';
import { ButtonLink } from '../../../../ui/button.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import styles from '../protocol.module.css';
import { folderOf } from '../protocol-rules.ts';
import { AttemptsNotice, VetoedContacts } from '../stopping/lazy-notices.ts';
import { DeliveryMeter } from './delivery-meter.tsx';
import { useOwnProtocol } from './own-protocol.ts';

interface ProtocolNoticeProps {
  /** Known before the details are. */
  activatedAt: string | null;
}

/** For the owner: somebody starts the protocol, has started it, or was stopped. */
export function ProtocolNotice({ activatedAt }: ProtocolNoticeProps) {
  const { data } = useOwnProtocol();
  const protocol = data?.protocol ?? undefined;
  const since = protocol?.activated_at ?? activatedAt;
  const stopped = data?.stopped_contacts ?? [];
  return (
    <Suspense>
      {data && data.attempts.length > 0 ? (
        <AttemptsNotice attempts={data.attempts} paying={data.paying} />
      ) : (
        since && <ActiveNotice since={since} protocol={protocol} />
      )}
      {stopped.length > 0 && <VetoedContacts stopped={stopped} />}
    </Suspense>
  );
}

interface ActiveNoticeProps {
  since: string;
  protocol: OwnProtocol | undefined;
}

function ActiveNotice({ since, protocol }: ActiveNoticeProps) {
  const { t } = useTranslation('protocol');
  const formats = useFormats();
  return (
    <Notice
      kind="warning"
      title={t('active.title', { date: formats.dateTime(since) })}
      actions={protocol && <DeliveriesLink protocol={protocol} />}
    >
      <div className={styles.story}>
        {protocol?.activated_by && <p>{t('active.by', protocol.activated_by)}</p>}
        <p>{t('active.consequence')}</p>
        {protocol && protocol.unopened > 0 && <p>{t('active.alive')}</p>}
        {protocol && <DeliveryMeter progress={protocol.progress} />}
      </div>
    </Notice>
  );
}

/** To the folder where the letters are by now. */
function DeliveriesLink({ protocol }: { protocol: OwnProtocol }) {
  const { t } = useTranslation('protocol');
  return (
    <ButtonLink to="/mail" search={{ folder: folderOf(protocol) }} kind="quiet">
      {t('active.action')}
    </ButtonLink>
  );
}
