import type { OwnAttempt } from '@zavet/contract/protocol/legacy-endpoints';
import { ButtonAnchor } from '../../../../ui/button.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { IconPhone } from '../../../../ui/more-icons.tsx';

/** A call settles more than a press: to those whose number the owner wrote down. */
export function CallContacts({ attempts }: { attempts: readonly OwnAttempt[] }) {
  const { t } = useTranslation('stop');
  const reachable = new Map(
    attempts.flatMap(({ contact_phone: phone, contact_name: contact }) =>
      phone && contact ? [[phone, contact]] : [],
    ),
  );
  return [...reachable].map(([phone, contact]) => (
    <ButtonAnchor
      key={phone}
      wide
      kind="quiet"
      icon={<IconPhone size={20} aria-hidden />}
      href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}
    >
      {t('call', { contact })}
    </ButtonAnchor>
  ));
}
