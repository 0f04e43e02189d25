import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../interface/language/use-translation.ts';
import { Logo } from '../../interface/logo.tsx';
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
