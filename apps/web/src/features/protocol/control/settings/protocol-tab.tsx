import type { PastProtocol } from '@zavet/contract/protocol/legacy-endpoints';
import type { ProtocolRulesView } from '@zavet/contract/protocol/settings-endpoints';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { ButtonLink } from '../../../../ui/button.tsx';
import { Card, SectionCard } from '../../../../ui/card.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Loaded, SkeletonCard, WaitForQueries } from '../../../../ui/loaded.tsx';
import { SettingRows } from '../../../../ui/setting-row.tsx';
import { CheckInRow } from '../../check-ins/public/check-in-row.tsx';
import releaseStyles from '../after-release.module.css';
import { ProtocolNotice, ReleaseSentence, useOwnProtocol } from '../public/own-protocol.tsx';
import { PaperCodeRow } from './paper-code-row.tsx';
import { PinRow } from './pin-row.tsx';
import { PendingRules, SecondContactRow, WaitingPeriodRow } from './rules-rows.tsx';
import { SecondAddressRow } from './second-address-row.tsx';
import styles from './settings.module.css';

/** The settings that protect the protocol, one row each. */
export function ProtocolTab() {
  const { t } = useTranslation('release');
  const query = useEndpoint('getProtocolRules');
  const queries = [query, useEndpoint('getProfile'), useEndpoint('getCheckInSettings')];
  return (
    <>
      <ProtocolNotice activatedAt={null} />
      <WaitForQueries queries={queries} waiting={<SkeletonCard lines={8} />}>
        {query.data ? (
          <ProtectionCard rules={query.data} />
        ) : (
          <Card>
            <Loaded query={query} lines={5} failed={t('loadFailed')}>
              {() => null}
            </Loaded>
          </Card>
        )}
      </WaitForQueries>
      <PastReleases />
    </>
  );
}

function ProtectionCard({ rules }: { rules: ProtocolRulesView }) {
  const { t } = useTranslation(['release', 'protocol']);
  const profile = useEndpoint('getProfile');
  return (
    <SectionCard title={t('title')}>
      <p className={styles.sentence}>
        <ReleaseSentence rules={rules} contacts={rules.contacts} releaseAt={rules.release_at} />
      </p>
      {rules.contacts.length === 0 && (
        <div>
          <ButtonLink to="/contact" kind="quiet">
            {t('protocol:sentence.toContacts')}
          </ButtonLink>
        </div>
      )}
      {rules.pending && <PendingRules rules={rules} pending={rules.pending} />}
      <SettingRows>
        <WaitingPeriodRow rules={rules} />
        <SecondContactRow rules={rules} />
        <Loaded query={profile}>{(loaded) => <PinRow profile={loaded} />}</Loaded>
        <SecondAddressRow address={rules.second_address} />
        <PaperCodeRow createdAt={rules.veto_code_created_at} />
        <CheckInRow />
      </SettingRows>
    </SectionCard>
  );
}

/** Releases before the protocol was rearmed. */
function PastReleases() {
  const { t } = useTranslation('release');
  const past = useOwnProtocol().data?.past ?? [];
  if (past.length === 0) return null;
  return (
    <SectionCard title={t('past.title')}>
      <ul className={releaseStyles.list}>
        {past.map((protocol) => (
          <PastRelease key={protocol.activation_id} past={protocol} />
        ))}
      </ul>
    </SectionCard>
  );
}

function PastRelease({ past }: { past: PastProtocol }) {
  const { t } = useTranslation('release');
  const formats = useFormats();
  const date = formats.dateTime(past.activated_at);
  return (
    <li className={releaseStyles.item}>
      <strong>{[date, past.contact_name].filter(Boolean).join(', ')}</strong>
      <span>{t('past.letters', { total: past.progress.total, opened: past.opened })}</span>
      <span className={releaseStyles.quiet}>
        {t('past.armed', { date: formats.dateTime(past.armed_at) })}
      </span>
    </li>
  );
}
