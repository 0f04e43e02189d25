declare module 'virtual:endpoint-addresses' {
  import type { Endpoint } from '@zavet/contract/endpoint';
  import type { EndpointName } from '@zavet/contract/endpoints';

  /** Method and path of every endpoint, without its schemas. */
  export const addresses: Record<EndpointName, Endpoint>;
}

declare module 'virtual:preview-addresses' {
  export { addresses } from 'virtual:endpoint-addresses';
}
