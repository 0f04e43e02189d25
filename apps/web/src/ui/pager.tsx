import { Link } from '@tanstack/react-router';
import { useFormats } from './language/formats.ts';
import { useTranslation } from './language/use-translation.ts';
import { IconChevronLeft, IconChevronRight } from './more-icons.tsx';
import styles from './pager.module.css';

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

/** The shown range of a list and links to the other pages. */
export function Pager({ to, searchOf, page, pageSize, shown, total }: PagerProps) {
  const { t } = useTranslation('list');
  const formats = useFormats();
  const pageCount = Math.max(page, Math.ceil(total / pageSize));
  const { first, last } = spanOf(page, pageSize, shown);
  const way = (number: number) => ({
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
                <Link {...way(page - 1)} className={styles.step} rel="prev">
                  <IconChevronLeft size={20} aria-hidden />
                  {t('pages.back')}
                </Link>
              )}
            </li>
            {pageNumbers(page, pageCount).map((number, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: gaps are all alike
              <li key={`${number}-${index}`} className={styles.number}>
                {number === 0 ? (
                  <span className={styles.gap}>…</span>
                ) : (
                  <Link
                    {...way(number)}
                    className={styles.page}
                    aria-label={t('pages.page', { number: formats.number(number) })}
                    aria-current={number === page ? 'page' : undefined}
                  >
                    {formats.number(number)}
                  </Link>
                )}
              </li>
            ))}
            <li>
              {page < pageCount && (
                <Link {...way(page + 1)} className={styles.step} rel="next">
                  {t('pages.on')}
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

/** Page numbers that fit in one row. */
const maxNumbers = 7;

/** All page numbers if they are few, else the first and the adjacent ones; 0 is a gap. */
export function pageNumbers(page: number, pageCount: number): number[] {
  if (pageCount <= maxNumbers) return Array.from({ length: pageCount }, (_, index) => index + 1);
  const around = [page - 1, page, page + 1].filter((one) => one > 1 && one <= pageCount);
  return [1, ...(page > 3 ? [0] : []), ...around, ...(page + 1 < pageCount ? [0] : [])];
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
