import type { VetoedContact as VetoedContactView } from '@zavet/contract/protocol/legacy-endpoints';
import { ButtonLink } from '../../../../ui/button.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { VetoedContact } from './stopped-contact.tsx';

/** Contacts about whom the owner has to decide; the question of removing is asked among the contacts. */
export function VetoedContacts({ stopped }: { stopped: readonly VetoedContactView[] }) {
  const { t } = useTranslation('stop');
  return stopped.map((one) => (
    <VetoedContact
      key={one.id}
      stopped={one}
      removal={
        <ButtonLink to="/contact" search={{ remove: one.id }} kind="quietDanger">
          {t('decision.remove')}
        </ButtonLink>
      }
    />
  ));
}
