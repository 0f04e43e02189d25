import type { OwnProtocol } from '@zavet/contract/protocol/protocol-schemas';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../interface/button.tsx';
import { useFormats } from '../../interface/language/formats.ts';
import { Notice } from '../../interface/notice.tsx';
import { useOwnProtocol } from './api/own-protocol.ts';
import { DeliveryMeter } from './delivery-meter.tsx';
import styles from './protocol.module.css';
import { newsOf } from './protocol-rules.ts';

interface ProtocolNoticeProps {
  /** Known before the details are. */
  activatedAt: string | null;
}

/** For the owner: somebody starts the protocol, or has started it. */
export function ProtocolNotice({ activatedAt }: ProtocolNoticeProps) {
  const protocol = useOwnProtocol().data?.protocol ?? undefined;
  const news = protocol ? newsOf(protocol) : 'none';
  if (protocol && news === 'pending') return <PendingNotice protocol={protocol} />;
  const since = protocol && news === 'active' ? protocol.activated_at : activatedAt;
  return since ? <ActiveNotice since={since} protocol={protocol} /> : null;
}

function PendingNotice({ protocol }: { protocol: OwnProtocol }) {
  const { t } = useTranslation('protocol');
  const formats = useFormats();
  const date = formats.dateTime(protocol.started_at);
  return (
    <Notice
      kind="warning"
      announced
      title={t('pending.title')}
      actions={
        <ButtonLink to="/contact" kind="quiet">
          {t('pending.action')}
        </ButtonLink>
      }
    >
      <p>
        {protocol.activated_by
          ? t('pending.by', { ...protocol.activated_by, date })
          : t('pending.unknown', { date })}
      </p>
      <p>{t('pending.stop')}</p>
    </Notice>
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
      actions={protocol && <ToDeliveries protocol={protocol} />}
    >
      <div className={styles.story}>
        {protocol?.activated_by && <p>{t('active.by', protocol.activated_by)}</p>}
        <p>{t('active.consequence')}</p>
        {protocol && <DeliveryMeter progress={protocol.progress} />}
      </div>
    </Notice>
  );
}

/** To the folder where the letters are by now. */
function ToDeliveries({ protocol }: { protocol: OwnProtocol }) {
  const { t } = useTranslation('protocol');
  const { accepted, total } = protocol.progress;
  return (
    <ButtonLink to="/mail" search={{ folder: accepted === total ? 'sent' : 'outbox' }} kind="quiet">
      {t('active.action')}
    </ButtonLink>
  );
}
