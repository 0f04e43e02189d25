import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../ui/language/use-translation.ts';
import styles from './bar.module.css';
import { isCurrent, sections } from './sections.ts';

/** The sections beside the name, or in a strip below it where there is no room. */
export function Navigation() {
  const { t } = useTranslation('shell');
  const path = useLocation({ select: (location) => location.pathname });
  const strip = useRef<HTMLElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link changes with the path
  useEffect(() => {
    // Measured with the frame that is laid out anyway, not once more before it.
    const frame = requestAnimationFrame(() => {
      const element = strip.current;
      const current = element?.querySelector<HTMLElement>('[aria-current="page"]');
      if (!element || !current) return;
      const middle = current.offsetLeft + current.offsetWidth / 2;
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
              aria-current={isCurrent(to, path) ? 'page' : undefined}
            >
              {t(`nav.${name}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
