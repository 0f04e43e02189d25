import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import { useEndpoint } from '../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { IconInfoCircle } from '../../../ui/icons.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Menu } from '../../../ui/menu.tsx';
import { IconKey, IconPencil, IconRefresh, IconTrash } from '../../../ui/more-icons.tsx';
import { focusIds } from './contact-focus.ts';
import { useFailureToast, useInvitationToast } from './contact-messages.ts';
import { firstNameOf, type MainAction } from './contact-rules.ts';
import styles from './contacts.module.css';

/** The most likely action as a button, and the other actions in a menu. */
export function ContactActions(props: ContactMenuProps) {
  const { t } = useTranslation('contacts');
  const { contact, main, isEnteringCode, onEnterCode } = props;
  const { name } = contact;
  return (
    <div className={styles.actions}>
      {main === 'code' && !isEnteringCode && (
        <Button
          kind="quiet"
          id={focusIds(contact.id).code}
          aria-label={t('code.openNamed', { name })}
          onClick={onEnterCode}
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

interface ContactMenuProps {
  contact: ContactView;
  /** The action shown as a button beside the menu; the menu omits it. */
  main: MainAction | undefined;
  isEnteringCode: boolean;
  isExpanded: boolean;
  onEnterCode: () => void;
  onToggleDetails: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

export function ContactMenu(props: ContactMenuProps) {
  const { t } = useTranslation(['contacts', 'shell']);
  const { contact, main, isEnteringCode, isExpanded } = props;
  const { name, status, invitation, is_confirmed } = contact;
  const { invite } = useInvite(contact);
  const isEditable = status !== 'activated';
  const items = [
    {
      label: t(isExpanded ? 'shell:actions.fold' : 'shell:actions.unfold'),
      icon: <IconInfoCircle size={20} />,
      onSelect: props.onToggleDetails,
    },
    status === 'pending' &&
      main !== 'code' &&
      !isEnteringCode && {
        label: t('code.open'),
        icon: <IconKey size={20} />,
        onSelect: props.onEnterCode,
      },
    !is_confirmed &&
      main !== 'invite' && {
        label: t(invitation ? 'invitation.sendAgain' : 'invitation.send'),
        icon: <IconRefresh size={20} />,
        onSelect: invite,
      },
    isEditable && {
      label: t('shell:actions.edit'),
      icon: <IconPencil size={20} />,
      onSelect: props.onEdit,
    },
    isEditable && {
      label: t('actions.delete'),
      icon: <IconTrash size={20} />,
      tone: 'red' as const,
      onSelect: props.onDelete,
    },
  ];
  return (
    <Menu
      id={focusIds(contact.id).menu}
      label={t('actions.more', { name })}
      items={items.filter((item) => item !== false)}
    />
  );
}

function useInvite(contact: ContactView) {
  const send = useMutationOf('sendConfirmationEmail');
  const owner = useEndpoint('getProfile');
  const showInvitationResult = useInvitationToast();
  const showFailure = useFailureToast();
  return {
    isInviting: send.isPending,
    invite: () =>
      send.mutate(
        { body: { p_contact_id: contact.id, p_user_name: owner.data?.full_name ?? undefined } },
        {
          onSuccess: (result) => showInvitationResult(contact, result),
          onError: (error) => showFailure(error, 'email'),
        },
      ),
  };
}
