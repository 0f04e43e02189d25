import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { Card } from '../../../../ui/card.tsx';
import { Loaded, WaitForQueries } from '../../../../ui/loaded.tsx';
import { DeletionCard } from './deletion-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { PinCard } from './pin-card.tsx';
import { SecondFactorCards } from './second-factor-cards.tsx';
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
