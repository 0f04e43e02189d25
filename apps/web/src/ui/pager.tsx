import { Link, useNavigate } from '@tanstack/react-router';
import { useFormats } from './language/formats.ts';
import { useTranslation } from './language/use-translation.ts';
import { IconChevronLeft, IconChevronRight } from './more-icons.tsx';
import styles from './pager.module.css';
import { Select } from './select.tsx';
import { useMedia } from './use-media.ts';

interface PagerProps {
  to: '/instructions' | '/mail';
  /** The address of a page. */
  searchOf: (page: number) => object;
  page: number;
  pageSize: number;
  /** Number of entries on this page, and on all pages. */
  shown: number;
  total: number;
}

/** Page numbers that fit in one row; above this count they become a select. */
const maxNumbers = 7;

/** The shown range of a list, and links to the other pages. */
export function Pager({ to, searchOf, page, pageSize, shown, total }: PagerProps) {
  const { t } = useTranslation('list');
  const formats = useFormats();
  const navigate = useNavigate();
  const isNarrow = useMedia('(max-width: 40em)');
  const pageCount = Math.max(page, Math.ceil(total / pageSize));
  const { first, last } = spanOf(page, pageSize, shown);
  const pages = Array.from({ length: pageCount }, (_, index) => index + 1);
  const pageName = (number: number) => t('pages.page', { number: formats.number(number) });
  const linkProps = (number: number) => ({
    to,
    search: searchOf(number),
    resetScroll: false,
    activeOptions: { exact: true },
  });
  return (
    <div className={styles.pager}>
      <p className={styles.span}>
        {t('pages.span', {
          first: formats.number(first),
          last: formats.number(last),
          total: formats.number(total),
        })}
      </p>
      {pageCount > 1 && (
        <nav aria-label={t('pages.label')}>
          <ol className={styles.ways}>
            <li>
              {page > 1 && (
                <Link {...linkProps(page - 1)} className={styles.step} rel="prev">
                  <IconChevronLeft size={20} aria-hidden />
                  <span>{t('pages.back')}</span>
                </Link>
              )}
            </li>
            {pageCount > maxNumbers || isNarrow ? (
              <li className={styles.jump}>
                <Select
                  aria-label={t('pages.jump')}
                  value={String(page)}
                  options={pages.map((number) => ({
                    value: String(number),
                    label: pageName(number),
                  }))}
                  onChange={({ currentTarget: { value } }) =>
                    void navigate({ to, search: searchOf(Number(value)), resetScroll: false })
                  }
                />
              </li>
            ) : (
              pages.map((number) => (
                <li key={number}>
                  <Link
                    {...linkProps(number)}
                    className={styles.page}
                    aria-label={pageName(number)}
                    aria-current={number === page ? 'page' : undefined}
                  >
                    {formats.number(number)}
                  </Link>
                </li>
              ))
            )}
            <li>
              {page < pageCount && (
                <Link {...linkProps(page + 1)} className={styles.step} rel="next">
                  <span>{t('pages.on')}</span>
                  <IconChevronRight size={20} aria-hidden />
                </Link>
              )}
            </li>
          </ol>
        </nav>
      )}
    </div>
  );
}

interface PageSpan {
  first: number;
  last: number;
}

/** The range of entries on a page, counted from 1. */
export function spanOf(page: number, pageSize: number, shown: number): PageSpan {
  const before = (page - 1) * pageSize;
  return { first: before + 1, last: before + shown };
}
