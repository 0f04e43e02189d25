import { useState } from 'react';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { Card } from '../../../../ui/card.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Loaded, WaitForQueries } from '../../../../ui/loaded.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { CodesCard } from './codes-card.tsx';
import { DeletionCard } from './deletion-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { PinCard } from './pin-card.tsx';
import { RecoveryCodesCard } from './recovery-codes-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

export function SecurityTab() {
  const query = useEndpoint('getProfile');
  const profile = query.data;
  const queries = [query, useEndpoint('getFactors'), useEndpoint('listSessions')];
  return (
    <WaitForQueries queries={queries}>
      {profile ? (
        <PasswordCard email={profile.user_email} />
      ) : (
        <Card>
          <Loaded query={query}>{() => null}</Loaded>
        </Card>
      )}
      <SecondFactorCards />
      <SessionsCard />
      {profile && <PinCard dateOfBirth={profile.date_of_birth} hasPin={profile.has_pin} />}
      {profile && <DeletionCard email={profile.user_email} />}
    </WaitForQueries>
  );
}

function SecondFactorCards() {
  const { t } = useTranslation('factors');
  const formats = useFormats();
  const query = useEndpoint('getFactors');
  const [newCodes, setNewCodes] = useState<string[]>();
  const factors = query.data;
  if (!factors) {
    return (
      <Card>
        <Loaded query={query}>{() => null}</Loaded>
      </Card>
    );
  }
  const show = (codes: string[] | null) => codes && setNewCodes(codes);
  const hasFactor = factors.has_codes || factors.passkeys.length > 0;
  return (
    <>
      {factors.lost_device_until && (
        <Notice kind="warning">
          {t('lost.running', { time: formats.deadline(factors.lost_device_until) })}
        </Notice>
      )}
      <PasskeysCard passkeys={factors.passkeys} isFirst={!hasFactor} onRecoveryCodes={show} />
      <CodesCard isOn={factors.has_codes} isFirst={!hasFactor} onRecoveryCodes={show} />
      {(hasFactor || newCodes) && (
        <RecoveryCodesCard
          left={factors.recovery_codes_left}
          newCodes={newCodes}
          onCreated={setNewCodes}
          onSaved={() => setNewCodes(undefined)}
        />
      )}
    </>
  );
}
