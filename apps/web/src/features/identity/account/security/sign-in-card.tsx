import type { FactorsView } from '@zavet/contract/identity/factor-schemas';
import { useState } from 'react';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { SectionCard } from '../../../../ui/card.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { SettingRows } from '../../../../ui/setting-row.tsx';
import { CodesRow } from './codes-row.tsx';
import { PasskeysRow } from './passkeys-row.tsx';
import { PasswordRow } from './password-row.tsx';
import { RecoveryCodesPaper, RecoveryCodesRow } from './recovery-codes-row.tsx';

/** Settings of the sign-in: password, passkeys, one-time codes, recovery codes. */
export function SignInCard({ email }: { email: string }) {
  const { t } = useTranslation('factors');
  const query = useEndpoint('getFactors');
  return (
    <SectionCard title={t('title')} lead={query.data && t(`state.${stateOf(query.data)}`)}>
      <Loaded query={query} lines={4}>
        {(factors) => <SignInRows email={email} factors={factors} />}
      </Loaded>
    </SectionCard>
  );
}

function SignInRows({ email, factors }: { email: string; factors: FactorsView }) {
  const { t } = useTranslation('factors');
  const formats = useFormats();
  const [newCodes, setNewCodes] = useState<string[]>();
  const isFirst = stateOf(factors) === 'password';
  const showCodes = (codes: string[] | null) => codes && setNewCodes(codes);
  return (
    <>
      {factors.lost_device_until && (
        <Notice kind="warning">
          {t('lost.running', { time: formats.deadline(factors.lost_device_until) })}
        </Notice>
      )}
      {newCodes && <RecoveryCodesPaper codes={newCodes} onSaved={() => setNewCodes(undefined)} />}
      <SettingRows>
        <PasswordRow email={email} />
        <PasskeysRow passkeys={factors.passkeys} isFirst={isFirst} onRecoveryCodes={showCodes} />
        <CodesRow isOn={factors.has_codes} isFirst={isFirst} onRecoveryCodes={showCodes} />
        {!isFirst && (
          <RecoveryCodesRow left={factors.recovery_codes_left} onCreated={setNewCodes} />
        )}
      </SettingRows>
    </>
  );
}

function stateOf({ passkeys, has_codes }: FactorsView): 'password' | 'passkey' | 'codes' | 'both' {
  if (passkeys.length === 0) return has_codes ? 'codes' : 'password';
  return has_codes ? 'both' : 'passkey';
}
