import { exportReady } from './export-ready.ts';

export const dataExportMails = [exportReady];
