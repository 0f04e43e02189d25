import { rootCertificates, setDefaultCACertificates } from 'node:tls';

/** Trusts only these certificates and the public authorities, as with NODE_EXTRA_CA_CERTS. */
export function trustCertificates(certificates: readonly string[]): void {
  setDefaultCACertificates([...rootCertificates, ...certificates]);
}
