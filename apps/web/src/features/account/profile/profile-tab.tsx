import { Card } from '../../../interface/card.tsx';
import { Loaded } from '../../../interface/loaded.tsx';
import { useProfile } from '../public/use-profile.ts';
import { AppearanceCard } from './appearance-card.tsx';
import { BasicInfoCard } from './basic-info-card.tsx';
import { ContactInfoCard } from './contact-info-card.tsx';

export function ProfileTab() {
  const query = useProfile();
  return (
    <>
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
    </>
  );
}
