import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { Card } from '../../../../ui/card.tsx';
import { Loaded, SkeletonCard, WaitForQueries } from '../../../../ui/loaded.tsx';
import { AppearanceCard } from './appearance-card.tsx';
import { BasicInfoCard } from './basic-info-card.tsx';
import { ContactInfoCard } from './contact-info-card.tsx';

const threeCards = (
  <>
    <SkeletonCard lines={3} />
    <SkeletonCard hasAction />
    <SkeletonCard hasAction />
  </>
);

export function ProfileTab() {
  const query = useEndpoint('getProfile');
  return (
    <WaitForQueries queries={[query]} waiting={threeCards}>
      {query.data ? (
        <>
          <BasicInfoCard profile={query.data} />
          <ContactInfoCard profile={query.data} />
        </>
      ) : (
        <Card>
          <Loaded query={query} lines={6}>
            {() => null}
          </Loaded>
        </Card>
      )}
      <AppearanceCard />
    </WaitForQueries>
  );
}
