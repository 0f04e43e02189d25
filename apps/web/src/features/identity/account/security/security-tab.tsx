import { Card } from '../../../../ui/card.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { WaitForQueries } from '../../../../ui/wait-for-queries.tsx';
import { useFactors } from '../api/factors.ts';
import { useSessions } from '../api/security.ts';
import { useProfile } from '../public/use-profile.ts';
import { DeletionCard } from './deletion-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { PinCard } from './pin-card.tsx';
import { SecondFactorCards } from './second-factor-cards.tsx';
import { SessionsCard } from './sessions-card.tsx';

export function SecurityTab() {
  const query = useProfile();
  const profile = query.data;
  const queries = [query, useFactors(), useSessions()];
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
