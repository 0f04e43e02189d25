import { Link } from '@tanstack/react-router';
import { useSignOut } from '../../features/account/public/use-sign-out.ts';
import { ChoiceItem } from '../../interface/choice-item.tsx';
import { useTranslation } from '../../interface/language/use-translation.ts';
import { IconChevronDown, IconUser } from '../../interface/more-icons.tsx';
import listStyles from '../../interface/option-list.module.css';
import { SmallMenu } from '../../interface/small-menu.tsx';
import { VisuallyHidden } from '../../interface/visually-hidden.tsx';
import { useSession } from '../../platform/session/session.ts';
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
