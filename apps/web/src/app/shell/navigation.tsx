import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../interface/language/use-translation.ts';
import styles from './bar.module.css';

const sections = [
  { to: '/dashboard', name: 'dashboard' },
  { to: '/mail', name: 'mail' },
  { to: '/contact', name: 'contact' },
  { to: '/instructions', name: 'instructions' },
  { to: '/trusted-legacies', name: 'trustedLegacies' },
  { to: '/settings', name: 'settings' },
] as const;

export function Navigation() {
  const { t } = useTranslation('shell');
  const path = useLocation({ select: (location) => location.pathname });
  const strip = useRef<HTMLElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the active item changes with the path
  useEffect(() => {
    // Measured with the frame that is laid out anyway, not once more before it.
    const frame = requestAnimationFrame(() => {
      const element = strip.current;
      const active = element?.querySelector<HTMLElement>('[aria-current="page"]');
      if (!element || !active) return;
      const middle = active.offsetLeft + active.offsetWidth / 2;
      element.scrollTo({ left: middle - element.clientWidth / 2 });
    });
    return () => cancelAnimationFrame(frame);
  }, [path]);

  return (
    <nav ref={strip} className={styles.strip} aria-label={t('nav.label')}>
      <ul className={styles.links}>
        {sections.map(({ to, name }) => (
          <li key={to}>
            <Link
              to={to}
              className={styles.link}
              aria-current={isActive(to, path) ? 'page' : undefined}
            >
              {t(`nav.${name}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The screen of readiness belongs to the dashboard, which leads to it. */
function isActive(section: string, path: string): boolean {
  return path === section || (section === '/dashboard' && ['/', '/readiness'].includes(path));
}
