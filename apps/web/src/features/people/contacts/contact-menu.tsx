import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import { IconInfoCircle } from '../../../ui/icons.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Menu } from '../../../ui/menu.tsx';
import { IconKey, IconPencil, IconRefresh, IconTrash } from '../../../ui/more-icons.tsx';
import { focusIds } from './focus-next.ts';
import type { MainAction } from './main-action.ts';
import { useInvite } from './use-invite.ts';

export interface ContactMenuProps {
  contact: ContactView;
  /** What stands beside the menu is not repeated in it. */
  main: MainAction | undefined;
  isEnteringCode: boolean;
  isUnfolded: boolean;
  onCode: () => void;
  onUnfold: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

/** The rest of what can be done with a contact. */
export function ContactMenu(props: ContactMenuProps) {
  const { t } = useTranslation(['contacts', 'shell']);
  const { contact, main, isEnteringCode, isUnfolded } = props;
  const { name, status, invitation, is_confirmed } = contact;
  const { invite } = useInvite(contact);
  const isChangeable = status !== 'activated';
  const items = [
    {
      label: t(isUnfolded ? 'shell:actions.fold' : 'shell:actions.unfold'),
      icon: <IconInfoCircle size={20} />,
      onSelect: props.onUnfold,
    },
    status === 'pending' &&
      main !== 'code' &&
      !isEnteringCode && {
        label: t('code.open'),
        icon: <IconKey size={20} />,
        onSelect: props.onCode,
      },
    !is_confirmed &&
      main !== 'invite' && {
        label: t(invitation ? 'invitation.sendAgain' : 'invitation.send'),
        icon: <IconRefresh size={20} />,
        onSelect: invite,
      },
    isChangeable && {
      label: t('shell:actions.edit'),
      icon: <IconPencil size={20} />,
      onSelect: props.onEdit,
    },
    isChangeable && {
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
