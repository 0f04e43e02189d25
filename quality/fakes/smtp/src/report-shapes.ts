import { machineReports } from './machine-reports.ts';
import { moreMachineReports } from './more-machine-reports.ts';
import { noReports } from './no-reports.ts';
import type { ReportShape } from './report-shape.ts';
import { writtenReports } from './written-reports.ts';

export const reportShapes: ReportShape[] = [
  ...machineReports,
  ...moreMachineReports,
  ...writtenReports,
  ...noReports,
];

export function shapeCalled(name: string): ReportShape {
  const found = reportShapes.find((shape) => shape.name === name);
  if (!found) throw new Error(`no report is called ${name}`);
  return found;
}
