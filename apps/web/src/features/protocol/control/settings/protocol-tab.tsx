import type { PastProtocol } from '@zavet/contract/protocol/legacy-endpoints';
import type { ProtocolRulesView } from '@zavet/contract/protocol/settings-endpoints';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { ButtonLink } from '../../../../ui/button.tsx';
import { Card, SectionCard } from '../../../../ui/card.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import releasedStyles from '../after-release.module.css';
import { ProtocolNotice, ReleaseSentence, useOwnProtocol } from '../public/own-protocol.tsx';
import { PaperCodeCard } from './paper-code-card.tsx';
import { PendingRules, RulesForm } from './rules-form.tsx';
import { SecondAddressCard } from './second-address-card.tsx';
import styles from './settings.module.css';

/** Settings of the protocol: rules for a start, second address and paper code. */
export function ProtocolTab() {
  const { t } = useTranslation('release');
  const query = useEndpoint('getProtocolRules');
  const rules = query.data;
  return (
    <>
      <ProtocolNotice activatedAt={null} />
      {rules && (
        <>
          <ReleaseCard rules={rules} />
          <RulesCard rules={rules} />
          <SecondAddressCard address={rules.second_address} />
          <PaperCodeCard madeAt={rules.stop_code_made_at} />
        </>
      )}
      {!rules && (
        <Card>
          <Loaded query={query} lines={5} failed={t('loadFailed')}>
            {() => null}
          </Loaded>
        </Card>
      )}
      <PastProtocols />
    </>
  );
}

function ReleaseCard({ rules }: { rules: ProtocolRulesView }) {
  const { t } = useTranslation('protocol');
  return (
    <SectionCard title={t('sentence.title')}>
      <p className={styles.sentence}>
        <ReleaseSentence rules={rules} contacts={rules.contacts} releaseAt={rules.release_at} />
      </p>
      {rules.contacts.length === 0 && (
        <div>
          <ButtonLink to="/contact" kind="quiet">
            {t('sentence.toContacts')}
          </ButtonLink>
        </div>
      )}
    </SectionCard>
  );
}

function RulesCard({ rules }: { rules: ProtocolRulesView }) {
  const { t } = useTranslation('release');
  return (
    <SectionCard title={t('rules.title')}>
      {rules.pending && <PendingRules rules={rules} pending={rules.pending} />}
      <RulesForm rules={rules} />
    </SectionCard>
  );
}

/** Releases before the protocol was rearmed. */
function PastProtocols() {
  const { t } = useTranslation('release');
  const past = useOwnProtocol().data?.past ?? [];
  if (past.length === 0) return null;
  return (
    <SectionCard title={t('past.title')}>
      <ul className={releasedStyles.list}>
        {past.map((protocol) => (
          <PastItem key={protocol.activation_id} past={protocol} />
        ))}
      </ul>
    </SectionCard>
  );
}

function PastItem({ past }: { past: PastProtocol }) {
  const { t } = useTranslation('release');
  const formats = useFormats();
  const date = formats.dateTime(past.activated_at);
  const contact = past.contact_name;
  return (
    <li className={releasedStyles.item}>
      <strong>
        {contact ? t('past.started', { date, contact }) : t('past.startedGone', { date })}
      </strong>
      <span>{t('past.letters', { total: past.progress.total, opened: past.opened })}</span>
      <span className={releasedStyles.quiet}>
        {t('past.armed', { date: formats.dateTime(past.armed_at) })}
      </span>
    </li>
  );
}
