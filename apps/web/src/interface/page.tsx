import { type ReactNode, useEffect, useRef } from 'react';
import { Heading } from './heading.tsx';
import { useTranslation } from './language/use-translation.ts';
import styles from './page.module.css';

interface PageProps {
  /** The only heading of level 1. */
  title: string;
  /** Where the title is in another language than the screen. */
  titleLanguage?: string;
  /** The title of the browser's tab, where the heading is not enough. */
  tabTitle?: string;
  lead?: ReactNode;
  width?: 'wide' | 'text' | 'form';
  /** Something stands beside its content where `useIsBroad` says that there is room. */
  hasAside?: boolean;
  children: ReactNode;
}

let isFirstPage = true;

export function Page(props: PageProps) {
  const {
    title,
    titleLanguage,
    tabTitle = title,
    lead,
    width = 'wide',
    hasAside,
    children,
  } = props;
  const { t } = useTranslation('shell');
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    // After a change of screen, readers and keyboards continue at its heading.
    if (!isFirstPage && document.activeElement === document.body) {
      heading.current?.focus({ preventScroll: true });
    }
    isFirstPage = false;
    document.getElementById('first-paint')?.remove();
  }, []);

  return (
    <main
      id="content"
      tabIndex={-1}
      className={styles.page}
      data-width={width}
      data-aside={hasAside || undefined}
    >
      <title>{`${tabTitle} · ${t('product')}`}</title>
      <div className={styles.head}>
        <Heading level={1} ref={heading} tabIndex={-1} lang={titleLanguage}>
          {title}
        </Heading>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {children}
    </main>
  );
}
