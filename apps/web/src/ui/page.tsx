import { type ReactNode, useEffect, useRef } from 'react';
import { Heading } from './heading.tsx';
import { useTranslation } from './language/use-translation.ts';
import styles from './page.module.css';

interface PageProps {
  /** The only heading of level 1 on the screen. */
  title: string;
  /** The language of the title, if it differs from that of the screen. */
  titleLanguage?: string;
  /** The title of the browser's tab, if the heading is not enough. */
  tabTitle?: string;
  lead?: ReactNode;
  /** One line of details below the title. */
  facts?: ReactNode;
  width?: 'wide' | 'text' | 'form';
  /** A picture above the title. */
  drawing?: ReactNode;
  /** The main action of the screen and related ones, opposite the title. */
  actions?: ReactNode;
  /** Fills the window and scrolls inside, with a small title. */
  isFull?: boolean;
  /** The content renders the heading of level 1 itself, as a letter does. */
  hasOwnHeading?: boolean;
  /** Content beside a form on a wide screen, below it on a phone. */
  beside?: ReactNode;
  children: ReactNode;
}

let isFirstPage = true;

export function Page(props: PageProps) {
  const {
    title,
    titleLanguage,
    tabTitle = title,
    lead,
    facts,
    width = 'wide',
    drawing,
    actions,
    isFull,
    hasOwnHeading,
    beside,
    children,
  } = props;
  const { t } = useTranslation('shell');
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    // After navigation, the focus moves to the new heading.
    if (!isFirstPage && document.activeElement === document.body) {
      const target = heading.current ?? document.querySelector<HTMLElement>('main h1');
      target?.focus({ preventScroll: true });
    }
    isFirstPage = false;
    document.getElementById('first-paint')?.remove();
  }, []);

  const content = (
    <>
      {!hasOwnHeading && (
        <div className={styles.head}>
          <div className={styles.words}>
            {drawing && <div className={styles.drawing}>{drawing}</div>}
            <Heading
              level={1}
              size={isFull ? 'section' : 'title'}
              ref={heading}
              tabIndex={-1}
              lang={titleLanguage}
            >
              {title}
            </Heading>
            {lead && <p className={styles.lead}>{lead}</p>}
            {facts}
          </div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
      {children}
    </>
  );
  return (
    <main
      id="content"
      tabIndex={-1}
      className={styles.page}
      data-width={width}
      data-full={isFull || undefined}
      data-beside={Boolean(beside) || undefined}
    >
      <title>{`${tabTitle} · ${t('product')}`}</title>
      {beside ? <div className={styles.column}>{content}</div> : content}
      {beside}
    </main>
  );
}
