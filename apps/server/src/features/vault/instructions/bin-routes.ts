import {
  batchEndpoints,
  binEndpoints,
  formerTextEndpoints,
} from '@zavet/contract/vault/bin-endpoints';
import { fail } from '../../../platform/failure.ts';
import { type Route, route } from '../../../platform/http/route.ts';

export function binRoutes(): Route[] {
  const missing = () => fail('not_found');
  return [
    route(batchEndpoints.readdressInstructions, missing),
    route(batchEndpoints.deleteInstructions, missing),
    route(binEndpoints.listBin, missing),
    route(binEndpoints.getBinnedInstruction, missing),
    route(binEndpoints.restoreInstructions, missing),
    route(binEndpoints.deletePermanently, missing),
    route(binEndpoints.emptyBin, missing),
    route(formerTextEndpoints.listFormerTexts, missing),
    route(formerTextEndpoints.getFormerText, missing),
    route(formerTextEndpoints.restoreFormerText, missing),
  ];
}
