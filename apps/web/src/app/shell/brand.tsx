import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../ui/language/use-translation.ts';
import { Logo } from '../../ui/logo.tsx';
import styles from './bar.module.css';

export function Brand() {
  const { t } = useTranslation('shell');
  return (
    <Link to="/dashboard" className={styles.brand} activeProps={{}}>
      <Logo size={36} />
      {t('product')}
    </Link>
  );
}
