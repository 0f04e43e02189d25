import { Button, ButtonLink } from '../../../ui/button.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { firstNameOf } from './contact-list.ts';
import { ContactMenu, type ContactMenuProps } from './contact-menu.tsx';
import styles from './contacts.module.css';
import { focusIds } from './focus-next.ts';
import { useInvite } from './use-invite.ts';

/** The one thing that is likely to be done now; the rest stands in a menu. */
export function ContactActions(props: ContactMenuProps) {
  const { t } = useTranslation('contacts');
  const { contact, main, isEnteringCode, onCode } = props;
  const { name } = contact;
  return (
    <div className={styles.actions}>
      {main === 'code' && !isEnteringCode && (
        <Button
          kind="quiet"
          id={focusIds(contact.id).code}
          aria-label={t('code.openNamed', { name })}
          onClick={onCode}
        >
          {t('code.open')}
        </Button>
      )}
      {main === 'invite' && <InviteButton contact={contact} />}
      {main === 'receives' && (
        <ButtonLink
          kind="quiet"
          to="/instructions"
          search={{ person: contact.id }}
          aria-label={t('actions.receives', { name })}
        >
          {t('actions.receives', { name: firstNameOf(name) })}
        </ButtonLink>
      )}
      <div className={styles.menu}>
        <ContactMenu {...props} />
      </div>
    </div>
  );
}

function InviteButton({ contact }: Pick<ContactMenuProps, 'contact'>) {
  const { t } = useTranslation('contacts');
  const { isInviting, invite } = useInvite(contact);
  const action = t(contact.invitation ? 'invitation.sendAgain' : 'invitation.send');
  return (
    <Button
      kind="quiet"
      loading={isInviting}
      aria-label={t('invitation.sendNamed', { action, name: contact.name })}
      onClick={invite}
    >
      {action}
    </Button>
  );
}
