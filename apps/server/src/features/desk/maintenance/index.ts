/** What other features may use of this one: how the list of those who were told ends. */
export { maintenanceRemovers } from './maintenance-removers.ts';
