/** Pages that can be shown one beside the other. */
const mostShown = 7;

/** The numbers below a list: all where they are few, else the first one and those around; 0 is a gap. */
export function pageNumbers(page: number, pageCount: number): number[] {
  if (pageCount <= mostShown) return Array.from({ length: pageCount }, (_, index) => index + 1);
  const around = [page - 1, page, page + 1].filter((one) => one > 1 && one <= pageCount);
  return [1, ...(page > 3 ? [0] : []), ...around, ...(page + 1 < pageCount ? [0] : [])];
}

export interface PageSpan {
  first: number;
  last: number;
}

/** Which of all stand on a page, counted from 1. */
export function spanOf(page: number, pageSize: number, shown: number): PageSpan {
  const before = (page - 1) * pageSize;
  return { first: before + 1, last: before + shown };
}
