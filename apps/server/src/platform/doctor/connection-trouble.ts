/** The reason of a failed connection, from the codes of the system and of TLS; undefined for other errors. */
export function connectionTrouble(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code, errors } = current as { code?: unknown; errors?: unknown };
    // Several addresses were tried.
    if (Array.isArray(errors) && errors.length > 0) return connectionTrouble(errors[0]);
    const words = typeof code === 'string' ? troubles[code] : undefined;
    if (words) return words;
    if (/time-?out|timed out/i.test(current.message)) return 'does not answer in time';
  }
  return undefined;
}

export function isCertificateTrouble(error: unknown): boolean {
  const trouble = connectionTrouble(error);
  return trouble?.includes('certificate') ?? false;
}

const troubles: Record<string, string> = {
  ENOTFOUND: 'has a name that cannot be resolved',
  EAI_AGAIN: 'has a name that cannot be resolved now',
  ECONNREFUSED: 'refuses connections',
  ECONNRESET: 'breaks connections off',
  EPIPE: 'breaks connections off',
  UND_ERR_SOCKET: 'breaks connections off',
  ETIMEDOUT: 'does not answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'does not answer in time',
  EHOSTUNREACH: 'cannot be reached from this machine',
  ENETUNREACH: 'cannot be reached from this machine',
  CERT_HAS_EXPIRED: 'shows a certificate that has expired',
  CERT_NOT_YET_VALID: 'shows a certificate that is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'shows a certificate that it signed itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'shows a certificate of an authority that is not known here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'does not show the whole chain of its certificate',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'shows a certificate of an authority that is not known here',
  ERR_TLS_CERT_ALTNAME_INVALID: 'shows a certificate for another name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'does not speak TLS on this port',
  EPROTO: 'does not speak TLS on this port',
};
