import { Link } from '@tanstack/react-router';
import { useLanguage, useTranslation } from '../../ui/language/use-translation.ts';
import styles from './bar.module.css';

export function PublicFooter() {
  const { t } = useTranslation('shell');
  const { language } = useLanguage();
  return (
    <footer className={styles.footer}>
      <nav aria-label={t('footer.label')}>
        <ul>
          <li>
            {/* A separate page, outside of the application. */}
            <a href={`/welcome?lang=${language}`}>{t('footer.welcome')}</a>
          </li>
          <li>
            <Link to="/terms">{t('footer.terms')}</Link>
          </li>
          <li>
            <Link to="/privacy">{t('footer.privacy')}</Link>
          </li>
          <li>
            <Link to="/public-offer">{t('footer.offer')}</Link>
          </li>
          <li>
            <Link to="/personal-data-consent">{t('footer.consent')}</Link>
          </li>
          <li>
            <Link to="/faq">{t('footer.faq')}</Link>
          </li>
          <li>
            {/* Visitors sign in first. */}
            <Link to="/settings" search={{ tab: 'support' }}>
              {t('nav.support')}
            </Link>
          </li>
        </ul>
      </nav>
    </footer>
  );
}
