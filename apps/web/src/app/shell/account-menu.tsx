import { Link } from '@tanstack/react-router';
import { useSignOut } from '../../features/identity/account/public/use-sign-out.ts';
import { useSession } from '../../platform/session/session.ts';
import { ChoiceItem } from '../../ui/choice-item.tsx';
import { useTranslation } from '../../ui/language/use-translation.ts';
import { IconChevronDown, IconUser } from '../../ui/more-icons.tsx';
import listStyles from '../../ui/option-list.module.css';
import { SmallMenu } from '../../ui/small-menu.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './bar.module.css';

/** Who is signed in, and the way out. */
export function AccountMenu() {
  const { t } = useTranslation('shell');
  const session = useSession();
  const { signOut } = useSignOut();
  const button = (
    <>
      <VisuallyHidden>{t('account.label')}</VisuallyHidden>
      <span className={styles.person}>
        <IconUser size={20} aria-hidden />
      </span>
      <IconChevronDown size={20} aria-hidden />
    </>
  );
  return (
    <SmallMenu button={button}>
      {session.status === 'signed_in' && (
        <li className={styles.whose}>{session.session.user.email}</li>
      )}
      <li>
        <Link to="/faq" className={listStyles.option}>
          {t('footer.faq')}
        </Link>
      </li>
      <ChoiceItem onChoose={signOut}>{t('nav.signOut')}</ChoiceItem>
    </SmallMenu>
  );
}
