import { rootCertificates, setDefaultCACertificates } from 'node:tls';

/** Trusts these certificates beside the public authorities, as NODE_EXTRA_CA_CERTS does for a process. */
export function trustOnly(certificates: readonly string[]): void {
  setDefaultCACertificates([...rootCertificates, ...certificates]);
}
