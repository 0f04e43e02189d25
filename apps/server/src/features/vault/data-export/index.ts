/** What other features may use of this one: the tables that name objects. */
export { dataExports, dataImports } from './own-data-tables.ts';
