/** What other features may use of this one: which notices about a plan were refused. */
export { planNotices } from './plan-tables.ts';
