import { LegalPage } from './legal-page.tsx';

export function PublicOfferScreen() {
  return <LegalPage document="public_offer" />;
}
