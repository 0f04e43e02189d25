import type { OwnProtocol } from '@zavet/contract/protocol/legacy-endpoints';
import type { DeliveryProgress } from '@zavet/contract/protocol/legacy-schemas';
import type { ReleaseRules } from '@zavet/contract/protocol/release-rules';
import { Suspense } from 'react';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { ButtonLink } from '../../../../ui/button.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { Trans } from '../../../../ui/language/trans.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Meter } from '../../../../ui/meter.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import styles from '../protocol.module.css';
import { filterAbleToStart, folderOf, needsPolling, sentenceKindOf } from '../protocol-rules.ts';
import { AttemptsNotice, VetoedContacts } from '../veto/waiting-notice.tsx';

const pollIntervalMs = 15_000;

/** The user's own protocol with all attempts to start it. */
export function useOwnProtocol() {
  return useEndpoint(
    'getOwnProtocol',
    {},
    { refetchInterval: ({ state }) => (needsPolling(state.data) ? pollIntervalMs : false) },
  );
}

interface ProtocolNoticeProps {
  /** Activation time from the dashboard, known before the details load. */
  activatedAt: string | null;
}

/** Warns the owner about attempts, an active protocol and vetoed contacts. */
export function ProtocolNotice({ activatedAt }: ProtocolNoticeProps) {
  const { data } = useOwnProtocol();
  const protocol = data?.protocol ?? undefined;
  const since = protocol?.activated_at ?? activatedAt;
  const vetoed = data?.vetoed_contacts ?? [];
  return (
    <Suspense>
      {data && data.attempts.length > 0 ? (
        <AttemptsNotice attempts={data.attempts} paying={data.paying} />
      ) : (
        since && <ActiveNotice since={since} protocol={protocol} />
      )}
      {vetoed.length > 0 && <VetoedContacts contacts={vetoed} />}
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
      <div className={styles.details}>
        {protocol?.activated_by && <p>{t('active.by', protocol.activated_by)}</p>}
        <p>{t('active.consequence')}</p>
        {protocol && protocol.unopened > 0 && <p>{t('active.alive')}</p>}
        {protocol && <DeliveryMeter progress={protocol.progress} />}
      </div>
    </Notice>
  );
}

function DeliveriesLink({ protocol }: { protocol: OwnProtocol }) {
  const { t } = useTranslation('protocol');
  return (
    <ButtonLink to="/mail" search={{ folder: folderOf(protocol) }} kind="quiet">
      {t('active.action')}
    </ButtonLink>
  );
}

/** Delivery progress of a protocol, as a meter and in words. */
export function DeliveryMeter({ progress }: { progress: DeliveryProgress }) {
  const { t } = useTranslation('protocol');
  const { total, accepted, waiting, unreachable, withheld, closed, opened } = progress;
  const text = t('progress.accepted', { accepted, total });
  return (
    <div className={styles.meter}>
      <Meter
        label={t('progress.label')}
        valueText={text}
        percent={total === 0 ? 100 : (accepted / total) * 100}
        color={unreachable + withheld > 0 ? 'yellow' : 'green'}
      />
      <div className={styles.quiet}>
        <p>{text}</p>
        {opened > 0 && <p>{t('progress.opened', { opened })}</p>}
        {waiting > 0 && <p>{t('progress.waiting', { count: waiting })}</p>}
        {unreachable > 0 && <p>{t('progress.unreachable', { count: unreachable })}</p>}
        {withheld > 0 && <p>{t('progress.withheld', { count: withheld })}</p>}
        {closed > 0 && <p>{t('progress.closed', { count: closed })}</p>}
      </div>
    </div>
  );
}

interface ReleaseSentenceProps {
  rules: ReleaseRules;
  /** Confirmed contacts. */
  contacts: readonly { name: string; is_blocked: boolean }[];
  /** Release date if a contact started the protocol today. */
  releaseAt: string;
}

/** One sentence about the consequences of a start today. */
export function ReleaseSentence({ rules, contacts, releaseAt }: ReleaseSentenceProps) {
  const { t } = useTranslation('protocol');
  const formats = useFormats();
  const [namedContact] = [...filterAbleToStart(contacts), ...contacts];
  return (
    <Trans
      t={t}
      i18nKey={`sentence.${sentenceKindOf({ ...rules, contacts })}`}
      values={{ contact: namedContact?.name ?? '', day: formats.day(releaseAt) }}
      components={{ condition: <span className={styles.condition} />, day: <strong /> }}
    />
  );
}
