import { locales } from '@zavet/contract/locales';

/** Set by `npm run proofs`, which runs the long form of some tests. */
export const isLong = Boolean(process.env.LONG_PROOFS);

/** Number of runs of a property: few in `npm test`, many in `npm run proofs`. */
export const runs = (few: number, many: number) => (isLong ? many : few);

/** Locales in which mails and documents are rendered; long proofs take all. */
export const renderedLocales = isLong ? locales : locales.filter((one) => /^(ru|en)$/.test(one));
