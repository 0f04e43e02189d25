import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { Card } from '../../../../ui/card.tsx';
import { Loaded, WaitForQueries } from '../../../../ui/loaded.tsx';
import { DeletionCard } from './deletion-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { SignInCard } from './sign-in-card.tsx';

export function SecurityTab() {
  const query = useEndpoint('getProfile');
  const profile = query.data;
  const queries = [query, useEndpoint('getFactors'), useEndpoint('listSessions')];
  return (
    <WaitForQueries queries={queries}>
      {profile ? (
        <SignInCard email={profile.user_email} />
      ) : (
        <Card>
          <Loaded query={query}>{() => null}</Loaded>
        </Card>
      )}
      <SessionsCard />
      {profile && <DeletionCard email={profile.user_email} />}
    </WaitForQueries>
  );
}
