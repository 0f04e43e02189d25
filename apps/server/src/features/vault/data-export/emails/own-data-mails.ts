import { exportReady } from './export-ready.ts';

export const ownDataMails = [exportReady];
