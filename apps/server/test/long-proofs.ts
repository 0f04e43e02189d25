import { locales } from '@zavet/contract/locales';

/** True in `npm run proofs`, which runs longer variants of some tests. */
export const isLong = Boolean(process.env.LONG_PROOFS);

/** Number of runs of a property: few in `npm test`, many in `npm run proofs`. */
export const runs = (few: number, many: number) => (isLong ? many : few);

/** Locales in which tests render mails and documents; long runs use all. */
export const renderedLocales = isLong ? locales : locales.filter((one) => /^(ru|en)$/.test(one));
